import type { Sql } from '../../db/client.ts';
import { selectGrants } from './grants.ts';

/** Everything stored about an account, for its owner, without secrets: password hashes, session tokens, links. */
export async function findAccountData(sql: Sql, userId: number): Promise<Record<string, unknown>> {
  const [user = {}] = await sql`
    select id, name, email, is_email_verified, weekly_locale, created_at, updated_at, ${selectGrants(sql)}
    from site_user where id = ${userId}`;
  const { roles, permissions, ...profile } = user;
  const lists = {
    officerOf: sql`
      select club.id, club.name, club_officer.created_at as since from club_officer join club on club.id = club_id
      where user_id = ${userId} order by club.id`,
    signInMethods: sql`
      select provider_id as provider, case when provider_id <> 'credential' then account_id end as subject, created_at,
        updated_at
      from user_account where user_id = ${userId} order by id`,
    sessions: sql`
      select created_at, updated_at as used_at, expires_at from user_session where user_id = ${userId} order by id`,
    steps: sql`
      select id::float8 as id, kind, done_at, user_name as name, note,
        (select count(distinct club_id)::integer from club_change where step_id = step.id) as clubs
      from club_step step where user_id = ${userId} order by step.id`,
    invitations: sql`
      select email, to_json(roles) as roles, to_json(permissions) as permissions, club_id, created_at, expires_at, accepted_at
      from invitation where invited_by = ${userId} order by id`,
    roundsStarted: sql`
      select id, started_at, ended_at from confirmation_round where started_by = ${userId} order by id`,
    messagesClosed: sql`select id, club_name, closed_at from inbox_message where closed_by = ${userId} order by id`,
  };
  const found = Object.entries(lists).map(async ([name, rows]) => [name, await rows] as const);
  return { profile, roles, permissions, ...Object.fromEntries(await Promise.all(found)) };
}
