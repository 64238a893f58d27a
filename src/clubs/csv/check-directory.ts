import { foldForSearch } from '../record/fold.ts';
import type { SimilarityReason } from '../directory/similarity.ts';
import type { Edit } from '../history/edits.ts';
import type { FieldDifference } from '../record/texts.ts';
import type { FileIssueDetail } from '../../messages/issues.ts';
import { makeIssue, type FileIssue } from './issues.ts';
import type { FileRow } from './read-rows.ts';

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
  /** A club without a row that may be the one of a new row, under its old name. */
  similar: (StoredClub & { reason: SimilarityReason }) | null;
  newer: NewerFields | null;
}

/** Fields that a row would overwrite and that were edited on the site after the last import of its club. */
export interface NewerFields {
  differences: FieldDifference[];
  /** The last edit of one of them. */
  edit: Edit;
  isOverwritten: boolean;
}

/** A file and the current directory, without sample clubs to be deleted. */
export interface Comparison {
  /** In the order of the file. */
  matches: readonly Match[];
  clubs: readonly StoredClub[];
  clubsByName: ReadonlyMap<string, StoredClub>;
  /** Clubs without a row that will be deleted. */
  deletedIds: ReadonlySet<number>;
  deleteMissing: boolean;
  isComplete: boolean;
}

/** Finds the errors and warnings that depend on the directory. */
export function checkAgainstDirectory(comparison: Comparison): FileIssue[] {
  const chosen = comparison.matches.filter(({ isLeftOut }) => !isLeftOut);
  const matchedIds = new Set(chosen.flatMap(({ club }) => club?.id ?? []));
  return [
    ...checkNames(chosen, matchedIds, comparison),
    ...checkIds(chosen, comparison),
    ...checkParents(chosen, matchedIds, comparison),
  ];
}

/** Finds names that occur twice, and those that are the same for a search, which may be of one club. */
function checkNames(
  chosen: readonly Match[],
  matchedIds: ReadonlySet<number>,
  { clubs, deleteMissing }: Comparison,
): FileIssue[] {
  const unmatched = deleteMissing ? [] : clubs.filter(({ id }) => !matchedIds.has(id));
  /** By folded name. */
  const names = new Map(unmatched.map((club) => [club.nameFolded, club.name]));
  const lines = new Map<string, number>();
  const issues: FileIssue[] = [];
  for (const { row } of chosen) {
    const { name, line } = row;
    if (name === '') continue;
    const add = (kind: FileIssue['kind'], detail: FileIssueDetail) =>
      issues.push(makeIssue(line, detail, { kind, column: 'name', value: name }));
    const folded = foldForSearch(name);
    const first = lines.get(name);
    const before = names.get(folded) ?? name;
    if (first !== undefined) add('error', { code: 'nameTwice', line: first });
    if (before !== name) add('warning', { code: 'similarName', name: before });
    if (first === undefined) lines.set(name, line);
    if (!names.has(folded)) names.set(folded, name);
  }
  return issues;
}

function checkIds(chosen: readonly Match[], { deletedIds }: Comparison): FileIssue[] {
  const renamedIds = new Set(
    chosen.flatMap(({ row, club }) => (club && row.club?.id && club.name !== row.name ? club.id : [])),
  );
  const firstOf = new Map<number, FileRow>();
  return chosen.flatMap(({ row, club, named }) => {
    if (!row.club) return [];
    const { id = null } = row.club;
    const issue = (detail: FileIssueDetail) =>
      makeIssue(row.line, detail, { column: 'id', value: id === null ? '' : String(id), club: row.name });
    const issues: FileIssue[] = [];
    if (id !== null && named && named.id !== id) {
      // A new club may take a name that its club gives up in this import.
      const isFree = !club && (renamedIds.has(named.id) || deletedIds.has(named.id));
      if (!isFree) issues.push(issue({ code: 'idOfOther', of: club?.name ?? null, named: named.id }));
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
  { matches, clubs, clubsByName, deletedIds, isComplete }: Comparison,
): FileIssue[] {
  const nodeOf = ({ row, club }: Match): Node => club?.id ?? -row.line;
  const rowsByName = new Map(chosen.toReversed().map((match) => [match.row.name, match]));
  const findParent = (name: string): Node | null => {
    const row = rowsByName.get(name);
    if (row) return nodeOf(row);
    const club = clubsByName.get(name);
    return club && !deletedIds.has(club.id) && !matchedIds.has(club.id) ? club.id : null;
  };
  const names = new Set([...clubsByName.keys(), ...matches.map(({ row }) => row.name)]);
  const of = ({ row }: Match) => ({ column: 'parent_name', value: row.parentName, club: row.name }) as const;

  const parents = new Map<Node, Node>();
  for (const { id, parentId } of clubs) {
    if (parentId !== null && !matchedIds.has(id) && !deletedIds.has(id)) parents.set(id, parentId);
  }
  const issues: FileIssue[] = [];
  for (const match of chosen) {
    const { line, parentName, club } = match.row;
    if (parentName === '') continue;
    const parent = findParent(parentName);
    if (parent === null && isComplete) {
      const code = names.has(parentName) ? 'parentGone' : 'unknownParent';
      issues.push(makeIssue(line, { code }, of(match)));
    }
    if (parent !== null && club) parents.set(nodeOf(match), parent);
  }
  const inLoops = findLoops(parents);
  for (const match of chosen) {
    if (inLoops.has(nodeOf(match))) issues.push(makeIssue(match.row.line, { code: 'loop' }, of(match)));
  }
  return issues;
}

/** The clubs that are their own ancestors. Looks at every club once. */
function findLoops(parents: ReadonlyMap<Node, Node>): Set<Node> {
  const inLoops = new Set<Node>();
  const seen = new Set<Node>();
  for (const start of parents.keys()) {
    const path: Node[] = [];
    let node: Node | undefined = start;
    while (node !== undefined && !seen.has(node)) {
      seen.add(node);
      path.push(node);
      node = parents.get(node);
    }
    const index = node === undefined ? -1 : path.indexOf(node);
    if (index >= 0) for (const member of path.slice(index)) inLoops.add(member);
  }
  return inLoops;
}
