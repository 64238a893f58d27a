import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { Directory } from '../../src/clubs/directory/directory.ts';
import { VersionWatch } from '../../src/clubs/directory/version-watch.ts';
import { loadClubListPage, type ClubListPage } from '../../src/clubs/list/list-page.ts';
import { normalizeName } from '../../src/clubs/record/field-rules.ts';
import { GRID_PAGE_SIZE } from '../../src/paths.ts';
import { describeDatabase, type TestDatabase } from '../support/database.ts';
import { listRealClubFiles, REAL_CLUBS_FOLDER, type RealClub } from '../support/real-clubs.ts';

/*
 * Searches of students, judged by reading the clubs before searching. A change of the search does not change the
 * judgements. The file has one search per line:
 *
 *   directory | search | wanted clubs | other clubs that are right as the first result
 *
 * Clubs are regular expressions, separated by commas, for the beginning of a word in the folded name; after ~, in the
 * name, category or description. "-": no club is wanted. A line with # begins a kind of search.
 */

const SEARCHES = process.env.STUDENT_SEARCHES ?? join(import.meta.dirname, 'student-searches.txt');

/** Cards of the first screen, besides best matches and mentions. */
const CARDS = 12;

/** The minimum share of searches whose first screen shows a wanted club. */
const LEAST_ANSWERED = 0.95;
/** The maximum share of searches with an unwanted first result. */
const MOST_UNWANTED = 0.03;

interface StudentSearch {
  kind: string;
  directory: string;
  text: string;
  isWanted: (club: RealClub) => boolean;
  isRight: (club: RealClub) => boolean;
  /** Whether a club is wanted; otherwise the search should find nothing. */
  hasWanted: boolean;
}

interface JudgedSearch extends StudentSearch {
  shown: string[];
  isAnswered: boolean;
  /** The first result, if it is neither wanted nor right. */
  unwanted: string | null;
}

/** The names of the clubs on the first screen, in the order of the page. */
function firstScreenOf({ clubs, mentions, facets }: ClubListPage): string[] {
  return [facets.bestMatches, clubs.slice(0, CARDS), mentions.clubs.map(({ club }) => club)]
    .flat()
    .map(({ name }) => name);
}

/** Folds a text without the functions that are tested. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replace(/’/g, "'");

function readClubs(patterns: string): (club: RealClub) => boolean {
  const expressions = patterns.split(',').flatMap((part) => {
    const pattern = part.trim();
    if (pattern === '' || pattern === '-') return [];
    const isAnywhere = pattern.startsWith('~');
    const begins = new RegExp(`(?<![\\p{L}\\p{N}])${isAnywhere ? pattern.slice(1) : pattern}`, 'u');
    return [{ isAnywhere, begins }];
  });
  return ({ name, category, short_description }) =>
    expressions.some(({ isAnywhere, begins }) =>
      (isAnywhere ? [name, category, short_description] : [name]).some((text) => begins.test(fold(text))),
    );
}

function readSearches(text: string): StudentSearch[] {
  let kind = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('#')) kind = line.slice(1).trim();
    if (line.startsWith('#') || line.trim() === '') return [];
    const [directory, search, wanted, right = ''] = line.split('|').map((part) => part.trim());
    if (!directory || !search || !wanted) throw new Error(`Not a judged search: ${line}`);
    const [isWanted, isAlsoRight] = [readClubs(wanted), readClubs(right)];
    const isRight = (club: RealClub) => isWanted(club) || isAlsoRight(club);
    return [{ kind, directory, text: search, isWanted, isRight, hasWanted: wanted !== '-' }];
  });
}

/** Judges searches in a directory of these clubs, as the site opens it. */
async function judge(
  { sql, client }: TestDatabase,
  file: string,
  searches: readonly StudentSearch[],
): Promise<JudgedSearch[]> {
  const bytes = readFileSync(file);
  await sql`delete from club`;
  const result = await importClubs(client, bytes, { confirm: () => Promise.resolve(true) });
  if (result.outcome !== 'done') throw new Error(`${file}: ${JSON.stringify(result)}`);
  const rows = parse<RealClub>(bytes, { columns: true, bom: true });
  const clubs = new Map(rows.map((row) => [normalizeName(row.name), row]));

  const report = (line: string) => expect.fail(line);
  const watch = await VersionWatch.open(client);
  const directory = new Directory(client, watch, report);
  const close = async () => {
    watch.close();
    await directory.close();
  };
  onTestFinished(close);
  const judged: JudgedSearch[] = [];
  for (const search of searches) {
    const isActive = ({ is_active }: RealClub) => is_active === 'true';
    if (search.hasWanted && !rows.some((row) => isActive(row) && search.isWanted(row)))
      throw new Error(`No active club is wanted for “${search.text}” in ${search.directory}.`);
    const params = new URLSearchParams({
      name: search.text,
      club_status: 'true',
      page_size: String(GRID_PAGE_SIZE),
    });
    const shown = firstScreenOf(await loadClubListPage(directory, params, GRID_PAGE_SIZE));
    const shownClubs = shown.map((name) => {
      const club = clubs.get(name);
      if (!club) throw new Error(`${name} is not in ${file}.`);
      return club;
    });
    const [first] = shownClubs;
    judged.push({
      ...search,
      shown,
      isAnswered: search.hasWanted ? shownClubs.some(search.isWanted) : shownClubs.every(search.isRight),
      unwanted: first && !search.isRight(first) ? first.name : null,
    });
  }
  await close();
  return judged;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function describeResult(judged: readonly JudgedSearch[]) {
  const kinds = Object.entries(Object.groupBy(judged, ({ kind }) => kind)).map(
    ([kind, some = []]) => `${kind} ${some.filter(({ isAnswered }) => isAnswered).length}/${some.length}`,
  );
  const answered = judged.filter(({ isAnswered }) => isAnswered).length / judged.length;
  const unwanted = judged.filter(({ unwanted }) => unwanted !== null).length / judged.length;
  const describe = ({ kind, directory, text, shown }: JudgedSearch) =>
    `  ${kind} “${text}” in ${directory}: ${shown.slice(0, 3).join(' · ') || 'nothing'}`;
  const lines = [
    `${judged.length} searches of students: a wanted club for ${percent(answered)}, an unwanted first result for ${percent(unwanted)}`,
    `By kind: ${kinds.join(', ')}`,
    'Without a wanted club:',
    ...judged.filter(({ isAnswered }) => !isAnswered).map(describe),
    'With a wanted club, but an unwanted first result:',
    ...judged.filter(({ isAnswered, unwanted }) => isAnswered && unwanted !== null).map(describe),
  ];
  return { answered, unwanted, text: `${lines.join('\n')}\n` };
}

describeDatabase('Searches of students among the real clubs', (database) => {
  test.skipIf(REAL_CLUBS_FOLDER === null)('show a wanted club on the first screen', { timeout: 300_000 }, async () => {
    const searches = readSearches(readFileSync(SEARCHES, 'utf8'));
    const judged: JudgedSearch[] = [];
    for (const file of listRealClubFiles()) {
      const some = searches.filter(({ directory }) => file.includes(`-${directory}-`));
      if (some.length > 0) judged.push(...(await judge(database, file, some)));
    }
    expect(judged.length).toBeGreaterThan(0);
    const { answered, unwanted, text } = describeResult(judged);
    // Vitest shows no console output of a passed test.
    writeSync(1, text);
    expect(answered).toBeGreaterThanOrEqual(LEAST_ANSWERED);
    expect(unwanted).toBeLessThanOrEqual(MOST_UNWANTED);
  });
});
