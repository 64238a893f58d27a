import { hash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import type { Fragment } from '../lib/sql.ts';
import { MANAGE_USERS, permissionsOf, rolesWith, type Grants, type Permission, type Role } from './permissions.ts';

/** The columns `roles` and `permissions` of a row of `site_user`. */
export const selectGrants = (sql: Sql): Fragment => sql`
  to_json(array(select role from user_role where user_id = site_user.id order by role)) as roles,
  to_json(array(select permission from user_permission where user_id = site_user.id order by permission)) as permissions`;

/** Whether the row of `site_user` has a permission, directly or by a role. */
export const isPermitted = (sql: Sql, permission: Permission): Fragment => sql`(
  exists (select from user_permission where user_id = site_user.id and permission = ${permission})
  or exists (
    select from user_role
    where user_id = site_user.id and role = any(${rolesWith(permission)}::text[])
  ))`;

/** Whether any account may manage accounts. */
export async function hasManagers(sql: Sql): Promise<boolean> {
  return (await sql`select from site_user where ${isPermitted(sql, MANAGE_USERS)} limit 1`).length > 0;
}

/** Adds grants that someone gave. A role that a group gave no longer depends on it. */
export async function addGrants(tx: Transaction, userId: number, { roles, permissions }: Grants): Promise<void> {
  await tx`
    insert into user_permission (user_id, permission)
    select ${userId}::integer, unnest(${permissions}::text[])
    on conflict do nothing`;
  await tx`
    insert into user_role (user_id, role)
    select ${userId}::integer, unnest(${roles}::text[])
    on conflict (user_id, role) do update set is_from_group = false`;
}

/**
 * Gives the account of an identity the roles of its groups at the provider, and takes away those of former groups. The
 * last account that may manage accounts keeps its roles.
 */
export async function updateGroupRoles(
  database: Database,
  { issuer, subject }: Record<'issuer' | 'subject', string>,
  roles: readonly Role[],
): Promise<void> {
  await database.begin(async (tx) => {
    const [account] = await tx<{ userId: number }[]>`
      select user_id from user_account where provider_id = ${issuer} and account_id = ${subject}`;
    if (!account) return;
    const { userId } = account;
    if ((await lockUser(tx, userId, !roles.includes('administrator'))) === null)
      await tx`delete from user_role where user_id = ${userId} and is_from_group and role <> all(${roles}::text[])`;
    await tx`
      insert into user_role (user_id, role, is_from_group)
      select id, unnest(${roles}::text[]), true from site_user where id = ${userId}
      on conflict do nothing`;
  });
}

/** Why an account was not changed: it was deleted, or it is the last one that may manage accounts. */
export type UserIssue = 'gone' | 'lastManager';

/**
 * Blocks other changes of accounts until the transaction ends, so that two managers cannot remove each other.
 * `losesAccess`: afterwards the account cannot manage accounts.
 */
export async function lockUser(tx: Transaction, userId: number, losesAccess: boolean): Promise<UserIssue | null> {
  await tx`lock table site_user in share row exclusive mode`;
  const [user] = await tx`select from site_user where id = ${userId}`;
  if (!user) return 'gone';
  const managers = await tx<{ id: number }[]>`select id from site_user where ${isPermitted(tx, MANAGE_USERS)}`;
  return losesAccess && managers.length === 1 && managers[0]?.id === userId ? 'lastManager' : null;
}

/** Identifies the grants that a form was made for. */
export const revisionOf = ({ roles, permissions }: Grants): string =>
  hash('sha256', [...roles].sort().join() + ';' + [...permissions].sort().join(), 'hex').slice(0, 16);

/** Replaces the roles and permissions of an account, unless they changed since `revision`. */
export async function replaceGrants(
  database: Database,
  userId: number,
  grants: Grants,
  revision: string,
): Promise<UserIssue | 'changed' | null> {
  return await database.begin(async (tx) => {
    const issue = await lockUser(tx, userId, !permissionsOf(grants).has(MANAGE_USERS));
    if (issue === 'gone') return issue;
    const [current] = await tx<Grants[]>`select ${selectGrants(tx)} from site_user where id = ${userId}`;
    if (!current || revisionOf(current) !== revision) return 'changed';
    if (issue) return issue;
    const { roles, permissions } = grants;
    await tx`delete from user_role where user_id = ${userId} and role <> all(${roles}::text[])`;
    await tx`delete from user_permission where user_id = ${userId}`;
    await addGrants(tx, userId, { roles: roles.filter((role) => !current.roles.includes(role)), permissions });
    return null;
  });
}
