import type { Access } from './accounts/permissions.ts';
import { routes } from './paths.ts';

/** What a route is asked for, and by whom. */
export interface RouteRules {
  methods: readonly string[];
  access: Access;
}

const READ = ['GET', 'HEAD'];
const FORM = ['GET', 'HEAD', 'POST'];

const read = (access: Access): RouteRules => ({ methods: READ, access });
const form = (access: Access): RouteRules => ({ methods: FORM, access });

/**
 * Every route of pages that are made on demand, by its pattern: the only place that says who may come there. One that
 * does not stand here is answered to nobody. The API is public, and read alone.
 */
export const ROUTE_RULES: Readonly<Partial<Record<string, RouteRules>>> = {
  [routes.clubList]: read('public'),
  [routes.clubView]: read('public'),
  [routes.clubNew]: form('club.add_club'),
  [routes.clubEdit]: form({ permission: 'club.change_club', orOfficer: true }),
  [routes.clubDelete]: form('club.delete_club'),
  [routes.islands]: read('public'),
  [routes.image]: read('public'),
  [routes.login]: form('public'),
  [routes.loginProvider]: { methods: ['POST'], access: 'public' },
  [routes.loginCallback]: read('public'),
  [routes.logout]: { methods: ['POST'], access: 'public' },
  [routes.setup]: form('public'),
  [routes.passwordResets]: form('public'),
  [routes.passwordReset]: form('public'),
  [routes.users]: form('auth.change_user'),
  [routes.userView]: form('auth.change_user'),
  [routes.invitation]: form('public'),
};
