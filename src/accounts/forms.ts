import { domainToASCII } from 'node:url';
import * as v from 'valibot';
import { PASSWORD_LENGTH } from './auth.ts';
import { isEasyToGuess } from './password-strength.ts';
import { PERMISSIONS, ROLE_NAMES, type Grants } from './permissions.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { normalizeName } from '../clubs/field-rules.ts';
import { countCharacters } from '../clubs/text.ts';
import { OVERRIDES } from '../clubs/text.ts';

/** What is wrong with a field of a form, for the catalogue to say. */
export type FieldFault = 'missing' | 'noEmail' | 'tooShort' | 'tooLong' | 'guessable' | 'hidden' | 'taken';

const fault = (kind: FieldFault) => kind;

const EMAIL_MOST = 255;

/** What the library signs in; another address would be of an account that nobody can use. */
const ADDRESS = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/;

/** The domain of an address as mail servers and browsers write it: `ada@bücher.example` is `ada@xn--bcher-kva.example`. */
const toAsciiDomain = (address: string): string =>
  address.replace(/(?<=@)[^@/?#:\\]*$/, (domain) => domainToASCII(domain));

/** As the library looks addresses up. */
export const EmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty(fault('missing')),
  // A domain of thousands of letters takes a tenth of a second to be written in ASCII.
  v.maxLength(EMAIL_MOST, fault('tooLong')),
  v.transform(toAsciiDomain),
  v.maxLength(EMAIL_MOST, fault('tooLong')),
  v.regex(ADDRESS, fault('noEmail')),
);

/** A new password. Every character counts, also spaces at its ends. */
export const NewPasswordSchema = v.pipeAsync(
  v.string(),
  v.nonEmpty(fault('missing')),
  v.check((text) => countCharacters(text) >= PASSWORD_LENGTH.least, fault('tooShort')),
  v.check((text) => text.length <= PASSWORD_LENGTH.most, fault('tooLong')),
  v.checkAsync(async (text) => !(await isEasyToGuess(text)), fault('guessable')),
);

/** How somebody is called. */
export const PersonNameSchema = v.pipe(
  v.string(),
  v.transform(normalizeName),
  v.nonEmpty(fault('missing')),
  v.check((text) => countCharacters(text) <= 255, fault('tooLong')),
  v.check((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && text.search(OVERRIDES) < 0, fault('hidden')),
);

/**
 * The longest password that is compared, in code units: a device may write a letter of one in four parts, of two units
 * each. The library composes what it is given, which takes it a minute for half a megabyte of marks.
 */
const GIVEN_MOST = 8 * PASSWORD_LENGTH.most;

/** One that is asked for, whatever it is. */
const GivenPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty(fault('missing')),
  v.check((text) => text.length <= GIVEN_MOST, fault('tooLong')),
);

/** What is asked of somebody who signs in: whatever does not fit belongs to no account. */
export const LoginSchema = v.object({ email: EmailSchema, password: GivenPasswordSchema });
export const SetupSchema = v.objectAsync({ name: PersonNameSchema, email: EmailSchema, password: NewPasswordSchema });
/** The password of who is signed in, asked for once more. */
export const OwnPasswordSchema = v.object({ password: GivenPasswordSchema });
export const ChangePasswordSchema = v.objectAsync({
  old_password: GivenPasswordSchema,
  new_password: NewPasswordSchema,
});
export const PasswordSchema = v.objectAsync({ password: NewPasswordSchema });
/** The name and the address of an account; the page has another field `email`. */
export const PersonSchema = v.object({ name: PersonNameSchema, new_email: EmailSchema });
/** Of whom something is about. */
export const EmailFormSchema = v.object({ email: EmailSchema });

/** The same in the words of a language. */
export function describeFault(fault: FieldFault | undefined, locale: Locale): string | null {
  const t = messages(locale).forms;
  if (fault === undefined) return null;
  return fault === 'tooShort' ? t.tooShort(PASSWORD_LENGTH.least) : t[fault];
}

/** The faults of a form, by field. */
export type Faults<Name extends string> = Partial<Record<Name, FieldFault>>;

type Read<T> = { value: T; faults?: undefined } | { value?: undefined; faults: Faults<Extract<keyof T, string>> };

/** Reads the fields of a form; a field that is not there counts as empty, and of one that is there twice the last. */
export async function readForm<T extends Record<string, string>>(
  schema:
    | (v.ObjectSchema<v.ObjectEntries, undefined> & v.GenericSchema<unknown, T>)
    | (v.ObjectSchemaAsync<v.ObjectEntriesAsync, undefined> & v.GenericSchemaAsync<unknown, T>),
  form: FormData,
): Promise<Read<T>> {
  const given = Object.fromEntries(
    Object.keys(schema.entries).map((name) => {
      const value = form.getAll(name).at(-1);
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
  const parsed = await v.safeParseAsync(schema, given, { abortPipeEarly: true });
  if (parsed.success) return { value: parsed.output };
  const faults: Partial<Record<string, FieldFault>> = {};
  for (const issue of parsed.issues) faults[v.getDotPath(issue) ?? ''] ??= issue.message as FieldFault;
  return { faults: faults };
}

/** The roles and permissions that are checked in a form; what is not known here does not count. */
export function readGrants(form: FormData): Grants {
  const roles = form.getAll('role');
  const permissions = form.getAll('permission');
  return {
    roles: ROLE_NAMES.filter((role) => roles.includes(role)),
    permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
  };
}
