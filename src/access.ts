import { isAllowed, type Access, type User } from './accounts/permissions.ts';
import { routes } from './paths.ts';

/** What a route is asked for, and by whom. */
export interface RouteRules {
  methods: readonly string[];
  access: Access;
  /** Who may send a form there, when that is not everybody who may come. */
  post?: Access;
  /** Who of them may do single things there, by the name that the page has for it: it asks `mayDo`. */
  actions?: Readonly<Record<string, Access>>;
}

const READ = ['GET', 'HEAD'];
const FORM = ['GET', 'HEAD', 'POST'];

const read = (access: Access): RouteRules => ({ methods: READ, access });
const form = (access: Access): RouteRules => ({ methods: FORM, access });
const sent = (access: Access): RouteRules => ({ methods: ['POST'], access });

/** A file may have new clubs, and changes of others. */
const IMPORT = { allOf: ['club.add_club', 'club.change_club'] } as const;
const IMPORT_FORM: RouteRules = {
  ...form(IMPORT),
  // To delete the clubs that have no row, and the sample clubs.
  actions: { delete: { allOf: [...IMPORT.allOf, 'club.delete_club'] } },
};

/**
 * Every route of pages that are made on demand, by its pattern: the only place that says who may come there. One that
 * does not stand here is answered to nobody. The API is public, and read alone.
 */
export const ROUTE_RULES: Readonly<Partial<Record<string, RouteRules>>> = {
  [routes.clubList]: read('public'),
  [routes.clubView]: read('public'),
  [routes.clubRandom]: read('public'),
  // Whoever finds something wrong, or missing.
  [routes.clubSuggest]: form('public'),
  [routes.clubPropose]: form('public'),
  [routes.inbox]: {
    ...form('club.change_club'),
    // To make a club of a proposal.
    actions: { accept: 'club.add_club' },
  },
  [routes.clubShortlist]: read('public'),
  [routes.clubCompare]: read('public'),
  [routes.clubNew]: form('club.add_club'),
  [routes.clubEdit]: form({ permission: 'club.change_club', orOfficer: true }),
  // Who may send the form.
  [routes.clubNewPreview]: sent('club.add_club'),
  [routes.clubPreview]: sent({ permission: 'club.change_club', orOfficer: true }),
  [routes.clubDelete]: form('club.delete_club'),
  // Officers restore nothing: a state has the fields that are not theirs, and a part of it would be none that ever was.
  [routes.clubHistory]: {
    ...form({ permission: 'club.change_club', orOfficer: true }),
    post: 'club.change_club',
    // Remove a value from the history for good.
    actions: { remove: 'auth.change_user' },
  },
  [routes.clubOfficers]: {
    ...form({ permission: 'club.change_club', orOfficer: true }),
    // Officers invite others of their club, and end nobody: whoever keeps the directory says who is one.
    actions: { name: 'club.change_club' },
  },
  [routes.clubConfirm]: sent({ permission: 'club.change_club', orOfficer: true }),
  [routes.clubDeleted]: form('club.delete_club'),
  [routes.deskHistory]: read('club.change_club'),
  [routes.deskZeroResults]: form('club.change_club'),
  [routes.deskStep]: {
    ...form('club.change_club'),
    // The form removes the name of a deleted account from the history for good.
    post: { allOf: ['club.change_club', 'auth.change_user'] },
  },
  [routes.deskUndo]: {
    ...form('club.change_club'),
    // To delete what the step has made, and to bring back what it has deleted.
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
  // Whoever has the link, which is of one club: the page asks.
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

/** Whether somebody may read the pages of a route, about this club. */
export function mayRead(route: string, user: User | null, clubId: number | null = null): boolean {
  const rules = ROUTE_RULES[route];
  return rules !== undefined && isAllowed(rules.access, user, clubId);
}

/** Whether somebody may send a form there. */
export function maySend(route: string, user: User | null, clubId: number | null = null): boolean {
  const rules = ROUTE_RULES[route];
  return rules !== undefined && isAllowed(rules.post ?? rules.access, user, clubId);
}

/** Whether somebody may do one of the things there that not everybody may who sends a form. */
export function mayDo(action: string, route: string, user: User | null, clubId: number | null = null): boolean {
  const access = ROUTE_RULES[route]?.actions?.[action];
  return access !== undefined && maySend(route, user, clubId) && isAllowed(access, user, clubId);
}
