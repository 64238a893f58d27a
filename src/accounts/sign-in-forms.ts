import type { Database } from '../../db/client.ts';
import { seeOther } from '../lib/responses.ts';
import { messages } from '../messages/messages.ts';
import { pathsIn } from '../paths.ts';
import { settings } from '../settings.ts';
import { sendEditLink, sendResetLink } from './emails.ts';
import {
  describeFieldIssue,
  EmailFormSchema,
  InvitedSchema,
  LoginSchema,
  PasswordSchema,
  SetupSchema,
} from './fields.ts';
import { notFound, readForm, tooMany, type FormOutcome, type FormInput } from './form.ts';
import { acceptInvitation, type Invitation } from './invitations.ts';
import { landingPath } from './landing.ts';
import { hashPassword, resetPassword } from './passwords.ts';
import { beginProviderSignIn } from './provider.ts';
import { attemptsOfClient, countReset, editLinksOfClient } from './attempt-limits.ts';
import { logAccount, logRefused, signIn } from './sign-in.ts';
import { createUser, findUserId } from './users.ts';

export async function submitLogin(sql: Database, input: FormInput, next: string | null): Promise<FormOutcome> {
  const { clientAddress, locale } = input;
  const { value } = await readForm(LoginSchema, input);
  // No account has an invalid address.
  const result = value ? await signIn(sql, value, input) : { refused: 'wrong' as const };
  if ('user' in result) {
    logAccount('Signed in', clientAddress, { account: result.user.id, method: 'password' });
    const paths = pathsIn(locale);
    const path = next ?? landingPath(result.user, paths);
    // A browser that sent no cookies may block them. The sign-in page checks that.
    const isChecked = input.request.headers.has('Cookie');
    return seeOther(isChecked ? path : paths.login(path, 'cookies'), result.headers);
  }
  const { refused } = result;
  const reason = refused === 'wrong' ? refused : 'slowed';
  const account = value ? await findUserId(sql, value.email) : null;
  logRefused(clientAddress, { account, method: 'password', reason });
  return refused === 'wrong' ? { error: messages(locale).accounts.wrong } : tooMany(refused, locale);
}

/** Begins a sign-in at the identity provider. The result is its address. */
export async function submitProviderSignIn(
  sql: Database,
  { locale, clientAddress }: FormInput,
  next: string | undefined,
): Promise<FormOutcome<{ providerUrl: string }>> {
  const { provider } = settings();
  if (!provider) return notFound();
  const limited = attemptsOfClient.countAddress(clientAddress);
  if (limited) return tooMany(limited, locale);
  const { login } = pathsIn(locale);
  // The sign-in page leads to the landing page of the user.
  const begun = await beginProviderSignIn(sql, provider, { next: next ?? login(), onError: login(next) });
  if (!begun) return seeOther(login(next, 'unreachable'));
  const { headers, ...result } = begun;
  return { result, headers };
}

/** Signs in to a new account, and continues at `next`. */
async function enter(
  sql: Database,
  input: FormInput,
  method: string,
  login: { email: string; password: string },
  next: string,
) {
  const result = await signIn(sql, login, input);
  if (!('user' in result)) return seeOther(pathsIn(input.locale).login(next));
  logAccount('Signed in', input.clientAddress, { account: result.user.id, method });
  return seeOther(next, result.headers);
}

export async function submitSetup(sql: Database, input: FormInput): Promise<FormOutcome> {
  const { value, errors } = await readForm(SetupSchema, input);
  if (!value) return { errors };
  const { name, email, password } = value;
  const passwordHash = await hashPassword(password);
  const user = { name, email, passwordHash, roles: ['administrator'] as const };
  const created = await createUser(sql, user, { isFirst: true });
  if (created === 'late') return notFound();
  if (created === 'taken') return { errors: { email: describeFieldIssue('taken', input.locale) } };
  return await enter(sql, input, 'setup', value, pathsIn(input.locale).gettingStarted);
}

/** Accepts an invitation. Creates an account if its address has none. */
export async function submitInvitation(
  sql: Database,
  input: FormInput,
  token: string,
  invitation: Invitation,
): Promise<FormOutcome> {
  const { user, locale, clientAddress } = input;
  const paths = pathsIn(locale);
  const next = invitation.clubId === null ? paths.account : paths.clubView(invitation.clubId);
  if (invitation.hasAccount) {
    if (!user || !(await acceptInvitation(sql, token, { userId: user.id }))) return {};
    logAccount('Permissions changed', clientAddress, { account: user.id, by: 'invitation' });
    return seeOther(next);
  }
  const { value, errors } = await readForm(InvitedSchema, input);
  if (!value) return { errors };
  const { name, password } = value;
  const accepted = await acceptInvitation(sql, token, { name, passwordHash: await hashPassword(password) });
  if (!accepted) return {};
  return await enter(sql, input, 'invitation', { email: invitation.email, password }, next);
}

/** Sends a password reset link, or one that edits clubs. The result is the address, whether or not it is known. */
export async function submitLinkRequest(
  kind: 'reset' | 'edit',
  sql: Database,
  input: FormInput,
  siteName: string,
): Promise<FormOutcome<string>> {
  const { mail, editLinkMail } = settings();
  const sender = kind === 'edit' ? editLinkMail : mail;
  if (!sender) return notFound();
  const { value, errors } = await readForm(EmailFormSchema, input);
  if (!value) return { errors };
  const { email } = value;
  const limited =
    kind === 'edit' ? editLinksOfClient.countAddress(input.clientAddress) : countReset(email, input.clientAddress);
  if (limited) return tooMany(limited, input.locale);
  (kind === 'edit' ? sendEditLink : sendResetLink)(sql, sender, email, { locale: input.locale, siteName });
  return { result: email };
}

/** Sets a new password by a reset link. The result is whether the link was still valid. */
export async function submitReset(sql: Database, input: FormInput, token: string): Promise<FormOutcome<boolean>> {
  const { value, errors } = await readForm(PasswordSchema, input);
  return value ? { result: await resetPassword(sql, token, value.password) } : { errors };
}
