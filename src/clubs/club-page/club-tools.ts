import type { Sql } from '../../../db/client.ts';
import { mayRead } from '../../access.ts';
import type { User } from '../../accounts/permissions.ts';
import { routes } from '../../paths.ts';
import type { Day } from '../record/day.ts';
import { findRevision } from '../record/state.ts';
import { OLDEST, type Revision } from '../record/revision.ts';
import { findAsked } from '../round/queries.ts';

/** In the order of the buttons. */
const TOOL_ROUTES = {
  edit: routes.clubEdit,
  confirm: routes.clubConfirm,
  history: routes.clubHistory,
  officers: routes.clubOfficers,
  merge: routes.boardMerge,
  delete: routes.clubDelete,
};

export type ClubTool = keyof typeof TOOL_ROUTES;

export interface ClubTools {
  tools: readonly ClubTool[];
  /** The revision of the club before its page is loaded. */
  revision: Revision;
  /** The last day to answer the open round; null if no answer is needed. */
  askedUntil: Day | null;
}

/** Call this before loading the club's page: a newer revision would confirm changes that the page does not show. */
export async function loadClubTools(sql: Sql, user: User | null, clubId: number): Promise<ClubTools> {
  const tools = (Object.keys(TOOL_ROUTES) as ClubTool[]).filter((tool) => mayRead(TOOL_ROUTES[tool], user, clubId));
  if (!tools.includes('confirm')) return { tools, revision: OLDEST, askedUntil: null };
  return {
    tools,
    revision: await findRevision(sql, clubId),
    askedUntil: (await findAsked(sql, [clubId])).get(clubId) ?? null,
  };
}
