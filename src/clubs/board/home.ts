import type { Sql } from '../../../db/client.ts';
import { list } from '../../lib/sql.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { findSteps } from '../history/steps.ts';
import { NO_FILTER, type Lack } from './club-search.ts';
import { countTableClubs, isMissing, isUnanswered } from './queries.ts';
import { countZeroResults } from './zero-results/queries.ts';

/* The numbers of the sidebar and of the board's home page. */

export interface SidebarCounts {
  messages: number;
  /** The open yearly check: its clubs, and those that answered. */
  round: { asked: number; answered: number } | null;
  /** Null until the names are loaded. */
  clubs: number | null;
}

export async function loadSidebar({ sql, namesSoon }: ClubStore): Promise<SidebarCounts> {
  const [counts] = await sql<[Omit<SidebarCounts, 'clubs'>]>`
    select (select count(*)::int from inbox_message where closed_at is null) as messages, (
      select json_build_object('asked', count(*), 'answered', count(*) filter (where not ${isUnanswered(sql)}))
      from round_club join confirmation_round round on round.id = round_id join club on club.id = club_id
      where ended_at is null having count(*) > 0
    ) as round`;
  return { ...counts, clubs: (await namesSoon())?.clubs.length ?? null };
}

/** What active clubs should have, in the order of the page. */
const WANTED = ['contact', 'confirmation', 'category', 'short_description'] as const satisfies Lack[];

/** The maximum number of changes that the page and the weekly e-mail show. */
export const RECENT_STEPS = 8;

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** What active clubs lack, the logos on other sites, the searches without results, and the last changes of a week. */
export async function loadBoardHome(sql: Sql, limit = RECENT_STEPS) {
  const counts = WANTED.map((lack) => sql`count(*) filter (where ${isMissing(sql, lack)})`);
  const ACTIVE = { ...NO_FILTER, isActive: true };
  const [[{ found, logos }], searches, active, unreachable, steps] = await Promise.all([
    sql<[{ found: number[]; logos: number }]>`
      select json_build_array(${list(sql, counts)}) as found,
        (select count(distinct foreign_logo_url)::int from club) as logos
      from club where is_active`,
    countZeroResults(sql),
    countTableClubs(sql, ACTIVE),
    countTableClubs(sql, { ...ACTIVE, missing: ['address'] }),
    findSteps(sql, { limit }),
  ]);
  return {
    lacks: WANTED.map((lack, index) => ({ lack, clubs: found[index] ?? 0 })).filter(({ clubs }) => clubs > 0),
    logos,
    searches,
    active,
    unreachable,
    steps: steps.filter(({ step }) => Date.parse(step.doneAt) > Date.now() - WEEK),
  };
}
