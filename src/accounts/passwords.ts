/** As the library keeps passwords; it is loaded when somebody chooses one. */
export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return await library.hashPassword(password);
}
