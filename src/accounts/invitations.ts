import { randomBytes } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import { TEXT_ARRAY } from '../sql-fragments.ts';
import type { Grants, Permission, Role } from './permissions.ts';
import { addGrants, addPassword, digestOf } from './queries.ts';

/** For so many days an invitation is good. */
export const INVITATION_DAYS = 7;

/** Who is invited, by whom, and what they are to be allowed. */
export interface NewInvitation extends Grants {
  /** In small letters. */
  email: string;
  invitedBy: number;
}

/**
 * Makes an invitation and answers the token of its link, which is told once: the database has its hash. It takes the
 * place of those to the same address that nobody has accepted.
 */
export async function createInvitation(
  database: Database,
  { email, roles, permissions, invitedBy }: NewInvitation,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await database.begin(async (tx) => {
    await tx`
      delete from invitation
      where expires_at < now() or (email = ${email} and accepted_at is null and club_id is null)`;
    await tx`
      insert into invitation (token, email, roles, permissions, invited_by, expires_at)
      values (${digestOf(token)}, ${email}, ${tx.array([...roles], TEXT_ARRAY)}::text[],
        ${tx.array([...permissions], TEXT_ARRAY)}::text[], ${invitedBy}, now() + make_interval(days => ${INVITATION_DAYS}))`;
  });
  return token;
}

/** An invitation that is still good. */
export interface Invitation {
  email: string;
  /** Whether its address has an account already. */
  hasAccount: boolean;
}

/** The invitation of a token; null for one that is too old, was accepted, or is none. */
export async function findInvitation(sql: Sql, token: string): Promise<Invitation | null> {
  const [found] = await sql<Invitation[]>`
    select email, exists (select from site_user where site_user.email = invitation.email) as has_account
    from invitation where token = ${digestOf(token)} and accepted_at is null and expires_at > now()`;
  return found ?? null;
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
      insert into site_user (name, email) values (${name}, ${invitation.email})
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
}

/** Whoever asks for the same one meanwhile waits, and then finds it accepted. */
async function lockInvitation(tx: Transaction, token: string): Promise<LockedInvitation | null> {
  const [found] = await tx<LockedInvitation[]>`
    select id, email, to_json(roles) as roles, to_json(permissions) as permissions, club_id
    from invitation where token = ${digestOf(token)} and accepted_at is null and expires_at > now()
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
