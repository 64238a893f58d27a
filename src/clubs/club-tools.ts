import type { Sql } from '../../db/client.ts';
import { mayRead } from '../access.ts';
import type { User } from '../accounts/permissions.ts';
import { routes } from '../paths.ts';
import type { Day } from './day.ts';
import { findRevision } from './history.ts';
import { OLDEST, type Revision } from './revision.ts';
import { findAsked } from './round.ts';

/** What somebody may do with a club besides reading it, in the order in which it is shown. */
const TOOL_ROUTES = {
  edit: routes.clubEdit,
  confirm: routes.clubConfirm,
  history: routes.clubHistory,
  officers: routes.clubOfficers,
  delete: routes.clubDelete,
};

export type ClubTool = keyof typeof TOOL_ROUTES;

/** What a user may do with a club, with what that needs to know of the club. */
export interface ClubTools {
  tools: readonly ClubTool[];
  /** Of the club before its page is loaded. */
  revision: Revision;
  /** Until when the yearly round asks for an answer; null where it does not, or has one. */
  askedUntil: Day | null;
}

/**
 * Loads what a user may do with a club. To be called before its page is loaded: what is shown may be newer than its
 * revision, and then is asked for once more; never the other way round.
 */
export async function loadClubTools(sql: Sql, user: User | null, clubId: number): Promise<ClubTools> {
  const tools = (Object.keys(TOOL_ROUTES) as ClubTool[]).filter((tool) => mayRead(TOOL_ROUTES[tool], user, clubId));
  if (!tools.includes('confirm')) return { tools, revision: OLDEST, askedUntil: null };
  return {
    tools,
    revision: await findRevision(sql, clubId),
    askedUntil: (await findAsked(sql, [clubId])).get(clubId) ?? null,
  };
}
