import { clubStore } from '../clubs/club-store.ts';
import { countOpen } from '../clubs/admin/inbox/queries.ts';
import type { Day } from '../clubs/day.ts';
import { findAsked } from '../clubs/round/queries.ts';
import { readClubId } from '../clubs/search.ts';
import { mayRead } from '../access.ts';
import type { Done } from '../messages/done.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { pathsIn, routes, withDone } from '../paths.ts';
import { settings } from '../settings.ts';
import { ChangePasswordSchema, describeFault, OwnPasswordSchema, readForm, type Faults } from './forms.ts';
import { changePassword, checkOwnPassword, type PasswordDoubt } from './own-password.ts';
import type { User } from './permissions.ts';
import { beginProviderJoin, describeProviderFault } from './provider.ts';
import { endOtherSessions, endSessionOf } from './queries.ts';
import { findAccountData, findUser, type UserDetails } from './users.ts';

/** The data of the account page. */
export interface OwnAccount {
  details: UserDetails;
  hasPassword: boolean;
  /** Whether an account of the provider can be added. */
  canJoin: boolean;
  /** Deadlines of the yearly confirmation, by club. */
  asked: ReadonlyMap<number, Day>;
  /** Number of open messages; null without access to the inbox. */
  openMessages: number | null;
}

/** Loads the signed-in user's account; null if it was deleted meanwhile. */
export async function loadOwnAccount(user: User): Promise<OwnAccount | null> {
  const { sql } = clubStore();
  const details = await findUser(sql, user.id);
  if (!details) return null;
  const { provider } = settings();
  const issuers = details.ways.map(({ issuer }) => issuer);
  const hasPassword = issuers.includes(null);
  return {
    details,
    hasPassword,
    canJoin: provider !== null && hasPassword && !issuers.includes(provider.issuer),
    asked: await findAsked(
      sql,
      details.officerOf.map(({ id }) => id),
    ),
    openMessages: mayRead(routes.inbox, user) ? await countOpen(sql) : null,
  };
}

/** Why a form was rejected. */
export interface RefusedAccountForm {
  status: 422 | 429;
  waitSeconds?: number;
  /** Form-level errors. */
  error?: { password?: string; join?: string | null };
  /** Field errors. */
  fieldErrors?: FieldErrors;
}

type FieldErrors = Partial<Record<'old_password' | 'new_password' | 'password', string | null>>;

type SubmittedAccountForm =
  { done: Done } | { data: unknown } | { toProvider: string; headers: Headers } | { refused: RefusedAccountForm };

/** Handles the forms of the account page. */
export async function submitAccountForm(
  request: Request,
  form: FormData,
  { user, canJoin, address, locale }: { user: User; canJoin: boolean; address: string; locale: Locale },
): Promise<SubmittedAccountForm> {
  const { sql } = clubStore();
  switch (form.get('action')) {
    case 'password': {
      const { value, faults } = await readForm(ChangePasswordSchema, form);
      if (!value) return { refused: { status: 422, fieldErrors: describeFaults(faults, locale) } };
      const doubted = await changePassword(user, { from: value.old_password, to: value.new_password }, address);
      return doubted ? { refused: describeDoubt(doubted, 'password', locale) } : { done: 'passwordChanged' };
    }
    case 'join': {
      const { provider } = settings();
      const { value, faults } = await readForm(OwnPasswordSchema, form);
      if (!value) return { refused: { status: 422, fieldErrors: describeFaults(faults, locale) } };
      if (!provider || !canJoin) return { refused: { status: 422 } };
      const checked = await checkOwnPassword(user, value.password, address);
      if ('doubt' in checked) return { refused: describeDoubt(checked, 'join', locale) };
      const { account } = pathsIn(locale);
      const ways = { next: withDone(account, 'providerJoined'), onFault: account };
      const begun = await beginProviderJoin(provider, request, ways);
      if ('fault' in begun)
        return { refused: { status: 422, error: { join: describeProviderFault(begun.fault, locale) } } };
      return { toProvider: begun.url, headers: begun.headers };
    }
    case 'data':
      return { data: await findAccountData(sql, user.id) };
    case 'session': {
      const given = form.get('session_id');
      const sessionId = typeof given === 'string' ? readClubId(given) : null;
      if (sessionId !== null) await endSessionOf(sql, user.id, sessionId);
      return { done: 'sessionEnded' };
    }
    case 'sessions':
      await endOtherSessions(sql, user.id, user.sessionId);
      return { done: 'otherSessionsEnded' };
    default:
      return { refused: { status: 422 } };
  }
}

const describeFaults = (faults: Faults<keyof FieldErrors>, locale: Locale): FieldErrors =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, describeFault(fault, locale)]));

function describeDoubt(doubted: PasswordDoubt, form: 'password' | 'join', locale: Locale): RefusedAccountForm {
  const { account, accounts } = messages(locale);
  if (doubted.doubt === 'wrong') return { status: 422, error: { [form]: account.wrongPassword } };
  const { waitSeconds } = doubted;
  return { status: 429, waitSeconds, error: { [form]: accounts.slowed(waitSeconds) } };
}
