import type { Database } from '../client.ts';
import { MARKDOWN_RULES } from '../../src/markdown.ts';
import { quoteCell, type ClubRow, type RowIssue } from './club-row.ts';
import type { ClubTable } from './read-csv.ts';

export interface PlanOptions {
  /** Removes the sample clubs first. */
  replaceSamples: boolean;
  /** The clubs are sample clubs. */
  asSamples: boolean;
}

/** A row with the description that its club will have, whether the file gives it or the club has it already. */
export type PlannedClub = ClubRow & { description: string };

export interface ImportPlan {
  /** The clubs to write; the others are in the database as the file has them. */
  clubs: PlannedClub[];
  created: number;
  updated: number;
  unchanged: number;
  issues: RowIssue[];
}

interface StoredClub extends Omit<PlannedClub, 'line'> {
  isSample: boolean;
  isRendered: boolean;
}

/** Compares a file with the clubs of the database, and finds what is wrong with it there. Changes nothing. */
export async function planImport(
  sql: Database,
  table: ClubTable,
  { replaceSamples, asSamples }: PlanOptions,
): Promise<ImportPlan> {
  const stays = (club: string) => (replaceSamples ? sql`not ${sql(club)}.is_sample` : sql`true`);
  const forest = await sql<{ name: string; parentName: string | null }[]>`
    select club.name, parent.name as parent_name
    from club left join club parent on parent.id = club.parent_id and ${stays('parent')}
    where ${stays('club')}`;
  const stored = await sql<StoredClub[]>`
    select club.name, club.short_description, club.description, club.is_active, coalesce(parent.name, '') as parent_name,
      club.logo, club.foreign_logo_url, coalesce(club.website, '') as website, club.category, club.is_sample,
      club.html_rules is not distinct from ${MARKDOWN_RULES} as is_rendered
    from club left join club parent on parent.id = club.parent_id and ${stays('parent')}
    where club.name = any(${table.rows.map((row) => row.name)}) and ${stays('club')}`;
  const storedByName = new Map(stored.map((club) => [club.name, club]));

  const plan: ImportPlan = { clubs: [], created: 0, updated: 0, unchanged: 0, issues: findBadParents(table, forest) };
  for (const row of table.rows) {
    const club = storedByName.get(row.name);
    const planned = { ...row, description: row.description ?? club?.description ?? '' };
    const isSame = club !== undefined && COMPARED.every((key) => planned[key] === club[key]);
    if (!club) plan.created += 1;
    else if (isSame) plan.unchanged += 1;
    else plan.updated += 1;
    if (!isSame || !club.isRendered || club.isSample !== asSamples) plan.clubs.push(planned);
  }
  return plan;
}

const COMPARED = [
  'shortDescription',
  'description',
  'isActive',
  'parentName',
  'logo',
  'foreignLogoUrl',
  'website',
  'category',
] as const satisfies (keyof StoredClub)[];

/** Parents that no club is, and parents that close a loop, in the forest as it will be. */
function findBadParents(table: ClubTable, forest: { name: string; parentName: string | null }[]): RowIssue[] {
  const parents = new Map(forest.map(({ name, parentName }) => [name, parentName ?? '']));
  const isThere = (name: string) => parents.has(name) || table.lines.has(name) || !table.isComplete;
  const missing = table.rows
    .filter(({ parentName }) => parentName !== '' && !isThere(parentName))
    .map((row) => ({
      line: row.line,
      message: `parent_name is no club: ${quoteCell(row.parentName)} (${quoteCell(row.name)})`,
    }));

  for (const { name, parentName } of table.rows) parents.set(name, parentName);
  const rows = new Map(table.rows.map((row) => [row.name, row]));
  const looped = findLoops(parents).flatMap((loop) =>
    loop.flatMap((name, index) => {
      const row = rows.get(name);
      return row ? [{ line: row.line, message: describeLoop([...loop.slice(index), ...loop.slice(0, index)]) }] : [];
    }),
  );
  return [...missing, ...looped];
}

function describeLoop(loop: string[]): string {
  if (loop.length === 1) return `parent_name must not be the club itself (${loop.map(quoteCell).join('')})`;
  const shown = [...loop, ...loop.slice(0, 1)].map(quoteCell);
  const around = shown.length > 6 ? [...shown.slice(0, 3), '…', ...shown.slice(-2)] : shown;
  return `parent_name closes a loop of parents: ${around.join(' under ')}`;
}

/** The loops among parents, each once and in order. Looks at every club once, however deep they lie. */
function findLoops(parents: ReadonlyMap<string, string>): string[][] {
  const loops: string[][] = [];
  const seen = new Set<string>();
  for (const start of parents.keys()) {
    const path = new Map<string, number>();
    let name: string | undefined = start;
    while (name && !seen.has(name)) {
      seen.add(name);
      path.set(name, path.size);
      name = parents.get(name);
    }
    const index = name ? path.get(name) : undefined;
    if (index !== undefined) loops.push([...path.keys()].slice(index));
  }
  return loops;
}
