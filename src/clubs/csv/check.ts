import { foldForSearch } from '../list/fold.ts';
import { CLUB_ID_MAX } from '../field-rules.ts';
import { makeIssue, type FileFault, type FileIssue } from './issues.ts';
import type { FileRow } from './rows.ts';

/** A club of the directory. */
export interface StoredClub {
  id: number;
  name: string;
  nameFolded: string;
  parentId: number | null;
  isSample: boolean;
}

/** A row with its club: the one with its id or, without an id, the one with its name. */
export interface Match {
  row: FileRow;
  club: StoredClub | null;
  /** The club that has the name of the row. */
  named: StoredClub | null;
  isLeftOut: boolean;
}

/** A file beside the directory as it is without the sample clubs to be deleted. */
export interface Comparison {
  /** In the order of the file. */
  matches: readonly Match[];
  clubs: readonly StoredClub[];
  clubsByName: ReadonlyMap<string, StoredClub>;
  /** Clubs without a row that will be deleted, and those that are left out. */
  deletedIds: ReadonlySet<number>;
  keptIds: ReadonlySet<number>;
  deleteMissing: boolean;
  isComplete: boolean;
}

/** Finds the errors and warnings that depend on the directory. */
export function checkAgainstDirectory(comparison: Comparison): FileIssue[] {
  const chosen = comparison.matches.filter(({ isLeftOut }) => !isLeftOut);
  const matchedIds = new Set(chosen.flatMap(({ club }) => club?.id ?? []));
  return [
    ...checkNames(chosen),
    ...checkIds(chosen, comparison),
    ...checkParents(chosen, matchedIds, comparison),
    ...warnOfSimilarNames(chosen, matchedIds, comparison),
  ];
}

function checkNames(chosen: readonly Match[]): FileIssue[] {
  const first = new Map<string, number>();
  return chosen.flatMap(({ row }) => {
    if (row.name === '') return [];
    const line = first.get(row.name);
    if (line === undefined) first.set(row.name, row.line);
    else return [makeIssue(row, { code: 'nameTwice', line }, { column: 'name', value: row.name })];
    return [];
  });
}

/** New clubs are numbered after the largest id: a larger one is probably an invention. */
const LIKELY_ID_MAX = 2_000_000_000;

const isRenamed = ({ row, club }: Match) => club !== null && club.name !== row.name;

function checkIds(chosen: readonly Match[], { matches, deletedIds, keptIds }: Comparison): FileIssue[] {
  const idsOf = (some: readonly Match[]) =>
    new Set(some.filter((one) => isRenamed(one) && one.row.club?.id).flatMap(({ club }) => club?.id ?? []));
  const [renamed, renamedOrLeftOut] = [idsOf(chosen), idsOf(matches)];
  const firstOf = new Map<number, FileRow>();
  return chosen.flatMap(({ row, club, named }) => {
    if (!row.club) return [];
    const { id = null } = row.club;
    const issue = (fault: FileFault, kind: FileIssue['kind'] = 'mistake') =>
      makeIssue(row, fault, { kind, column: 'id', value: id === null ? '' : String(id), club: row.name });
    const issues: FileIssue[] = [];
    if (id !== null && !club && id > LIKELY_ID_MAX) {
      issues.push(issue({ code: 'idLarge', largest: CLUB_ID_MAX }, 'warning'));
    }
    if (id !== null && named && named.id !== id) {
      const givesNameUp = renamed.has(named.id) || deletedIds.has(named.id);
      const mayTakeIn = renamedOrLeftOut.has(named.id) || keptIds.has(named.id);
      const way = club ? (givesNameUp ? 'split' : null) : mayTakeIn ? 'takeIn' : null;
      // A new club may take a name that its club gives up in this import.
      if (club || !givesNameUp) {
        issues.push(issue({ code: 'idOfOther', of: club?.name ?? null, named: named.id, way }));
      }
    }
    const clubId = club?.id ?? id;
    const first = clubId === null ? undefined : firstOf.get(clubId);
    if (first && first.name !== row.name) issues.push(issue({ code: 'sameClub', line: first.line }));
    if (clubId !== null && !first) firstOf.set(clubId, row);
    return issues;
  });
}

/** A club in the tree of parents: its id or, for a new one, its line below zero. */
type Node = number;

