import { unescape } from 'node:querystring';
import { inspect } from 'node:util';

/** Texts that no message may contain, in every spelling, longest first. The environment may be invalid. */
export function findSecrets(source: NodeJS.ProcessEnv): string[] {
  const { DATABASE_URL = '', SMTP_URL = '', PGPASSWORD = '', OIDC_CLIENT_SECRET = '' } = source;
  const parts = [DATABASE_URL, SMTP_URL].map((url) => /:\/\/([^:]*):(.*)@(.*)/s.exec(url) ?? []);
  const open = parts.map(([, user, , rest]) => `${user} ${rest}`).join(' ');
  const passwords = parts.flatMap(([, , password = '']) => [password, unescape(password)]);
  // Replacing an ordinary word or a public name would garble messages, and reveal the password.
  const isCommon = (text: string) => /^(?:.{0,3}|\p{Lu}?\p{Ll}+|\p{Lu}+|\d{1,5})$/u.test(text) || open.includes(text);
  const secrets = [...passwords, PGPASSWORD, OIDC_CLIENT_SECRET];
  return [
    ...secrets.filter((text) => !isCommon(text)),
    ...passwords.filter((text) => text !== '' && isCommon(text)).map((text) => `:${text}@`),
  ]
    .flatMap((text) => [text, encodeURIComponent(text), inspect(text).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
}
