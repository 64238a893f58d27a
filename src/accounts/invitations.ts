import { randomBytes } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import { TEXT_ARRAY, type Fragment } from '../sql-fragments.ts';
import { MANAGE_USERS, type Grants, type Permission, type Role } from './permissions.ts';
import { addGrants, addPassword, digestOf, isPermitted } from './queries.ts';

/** For so many days an invitation is good. */
export const INVITATION_DAYS = 7;

/** Who is invited, by whom, and what they are to be allowed. */
export interface NewInvitation extends Grants {
  /** In small letters. */
  email: string;
  invitedBy: number;
  /** The club that they are to be an officer of. */
  clubId?: number;
}

/**
 * Makes an invitation and answers the token of its link, which is told once: the database has its hash. It takes the
 * place of those to the same address, for the same club, that nobody has accepted and that whoever makes it may withdraw.
 */
export async function createInvitation(
  database: Database,
  { email, roles, permissions, invitedBy, clubId }: NewInvitation,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const club = clubId ?? null;
  await database.begin(async (tx) => {
    await tx`
      delete from invitation
      where accepted_at is null
        and (expires_at < now() or (
          email = ${email} and club_id is not distinct from ${club}::integer and ${mayWithdraw(tx, invitedBy)}
        ))`;
    await tx`
      insert into invitation (token, email, roles, permissions, club_id, invited_by, expires_at)
      values (${digestOf(token)}, ${email}, ${tx.array([...roles], TEXT_ARRAY)}::text[],
        ${tx.array([...permissions], TEXT_ARRAY)}::text[], ${club}, ${invitedBy},
        now() + make_interval(days => ${INVITATION_DAYS}))`;
  });
  return token;
}

/** Notes that a letter to its address alone has told the link: who opens it has that address. */
export async function noteLetter(database: Database, token: string): Promise<void> {
  await database.begin((tx) => tx`update invitation set is_by_letter = true where token = ${digestOf(token)}`);
}

/** An invitation that is still good. */
export interface Invitation {
  email: string;
  /** Whether its address has an account already. */
  hasAccount: boolean;
  /** The club that it makes somebody an officer of. */
  clubId: number | null;
  clubName: string | null;
}

/** The invitation of a token; null for one that is no longer good, or is none. */
export async function findInvitation(sql: Sql, token: string): Promise<Invitation | null> {
  const [found] = await sql<Invitation[]>`
    select email, club_id, (select name from club where club.id = club_id) as club_name,
      exists (select from site_user where site_user.email = invitation.email) as has_account
    from invitation where token = ${digestOf(token)} and ${isGood(sql)}`;
  return found ?? null;
}

/** An invitation that nobody has accepted yet, as it is listed. */
export interface OpenInvitation extends Grants {
  id: number;
  email: string;
  clubId: number | null;
  clubName: string | null;
  /** How whoever made it is called. */
  invitedBy: string;
  /** Whether it was made by somebody who says who the officers are, and not by one of these. */
  isOfBoard: boolean;
  expiresAt: Date;
}

/** So many invitations are listed. */
export const INVITATIONS_LISTED = 100;

/** Invitations that are still good, the newest first: those for a club, or all of them. */
export async function findOpenInvitations(sql: Sql, clubId?: number): Promise<OpenInvitation[]> {
  return await sql<OpenInvitation[]>`
    select id, email, to_json(roles) as roles, to_json(permissions) as permissions, club_id, expires_at,
      (select name from club where club.id = club_id) as club_name,
      (select name from site_user where site_user.id = invited_by) as invited_by,
      ${isNamer(sql, sql`invited_by`)} as is_of_board
    from invitation where ${isGood(sql)} ${clubId === undefined ? sql`` : sql`and club_id = ${clubId}`}
    order by created_at desc, id desc limit ${INVITATIONS_LISTED}`;
}

/**
 * Takes back an invitation that nobody has accepted, of this club or of any, where `byId` may; whether or not there is
 * one of this number.
 */
export async function withdrawInvitation(database: Database, id: number, byId: number, clubId?: number): Promise<void> {
  await database.begin(
    (tx) => tx`
      delete from invitation
      where id = ${id} and accepted_at is null and ${mayWithdraw(tx, byId)}
        ${clubId === undefined ? tx`` : tx`and club_id = ${clubId}`}`,
  );
}

