/** The permissions of the site, with the names that the contract gives them. */
export const PERMISSIONS = ['club.add_club', 'club.change_club', 'club.delete_club', 'auth.change_user'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = {
  board: ['club.add_club', 'club.change_club', 'club.delete_club'],
  administrator: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

export interface Grants {
  roles: readonly Role[];
  permissions: readonly Permission[];
}

/** The permission to manage accounts. At least one account always has it. */
export const MANAGE_USERS = 'auth.change_user' satisfies Permission;

export const rolesWith = (permission: Permission): Role[] =>
  ROLE_NAMES.filter((role) => ROLES[role].some((name) => name === permission));

/** All permissions of these grants. */
export const permissionsOf = ({ roles, permissions }: Grants): Set<Permission> =>
  new Set([...permissions, ...roles.flatMap((role): readonly Permission[] => ROLES[role])]);

/** The signed-in user, as stored when the request came in. */
export interface User {
  id: number;
  name: string;
  email: string;
  /** Includes the permissions of the roles. */
  permissions: ReadonlySet<Permission>;
  officerOf: ReadonlySet<number>;
  sessionId: number;
}

/** Who may open a page: everyone, signed-in users, users with one or all permissions, or officers of its club. */
export type Access =
  'public' | 'signed-in' | Permission | { allOf: readonly Permission[] } | { permission: Permission; orOfficer: true };

/** Whether a user has access. `clubId`: the club in the address, if any. */
export function isAllowed(access: Access, user: User | null, clubId: number | null): boolean {
  if (access === 'public') return true;
  if (!user) return false;
  if (access === 'signed-in') return true;
  if (typeof access === 'string') return user.permissions.has(access);
  if ('allOf' in access) return access.allOf.every((permission) => user.permissions.has(permission));
  return user.permissions.has(access.permission) || (clubId !== null && user.officerOf.has(clubId));
}
