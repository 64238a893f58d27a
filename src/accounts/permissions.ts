/** What a user may be allowed to do, in the terms of the site that this one replaces. */
export const PERMISSIONS = ['club.add_club', 'club.change_club', 'club.delete_club', 'auth.change_user'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What comes with a role; a role that is given later more has it for everybody who has the role. */
export const ROLES = {
  board: ['club.add_club', 'club.change_club', 'club.delete_club'],
  administrator: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** What somebody was given: roles, and permissions of their own. */
export interface Grants {
  roles: readonly Role[];
  permissions: readonly Permission[];
}

/** The permission without which nobody could give any. */
export const MANAGE_USERS = 'auth.change_user' satisfies Permission;
/** The roles that come with a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  ROLE_NAMES.filter((role) => ROLES[role].some((one) => one === permission));
const MANAGING_ROLES = rolesWith(MANAGE_USERS);
/** Whether somebody with these grants may look after accounts. */
export const canManageUsers = ({ roles, permissions }: Grants): boolean =>
  permissions.includes(MANAGE_USERS) || roles.some((role) => MANAGING_ROLES.includes(role));

/** Somebody who is signed in, as of the moment they asked. */
export interface User {
  id: number;
  name: string;
  email: string;
  /** Those of their own, and those of their roles. */
  permissions: ReadonlySet<Permission>;
  /** The clubs that they are an officer of. */
  officerOf: ReadonlySet<number>;
  /** The session that they asked with. */
  sessionId: number;
}

/**
 * What somebody must be to be answered at an address: anybody, signed in, permitted, permitted all of several things, or
 * an officer of the club it is about.
 */
export type Access =
  'public' | 'signed-in' | Permission | { allOf: readonly Permission[] } | { permission: Permission; orOfficer: true };

/** Whether somebody may go where this is asked; `clubId` is the club that the address names, if it names one. */
export function isAllowed(access: Access, user: User | null, clubId: number | null): boolean {
  if (access === 'public') return true;
  if (!user) return false;
  if (access === 'signed-in') return true;
  if (typeof access === 'string') return user.permissions.has(access);
  if ('allOf' in access) return access.allOf.every((permission) => user.permissions.has(permission));
  return user.permissions.has(access.permission) || (clubId !== null && user.officerOf.has(clubId));
}
