import type { Database } from '../../db/client.ts';
import { findAsked } from '../clubs/round/queries.ts';
import { NO_STORE, seeOther } from '../lib/responses.ts';
import { messages, type Done } from '../messages/messages.ts';
import { pathsIn, withDone } from '../paths.ts';
import { settings } from '../settings.ts';
import { findAccountData } from './account-data.ts';
import { ChangePasswordSchema, OwnPasswordSchema } from './fields.ts';
import { readForm, tooMany, type FormOutcome, type FormInput } from './form.ts';
import { changePassword, checkOwnPassword, type PasswordRefusal } from './passwords.ts';
import type { User } from './permissions.ts';
import { beginProviderSignIn } from './provider.ts';
import { endSessions } from './sessions.ts';
import { findUser } from './users.ts';
import { setWeeklyEmail } from './weekly-email.ts';

export type OwnAccount = NonNullable<Awaited<ReturnType<typeof loadOwnAccount>>>;

/** Loads the signed-in user's account; null if it was deleted meanwhile. */
export async function loadOwnAccount(sql: Database, user: User) {
  const details = await findUser(sql, user.id);
  if (!details) return null;
  const { provider } = settings();
  const issuers = details.signInMethods.map(({ issuer }) => issuer);
  const hasPassword = issuers.includes(null);
  const clubIds = details.officerOf.map(({ id }) => id);
  return {
    details,
    hasPassword,
    // Whether an identity of the provider can be linked.
    canJoin: provider !== null && hasPassword && !issuers.includes(provider.issuer),
    // Deadlines of the yearly check, by club.
    asked: await findAsked(sql, clubIds),
  };
}

/** Submits a form of the account page. The result is the address of the provider to link an identity at. */
export async function submitAccountForm(
  sql: Database,
  input: FormInput,
  user: User,
  { canJoin }: OwnAccount,
): Promise<FormOutcome<{ providerUrl: string }>> {
  const { request, clientAddress, locale } = input;
  const { account } = pathsIn(locale);
  const { account: t, accounts } = messages(locale);
  const done = (what: Done) => seeOther(withDone(account, what));
  const refuse = (refused: PasswordRefusal) =>
    refused === 'wrong' ? { error: t.wrongPassword } : tooMany(refused, locale);

  switch (input.action) {
    case 'password': {
      const { value, errors } = await readForm(ChangePasswordSchema, input);
      if (!value) return { errors };
      const passwords = { from: value.old_password, to: value.new_password };
      const refused = await changePassword(sql, user, passwords, clientAddress);
      return refused === null ? done('passwordChanged') : refuse(refused);
    }
    case 'join': {
      const { provider } = settings();
      const { value, errors } = await readForm(OwnPasswordSchema, input);
      if (!value) return { errors };
      if (!provider || !canJoin) return {};
      const checked = await checkOwnPassword(sql, user, value.password, clientAddress);
      if ('refused' in checked) return refuse(checked.refused);
      const pages = { next: withDone(account, 'providerJoined'), onError: account };
      const begun = await beginProviderSignIn(sql, provider, pages, request);
      if (!begun) return { error: accounts.providerErrors.unreachable };
      const { headers, ...result } = begun;
      return { result, headers };
    }
    case 'data': {
      const headers = { ...NO_STORE, 'Content-Disposition': 'attachment; filename="account.json"' };
      return Response.json(await findAccountData(sql, user.id), { headers });
    }
    case 'weekly':
      await setWeeklyEmail(sql, user.id, input.form.has('weekly') ? locale : null);
      return done('cellSaved');
    case 'sessions':
      await endSessions(sql, user.id, { except: user.sessionId });
      return done('otherSessionsEnded');
    default:
      return {};
  }
}
