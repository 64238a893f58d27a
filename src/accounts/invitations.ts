import type { Database, Sql } from '../../db/client.ts';
import { firstOf, type Fragment } from '../lib/sql.ts';
import { addGrants, isPermitted } from './grants.ts';
import { MANAGE_USERS, type Grants } from './permissions.ts';
import { createToken, hashToken } from './tokens.ts';
import { findUserId, insertUser } from './users.ts';

export const INVITATION_DAYS = 7;

export const INVITATIONS_LISTED = 100;

export interface NewInvitation extends Grants {
  /** In lower case. */
  email: string;
  invitedBy: number;
  /** The club that the invited person becomes an officer of. */
  clubId?: number;
}

/** Creates an invitation and returns the token of its link. Replaces open ones for the same address and club. */
export async function createInvitation(
  database: Database,
  { email, roles, permissions, invitedBy, clubId }: NewInvitation,
): Promise<string> {
  const token = createToken();
  const club = clubId ?? null;
  await database.begin(async (tx) => {
    await tx`
      delete from invitation
      where accepted_at is null
        and (expires_at < now() or (email = ${email} and club_id is not distinct from ${club}::integer))`;
    await tx`
      insert into invitation (token, email, roles, permissions, club_id, invited_by, expires_at)
      values (${hashToken(token)}, ${email}, ${roles}::text[], ${permissions}::text[], ${club}, ${invitedBy},
        now() + make_interval(days => ${INVITATION_DAYS}))`;
  });
  return token;
}

/** Marks an invitation whose link was only sent by e-mail: using it proves the address. */
export async function markSentByEmail(database: Database, token: string): Promise<void> {
  await database.begin((tx) => tx`update invitation set is_by_letter = true where token = ${hashToken(token)}`);
}

export interface Invitation {
  email: string;
  hasAccount: boolean;
  clubId: number | null;
  clubName: string | null;
}

/** The invitation of a token; null if it is not valid. */
export const findInvitation = (sql: Sql, token: string): Promise<Invitation | null> =>
  firstOf(sql<Invitation[]>`
    select email, club_id, (select name from club where club.id = club_id) as club_name,
      exists (select from site_user where site_user.email = invitation.email) as has_account
    from invitation where token = ${hashToken(token)} and ${isValid(sql)}`);

export interface OpenInvitation extends Grants {
  id: number;
  email: string;
  clubName: string | null;
  invitedBy: string;
  expiresAt: Date;
}

/** The valid invitations for a club, or all, newest first. */
export const findOpenInvitations = async (sql: Sql, clubId?: number): Promise<OpenInvitation[]> =>
  await sql<OpenInvitation[]>`
    select id, email, to_json(roles) as roles, to_json(permissions) as permissions, expires_at,
      (select name from club where club.id = club_id) as club_name,
      (select name from site_user where site_user.id = invited_by) as invited_by
    from invitation where ${isValid(sql)} ${clubId === undefined ? sql`` : sql`and club_id = ${clubId}`}
    order by created_at desc, id desc limit ${INVITATIONS_LISTED}`;

/** Deletes an open invitation: with `clubId`, only one of that club. */
export async function withdrawInvitation(database: Database, id: number, clubId?: number) {
  await database.begin(
    (tx) => tx`
      delete from invitation
      where id = ${id} and accepted_at is null ${clubId === undefined ? tx`` : tx`and club_id = ${clubId}`}`,
  );
}

/** Whether the author of an invitation may appoint officers, or manages accounts. */
const isOfBoard = (sql: Sql): Fragment => sql`exists (
  select from site_user
  where site_user.id = invited_by and (${isPermitted(sql, 'club.change_club')} or ${isPermitted(sql, MANAGE_USERS)}))`;

/**
 * Whether an invitation is open, not expired, and its author may still create it: for roles and permissions, they
 * manage accounts; for a club, they are its officer or of the board.
 */
const isValid = (sql: Sql): Fragment => sql`(
  accepted_at is null and expires_at > now() and exists (
    select from site_user
    where site_user.id = invited_by
      and ((club_id is not null and roles = '{}' and permissions = '{}') or ${isPermitted(sql, MANAGE_USERS)})
      and (
        club_id is null
        or ${isPermitted(sql, 'club.change_club')}
        or exists (select from club_officer where club_officer.club_id = invitation.club_id and user_id = site_user.id)
      )
  ))`;

/**
 * Accepts an invitation for a new account, or for the existing account of its address. False if it is not valid, if
 * the address has an account already, or if the account has another address.
 */
export async function acceptInvitation(
  database: Database,
  token: string,
  by: { userId: number } | { name: string; passwordHash: string },
): Promise<boolean> {
  return await database.begin(async (tx) => {
    // A concurrent acceptance waits, then finds none. The e-mail or the author of the invitation proves the address.
    const [invitation] = await tx<
      (Grants & { id: number; email: string; clubId: number | null; isEmailVerified: boolean })[]
    >`
      select id, email, to_json(roles) as roles, to_json(permissions) as permissions, club_id,
        (is_by_letter or ${isOfBoard(tx)}) as is_email_verified
      from invitation where token = ${hashToken(token)} and ${isValid(tx)}
      for update`;
    if (!invitation) return false;
    const { id, email, isEmailVerified, clubId } = invitation;
    const userId =
      'userId' in by ? await findUserId(tx, email) : await insertUser(tx, { ...by, email, isEmailVerified });
    if (userId === null || ('userId' in by && userId !== by.userId)) return false;
    await addGrants(tx, userId, invitation);
    if (clubId !== null)
      await tx`insert into club_officer (club_id, user_id) values (${clubId}, ${userId}) on conflict do nothing`;
    await tx`update invitation set accepted_at = now(), accepted_by = ${userId} where id = ${id}`;
    return true;
  });
}