/** Officers leave alone what those have made who say who is one. */
const mayWithdraw = (sql: Sql, byId: number): Fragment =>
  sql`(${isNamer(sql, sql`${byId}`)} or not ${isNamer(sql, sql`invited_by`)})`;

/** Whether somebody says who the officers of clubs are, or looks after accounts. */
const isNamer = (sql: Sql, userId: Fragment): Fragment => sql`exists (
  select from site_user
  where site_user.id = ${userId} and (${isPermitted(sql, 'club.change_club')} or ${isPermitted(sql, MANAGE_USERS)}))`;

/** Nobody has accepted it, it is not too old, and whoever made it may still invite like this. */
const isGood = (sql: Sql): Fragment => sql`(accepted_at is null and expires_at > now() and ${isBacked(sql)})`;

/**
 * Whether whoever made an invitation may still do so: for a club, who may say who its officers are, and these; for
 * anything else, who looks after accounts.
 */
const isBacked = (sql: Sql): Fragment => sql`exists (
  select from site_user
  where site_user.id = invited_by
    and (
      (club_id is not null and roles = '{}' and permissions = '{}') or ${isPermitted(sql, MANAGE_USERS)}
    )
    and (
      club_id is null
      or ${isPermitted(sql, 'club.change_club')}
      or exists (select from club_officer where club_officer.club_id = invitation.club_id and user_id = site_user.id)
    )
  )`;

/** Takes back the open invitations of somebody that they may no longer make. */
export async function withdrawUnbacked(tx: Transaction, userId: number): Promise<void> {
  await tx`delete from invitation where accepted_at is null and invited_by = ${userId} and not ${isBacked(tx)}`;
}

/** What came of an attempt to accept an invitation. */
export type Acceptance = 'done' | 'gone' | 'hasAccount' | 'otherAccount';

/** Makes the account that somebody was invited to; of two who ask at once, one. */
export async function acceptAsNew(
  database: Database,
  token: string,
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<Acceptance> {
  return await database.begin(async (tx) => {
    const invitation = await lockInvitation(tx, token);
    if (!invitation) return 'gone';
    const [user] = await tx<{ id: number }[]>`
      insert into site_user (name, email, is_email_verified)
      values (${name}, ${invitation.email}, ${invitation.isAnsweredFor})
      on conflict (email) do nothing
      returning id`;
    if (!user) return 'hasAccount';
    await addPassword(tx, user.id, passwordHash);
    await give(tx, invitation, user.id);
    return 'done';
  });
}

/** Adds what an invitation grants to the account of its address. */
export async function acceptAsUser(database: Database, token: string, userId: number): Promise<Acceptance> {
  return await database.begin(async (tx) => {
    const invitation = await lockInvitation(tx, token);
    if (!invitation) return 'gone';
    const [user] = await tx`select from site_user where id = ${userId} and email = ${invitation.email}`;
    if (!user) return 'otherAccount';
    await give(tx, invitation, userId);
    return 'done';
  });
}

interface LockedInvitation {
  id: number;
  email: string;
  roles: Role[];
  permissions: Permission[];
  clubId: number | null;
  /** Whether the address is known to be that of who accepts it: by a letter, or from somebody who names officers. */
  isAnsweredFor: boolean;
}

/** Whoever asks for the same one meanwhile waits, and then finds it accepted. */
async function lockInvitation(tx: Transaction, token: string): Promise<LockedInvitation | null> {
  const [found] = await tx<LockedInvitation[]>`
    select id, email, to_json(roles) as roles, to_json(permissions) as permissions, club_id,
      (is_by_letter or ${isNamer(tx, tx`invited_by`)}) as is_answered_for
    from invitation where token = ${digestOf(token)} and ${isGood(tx)}
    for update`;
  return found ?? null;
}

async function give(tx: Transaction, invitation: LockedInvitation, userId: number): Promise<void> {
  await addGrants(tx, userId, invitation);
  if (invitation.clubId !== null) {
    await tx`
      insert into club_officer (club_id, user_id) values (${invitation.clubId}, ${userId}) on conflict do nothing`;
  }
  await tx`update invitation set accepted_at = now(), accepted_by = ${userId} where id = ${invitation.id}`;
}
