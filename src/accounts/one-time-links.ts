import type { Database, Sql, Transaction } from '../../db/client.ts';
import { findClubsOfAddress } from '../clubs/record/club-addresses.ts';
import { hasManagers } from './grants.ts';
import { createToken, hashToken } from './tokens.ts';

/** How long the links are valid, in seconds. */
export const SETUP_AGE = 24 * 60 * 60;
const RESET_AGE = 60 * 60;
const EDIT_AGE = 60 * 60;

/** The library stores its own rows in the same table, under a digest without a prefix. */
const SETUP_PREFIX = 'first-account:';
const RESET_PREFIX = 'reset-password:';
const EDIT_PREFIX = 'edit-clubs:';

async function insertToken(database: Database, prefix: string, value: string, seconds: number): Promise<string> {
  const token = createToken();
  await database.begin(
    (tx) => tx`
      insert into user_verification (identifier, value, expires_at)
      values (${prefix + hashToken(token)}, ${value}, now() + make_interval(secs => ${seconds}))`,
  );
  return token;
}

const isValid = async (sql: Sql, prefix: string, token: string): Promise<boolean> =>
  (await sql`select from user_verification where identifier = ${prefix + hashToken(token)} and expires_at > now()`)
    .length > 0;

/** Creates the token of a link for the first account. Links of other processes stay valid. */
export const createSetupToken = (database: Database): Promise<string> =>
  insertToken(database, SETUP_PREFIX, '', SETUP_AGE);

/** Whether a link for the first account is valid: it has not expired, and no administrator exists. */
export const isSetupToken = async (sql: Sql, token: string): Promise<boolean> =>
  (await isValid(sql, SETUP_PREFIX, token)) && !(await hasManagers(sql));

export async function deleteSetupTokens(tx: Transaction): Promise<void> {
  await tx`delete from user_verification where starts_with(identifier, ${SETUP_PREFIX})`;
}

/** Why an account gets no password reset link. Without a password it signs in at the identity provider only. */
export type ResetIssue = 'unknown' | 'noPassword';

export async function createResetToken(
  database: Database,
  email: string,
): Promise<{ name: string; token: string } | { issue: ResetIssue }> {
  const [user] = await database<{ id: number; name: string; hasPassword: boolean }[]>`
    select id, name, exists (
      select from user_account where user_id = site_user.id and provider_id = 'credential'
    ) as has_password
    from site_user where email = ${email}`;
  if (!user) return { issue: 'unknown' };
  if (!user.hasPassword) return { issue: 'noPassword' };
  return { name: user.name, token: await insertToken(database, RESET_PREFIX, String(user.id), RESET_AGE) };
}

export const isResetToken = (sql: Sql, token: string): Promise<boolean> => isValid(sql, RESET_PREFIX, token);

/** Deletes a reset token, so that it works once. Returns the id of its account; null if the token is not valid. */
export async function consumeResetToken(tx: Transaction, token: string): Promise<number | null> {
  const [row] = await tx<{ value: string; isValid: boolean }[]>`
    delete from user_verification where identifier = ${RESET_PREFIX + hashToken(token)}
    returning value, expires_at > now() as is_valid`;
  return row?.isValid ? Number(row.value) : null;
}

export async function deleteResetTokens(tx: Transaction, userId: number): Promise<void> {
  await tx`
    delete from user_verification where value = ${String(userId)} and starts_with(identifier, ${RESET_PREFIX})`;
}

/** Creates the token of a link that edits the clubs of an e-mail address. */
export const createEditToken = (database: Database, email: string): Promise<string> =>
  insertToken(database, EDIT_PREFIX, email, EDIT_AGE);

/** The address that an edit link was sent to; null if the link has expired. */
export async function findEditAddress(sql: Sql, token: string): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`
    select value from user_verification where identifier = ${EDIT_PREFIX + hashToken(token)} and expires_at > now()`;
  return row?.value ?? null;
}

export type EditLink = Awaited<ReturnType<typeof findEditLink>>;

/** `isValid`: whether the link has not expired, and the club has its address. */
export async function findEditLink(sql: Sql, token: string, clubId: number) {
  const email = (await findEditAddress(sql, token)) ?? '';
  const club = (await findClubsOfAddress(sql, email)).find(({ id }) => id === clubId);
  return { clubId, email, clubName: club?.name ?? '', isValid: club !== undefined };
}

export const deleteExpiredLinks = (database: Database): Promise<unknown> =>
  database.begin((tx) => tx`delete from user_verification where expires_at < now()`);
