import { domainToASCII } from 'node:url';
import * as v from 'valibot';
import { normalizeName } from '../clubs/record/field-rules.ts';
import { countCharacters } from '../clubs/record/text.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { isEasyToGuess } from './password-strength.ts';

/** Why a field is rejected: a key of the messages. */
export type FieldIssue = 'missing' | 'noEmail' | 'tooShort' | 'tooLong' | 'guessable' | 'taken';

const issue = (kind: FieldIssue) => kind;

/** In characters. */
export const PASSWORD_LENGTH = { least: 12, most: 128 };

const MAX_EMAIL = 255;

/** The addresses that the library accepts for a sign-in. */
const ADDRESS = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/;

/** The domain of an address in ASCII: `ada@bücher.example` becomes `ada@xn--bcher-kva.example`. */
const toAsciiDomain = (address: string): string =>
  address.replace(/(?<=@)[^@/?#:\\]*$/, (domain) => domainToASCII(domain));

/** An e-mail address in lower case, as it is stored. */
export const EmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty(issue('missing')),
  // Converting thousands of characters takes 0.1 seconds.
  v.maxLength(MAX_EMAIL, issue('tooLong')),
  v.transform(toAsciiDomain),
  v.maxLength(MAX_EMAIL, issue('tooLong')),
  v.regex(ADDRESS, issue('noEmail')),
);

/** A new password. Spaces at its ends count. */
export const NewPasswordSchema = v.pipeAsync(
  v.string(),
  v.nonEmpty(issue('missing')),
  v.check((text) => countCharacters(text) >= PASSWORD_LENGTH.least, issue('tooShort')),
  v.check((text) => text.length <= PASSWORD_LENGTH.most, issue('tooLong')),
  v.checkAsync(async (text) => !(await isEasyToGuess(text)), issue('guessable')),
);

/** A name in one line, without invisible characters. */
export const normalizePersonName = (text: string): string =>
  normalizeName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));

export const PersonNameSchema = v.pipe(
  v.string(),
  v.transform(normalizePersonName),
  v.nonEmpty(issue('missing')),
  v.check((text) => countCharacters(text) <= 255, issue('tooLong')),
);

/**
 * The longest password that is compared, in code units: a device may send a character as four code points of two units.
 * The library normalizes it, which takes a minute for half a megabyte of combining marks.
 */
const MAX_GIVEN = 8 * PASSWORD_LENGTH.most;

const GivenPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty(issue('missing')),
  v.check((text) => text.length <= MAX_GIVEN, issue('tooLong')),
);

export const LoginSchema = v.object({ email: EmailSchema, password: GivenPasswordSchema });
export const SetupSchema = v.objectAsync({ name: PersonNameSchema, email: EmailSchema, password: NewPasswordSchema });
export const OwnPasswordSchema = v.object({ password: GivenPasswordSchema });
export const ChangePasswordSchema = v.objectAsync({
  old_password: GivenPasswordSchema,
  new_password: NewPasswordSchema,
});
export const PasswordSchema = v.objectAsync({ password: NewPasswordSchema });
export const InvitedSchema = v.objectAsync({ name: PersonNameSchema, password: NewPasswordSchema });
/** The name and the address of an account; the page has another field `email`. */
export const PersonSchema = v.object({ name: PersonNameSchema, new_email: EmailSchema });
export const EmailFormSchema = v.object({ email: EmailSchema });

export function describeFieldIssue(issue: FieldIssue, locale: Locale): string {
  const t = messages(locale).forms;
  return issue === 'tooShort' ? t.tooShort(PASSWORD_LENGTH.least) : t[issue];
}
