import { isAllowed, type Access, type User } from './accounts/permissions.ts';
import { routes } from './paths.ts';

/** The methods of a route and who may use them. */
interface RouteRules {
  methods: readonly string[];
  access: Access;
  /** Who may submit forms, if not everyone with `access`. */
  post?: Access;
  /** Who of these may use single actions; the page calls `mayDo`. */
  actions?: Readonly<Record<string, Access>>;
}

const READ = ['GET', 'HEAD'];
const FORM = ['GET', 'HEAD', 'POST'];

const read = (access: Access): RouteRules => ({ methods: READ, access });
const form = (access: Access): RouteRules => ({ methods: FORM, access });
const sent = (access: Access): RouteRules => ({ methods: ['POST'], access });

/** An import creates and changes clubs. */
const IMPORT = { allOf: ['club.add_club', 'club.change_club'] } as const;
const IMPORT_FORM: RouteRules = {
  ...form(IMPORT),
  // Deletes clubs without a row, and sample clubs.
  actions: { delete: { allOf: [...IMPORT.allOf, 'club.delete_club'] } },
};

/**
 * The rules of every route of pages that are rendered on demand. A route without a rule responds with 404. The API is
 * public and read-only.
 */
export const ROUTE_RULES: Readonly<Partial<Record<string, RouteRules>>> = {
  [routes.clubList]: read('public'),
  [routes.clubView]: read('public'),
  [routes.clubRandom]: read('public'),
  // Visitors report problems and propose clubs.
  [routes.clubReport]: form('public'),
  [routes.clubPropose]: form('public'),
  [routes.inbox]: {
    ...form('club.change_club'),
    // Creates the club of a proposal.
    actions: { accept: 'club.add_club' },
  },
  [routes.clubShortlist]: read('public'),
  [routes.clubCompare]: read('public'),
  [routes.clubNew]: form('club.add_club'),
  [routes.clubEdit]: form({ permission: 'club.change_club', orOfficer: true }),
  // As the form itself.
  [routes.clubNewPreview]: sent('club.add_club'),
  [routes.clubPreview]: sent({ permission: 'club.change_club', orOfficer: true }),
  [routes.clubDelete]: form('club.delete_club'),
  // Officers cannot restore a state, because it has fields that they may not change.
  [routes.clubHistory]: {
    ...form({ permission: 'club.change_club', orOfficer: true }),
    post: 'club.change_club',
    // Removes a value from the history permanently.
    actions: { remove: 'auth.change_user' },
  },
  [routes.clubOfficers]: {
    ...form({ permission: 'club.change_club', orOfficer: true }),
    // Officers invite others, but cannot remove them.
    actions: { name: 'club.change_club' },
  },
  [routes.clubConfirm]: sent({ permission: 'club.change_club', orOfficer: true }),
  [routes.clubDeleted]: form('club.delete_club'),
  [routes.deskHistory]: read('club.change_club'),
  [routes.deskZeroResults]: form('club.change_club'),
  [routes.deskStep]: {
    ...form('club.change_club'),
    // Removes the name of a deleted account from the history permanently.
    post: { allOf: ['club.change_club', 'auth.change_user'] },
  },
  [routes.deskUndo]: {
    ...form('club.change_club'),
    // Deletes clubs that the step created, and restores those that it deleted.
    actions: { delete: 'club.delete_club' },
  },
  [routes.deskImports]: IMPORT_FORM,
  [routes.deskImport]: IMPORT_FORM,
  [routes.deskImportReport]: read(IMPORT),
  [routes.desk]: read('club.change_club'),
  [routes.deskExport]: read('club.change_club'),
  [routes.deskCell]: form('club.change_club'),
  [routes.deskChange]: form('club.change_club'),
  [routes.gettingStarted]: read('auth.change_user'),
  [routes.deskRound]: form('club.change_club'),
  [routes.deskRoundLinks]: read('club.change_club'),
  [routes.deskRoundEnd]: form('club.change_club'),
  // The page checks the token of the link.
  [routes.clubConfirmByLink]: form('public'),
  [routes.clubMendByLink]: form('public'),
  [routes.clubMendPreview]: sent('public'),
  [routes.islands]: read('public'),
  [routes.image]: read('public'),
  [routes.login]: form('public'),
  [routes.loginProvider]: sent('public'),
  [routes.loginCallback]: read('public'),
  [routes.logout]: sent('public'),
  [routes.account]: form('signed-in'),
  [routes.setup]: form('public'),
  [routes.passwordResets]: form('public'),
  [routes.passwordReset]: form('public'),
  [routes.users]: form('auth.change_user'),
  [routes.userView]: form('auth.change_user'),
  [routes.invitation]: form('public'),
};

/** Whether a user may read a route, for this club. */
export function mayRead(route: string, user: User | null, clubId: number | null = null): boolean {
  const rules = ROUTE_RULES[route];
  return rules !== undefined && isAllowed(rules.access, user, clubId);
}

/** Whether a user may submit a form to a route. */
export function maySend(route: string, user: User | null, clubId: number | null = null): boolean {
  const rules = ROUTE_RULES[route];
  return rules !== undefined && isAllowed(rules.post ?? rules.access, user, clubId);
}

/** Whether a user may use an action of a route. */
export function mayDo(action: string, route: string, user: User | null, clubId: number | null = null): boolean {
  const access = ROUTE_RULES[route]?.actions?.[action];
  return access !== undefined && maySend(route, user, clubId) && isAllowed(access, user, clubId);
}