function checkParents(
  chosen: readonly Match[],
  matchedIds: ReadonlySet<number>,
  { matches, clubs, clubsByName, deletedIds, deleteMissing, isComplete }: Comparison,
): FileIssue[] {
  const nodeOf = ({ row, club }: Match): Node => club?.id ?? -row.line;
  const rowsByName = new Map(chosen.toReversed().map((match) => [match.row.name, match]));
  const findParent = (name: string): Node | null => {
    const row = rowsByName.get(name);
    if (row) return nodeOf(row);
    const club = clubsByName.get(name);
    return club && !deletedIds.has(club.id) && !matchedIds.has(club.id) ? club.id : null;
  };
  const renames = new Map(chosen.filter(isRenamed).map(({ row, club }) => [club?.name, row]));
  const leftOut = new Map(
    matches.toReversed().flatMap(({ row, isLeftOut }) => (isLeftOut ? [[row.name, row.line] as const] : [])),
  );
  const describeUnknown = (name: string): FileFault => {
    const renamed = renames.get(name);
    if (renamed) return { code: 'parentRenamed', line: renamed.line, to: renamed.name };
    const line = leftOut.get(name);
    if (line !== undefined) return { code: 'parentLeftOut', line };
    return { code: deleteMissing && clubsByName.has(name) ? 'parentDeleted' : 'parentUnknown' };
  };

  const parents = new Map<Node, Node>();
  for (const { id, parentId } of clubs) {
    if (parentId !== null && !matchedIds.has(id) && !deletedIds.has(id)) parents.set(id, parentId);
  }
  const issues: FileIssue[] = [];
  const of = ({ row }: Match) => ({ column: 'parent_name', value: row.parentName, club: row.name }) as const;
  for (const match of chosen) {
    if (match.row.parentName === '') continue;
    const parent = findParent(match.row.parentName);
    if (parent === null && isComplete) {
      issues.push(makeIssue(match.row, describeUnknown(match.row.parentName), of(match)));
    }
    if (parent !== null && match.row.club) parents.set(nodeOf(match), parent);
  }
  const rowsByNode = new Map(chosen.map((match) => [nodeOf(match), match]));
  const loops = findLoops(parents);
  const storedNames = new Map(loops.length > 0 ? clubs.map(({ id, name }) => [id, name]) : []);
  const nameOf = (node: Node) => rowsByNode.get(node)?.row.name ?? storedNames.get(node) ?? '';
  for (const loop of loops) {
    for (const [index, node] of loop.entries()) {
      const match = rowsByNode.get(node);
      const names = [...loop.slice(index), ...loop.slice(0, index)].map(nameOf);
      if (match) issues.push(makeIssue(match.row, toLoopFault(names), of(match)));
    }
  }
  return issues;
}

function toLoopFault(loop: string[]): FileFault {
  if (loop.length === 1) return { code: 'ownParent' };
  const around = [...loop, ...loop.slice(0, 1)];
  return around.length > 6
    ? { code: 'loop', first: around.slice(0, 3), last: around.slice(-2) }
    : { code: 'loop', first: around, last: [] };
}

/** The loops among parents, each once and in order. Looks at every club once. */
export function findLoops(parents: ReadonlyMap<Node, Node>): Node[][] {
  const loops: Node[][] = [];
  const seen = new Set<Node>();
  for (const start of parents.keys()) {
    const path = new Map<Node, number>();
    let node: Node | undefined = start;
    while (node !== undefined && !seen.has(node)) {
      seen.add(node);
      path.set(node, path.size);
      node = parents.get(node);
    }
    const index = node === undefined ? undefined : path.get(node);
    if (index !== undefined) loops.push([...path.keys()].slice(index));
  }
  return loops;
}

/** Two names that are the same for a search may be of one club. */
function warnOfSimilarNames(
  chosen: readonly Match[],
  matchedIds: ReadonlySet<number>,
  { clubs, deleteMissing }: Comparison,
): FileIssue[] {
  const others = deleteMissing ? [] : clubs.filter(({ id }) => !matchedIds.has(id));
  const stored = new Map(others.map((club) => [club.nameFolded, club.name]));
  const first = new Map<string, FileRow>();
  return chosen.flatMap(({ row }) => {
    if (row.name === '') return [];
    const folded = foldForSearch(row.name);
    const issues: FileIssue[] = [];
    const warn = (fault: FileFault) =>
      issues.push(makeIssue(row, fault, { kind: 'warning', column: 'name', value: row.name }));
    const before = first.get(folded);
    if (before && before.name !== row.name) warn({ code: 'similarName', line: before.line });
    if (!before) first.set(folded, row);
    const name = stored.get(folded);
    if (name !== undefined && name !== row.name) warn({ code: 'similarStoredName', name });
    return issues;
  });
}
