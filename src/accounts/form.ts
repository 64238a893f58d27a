import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import type { Wait } from '../lib/attempt-limit.ts';
import { textOf } from '../lib/form-data.ts';
import { firstMessages } from '../lib/result.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { describeFieldIssue, type FieldIssue } from './fields.ts';
import { PERMISSIONS, ROLE_NAMES, type Grants, type User } from './permissions.ts';

/* `handleForm` reads a form and passes it to a function of its page, which shows the returned state or response. */

export interface FormInput {
  form: FormData;
  action: string;
  request: Request;
  clientAddress: string;
  locale: Locale;
  user: User | null;
}

/** Messages by field. */
type FieldErrors = Partial<Record<string, string>>;

/** Status 422 if none is given. */
export interface Refusal {
  status?: number;
  waitSeconds?: number;
  /** About the form as a whole. */
  error?: string;
  errors?: FieldErrors;
}

/** A refusal, a result that the page shows, or another response. `headers` can set cookies. */
export type FormOutcome<Result = never> = Response | Refusal | { result: Result; headers?: Headers };

export type FormState<Result = never> = ReturnType<typeof toState<Result>>;

/** Submits the form of a request, and sets the status of the response. */
export async function handleForm<Result = never>(
  { request, response, clientAddress, locals: { form, locale, user } }: AstroGlobal,
  submit: (input: FormInput) => Promise<FormOutcome<Result>>,
): Promise<Response | FormState<Result>> {
  if (!form) return toState<Result>(null, {});
  const action = textOf(form, 'action');
  const outcome = await submit({ form, action, request, clientAddress, locale, user });
  if (outcome instanceof Response) return outcome;
  if ('result' in outcome) {
    for (const cookie of outcome.headers?.getSetCookie() ?? []) response.headers.append('Set-Cookie', cookie);
    return toState(null, {}, outcome.result);
  }
  response.status = outcome.status ?? 422;
  if (outcome.waitSeconds !== undefined) response.headers.set('Retry-After', String(outcome.waitSeconds));
  return toState(form, outcome);
}

/** `form`: null unless it was refused. */
const toState = <Result>(form: FormData | null, refusal: Refusal, result: Result | null = null) => ({
  // Null unless the form succeeded.
  result,
  // `action` is that of the form, on a page with several.
  errorOf: (action = '') => (form && textOf(form, 'action') === action ? (refusal.error ?? null) : null),
  // The name, value and error of a field. Passwords are never sent back.
  field: (name: string, stored = '') => ({
    name,
    value: form?.has(name) && !name.includes('password') ? textOf(form, name) : stored,
    error: refusal.errors?.[name] ?? null,
  }),
  grants: (stored: Grants): Grants => (form?.has('role') || form?.has('permission') ? readGrants(form) : stored),
});

export function tooMany({ waitSeconds }: Wait, locale: Locale): Refusal {
  return { status: 429, waitSeconds, error: messages(locale).accounts.slowed(waitSeconds) };
}

export const notFound = (): Response => new Response(null, { status: 404 });

/** Reads the fields of a form. A missing field is empty; of repeated names, the last counts. */
export async function readForm<T extends Record<string, string>>(
  schema:
    | (v.ObjectSchema<v.ObjectEntries, undefined> & v.GenericSchema<unknown, T>)
    | (v.ObjectSchemaAsync<v.ObjectEntriesAsync, undefined> & v.GenericSchemaAsync<unknown, T>),
  { form, locale }: Pick<FormInput, 'form' | 'locale'>,
) {
  const entries = Object.keys(schema.entries).map((name) => [name, form.getAll(name).at(-1) ?? '']);
  const parsed = await v.safeParseAsync(schema, Object.fromEntries(entries), { abortPipeEarly: true });
  if (parsed.success) return { value: parsed.output };
  const messages = [...firstMessages(parsed.issues)];
  const errors: FieldErrors = Object.fromEntries(
    messages.map(([field, issue]) => [field, describeFieldIssue(issue as FieldIssue, locale)]),
  );
  return { errors };
}

/** The names of roles and permissions. */
export function nameGrants({ roles, permissions }: Grants, locale: Locale): string[] {
  const { grantNames } = messages(locale).users;
  return [...roles, ...permissions].map((name) => grantNames[name]);
}

/** The roles and permissions of a form. Unknown ones are ignored. */
export function readGrants(form: FormData): Grants {
  const roles = form.getAll('role');
  const permissions = form.getAll('permission');
  return {
    roles: ROLE_NAMES.filter((role) => roles.includes(role)),
    permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
  };
}
