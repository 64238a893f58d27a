/*
 * Packages that take long to load, or much memory: commands and most tests never need them. A site loads all of them
 * once it listens, because an update may remove them from its folder while it runs.
 */

export const packages = {
  auth: () => import('better-auth'),
  authAdapters: () => import('better-auth/adapters'),
  authApi: () => import('better-auth/api'),
  authCrypto: () => import('better-auth/crypto'),
  authPlugins: () => import('better-auth/plugins'),
  busboy: () => import('busboy'),
  markdown: () => import('@astrojs/markdown-remark'),
  nodemailer: () => import('nodemailer'),
  passwordDictionary: () => import('@zxcvbn-ts/language-common'),
  passwords: () => import('@zxcvbn-ts/core'),
  rehypeRaw: () => import('rehype-raw'),
  rehypeSanitize: () => import('rehype-sanitize'),
  sharp: () => import('sharp'),
};

/** Loads one after the other, so that requests are not delayed for long. */
export async function loadPackages(): Promise<void> {
  for (const load of Object.values(packages)) await load();
}
