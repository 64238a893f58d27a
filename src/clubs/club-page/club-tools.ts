import type { Sql } from '../../../db/client.ts';
import { mayRead } from '../../access.ts';
import type { User } from '../../accounts/permissions.ts';
import { routes } from '../../paths.ts';
import { findRevision } from '../record/state.ts';
import { OLDEST } from '../record/revision.ts';
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

export type ClubTools = Awaited<ReturnType<typeof loadClubTools>>;

/** Call this before loading the club's page: a newer revision would confirm changes that the page does not show. */
export async function loadClubTools(sql: Sql, user: User | null, clubId: number) {
  const tools = (Object.keys(TOOL_ROUTES) as ClubTool[]).filter((tool) => mayRead(TOOL_ROUTES[tool], user, clubId));
  if (!tools.includes('confirm')) return { tools, revision: OLDEST, askedUntil: null };
  return {
    tools,
    revision: await findRevision(sql, clubId),
    // The last day to answer the open round; null if no answer is needed.
    askedUntil: (await findAsked(sql, [clubId])).get(clubId) ?? null,
  };
}
