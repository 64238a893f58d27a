/** Whether a password is the one of which this is kept. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const library = await import('better-auth/crypto');
  return await library.verifyPassword({ hash, password });
}

/** As the library keeps passwords; it is loaded when somebody chooses one. */
export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return await library.hashPassword(password);
}
