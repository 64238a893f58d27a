import { SMALL_WORDS } from '../../small-words.ts';
import { ALIAS_SEPARATOR } from '../alias.ts';
import { readCategories, type Category } from '../category.ts';
import { foldForSearch } from './fold.ts';
import { joinLines, lineAt, toLines, type Lines } from './lines.ts';

/**
 * What searches need of all clubs, in the order of the list, at one version of the directory. A club's position is its
 * place in that order.
 */
export interface NameIndex {
  version: string;
  ids: Int32Array;
  /** 1 for each active club. */
  active: Uint8Array;
  /** 1 for each club with a logo or a text. */
  hasContent: Uint8Array;
  /** The folded names. */
  names: Lines;
  /** The folded aliases in `|`, a tab, and the acronyms of the name in `|`. */
  otherNames: Lines;
  /** The categories of each club, as a position in `categoryTexts`. */
  categoryIds: Uint32Array;
  categoryTexts: CategoryTexts;
  /** The ids by status, in the order of the list. */
  byStatus: { active: Int32Array; inactive: Int32Array };
}

/** A club as the index needs it. */
export interface IndexedClub {
  id: number;
  isActive: boolean;
  hasContent: boolean;
  nameFolded: string;
  category: string;
  aliases: string;
}

/** The distinct category texts of clubs. Indexes that follow each other share one, which only grows. */
export class CategoryTexts {
  readonly #ids = new Map<string, number>();
  readonly categories: (readonly Category[])[] = [];

  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.categories.length);
    return this.categories.push(readCategories(text)) - 1;
  }
}

/** A stretch of an index; `to` is exclusive. */
interface Slice {
  index: NameIndex;
  from: number;
  to: number;
}

/** Indexes clubs that come in the order of the list. */
export function indexClubs(
  version: string,
  clubs: readonly IndexedClub[],
  categoryTexts = new CategoryTexts(),
): NameIndex {
  return withStatus({
    version,
    ids: Int32Array.from(clubs, ({ id }) => id),
    active: Uint8Array.from(clubs, ({ isActive }) => Number(isActive)),
    hasContent: Uint8Array.from(clubs, (club) => Number(club.hasContent)),
    names: toLines(clubs.map(({ nameFolded }) => nameFolded)),
    otherNames: toLines(clubs.map(formatOtherNames)),
    categoryIds: Uint32Array.from(clubs, ({ category }) => categoryTexts.idOf(category)),
    categoryTexts,
  });
}

function formatOtherNames({ nameFolded, aliases }: IndexedClub): string {
  const others = aliases === '' ? [] : aliases.split(ALIAS_SEPARATOR).map(foldForSearch);
  const format = (texts: string[]) => (texts.length === 0 ? '' : `|${texts.join('|')}|`);
  return `${format(others)}\t${format(acronymsOf(nameFolded))}`;
}

/** Joins stretches of indexes that share their category texts. */
export function concatenate(version: string, slices: readonly Slice[], categoryTexts: CategoryTexts): NameIndex {
  const count = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  const columns = {
    ids: new Int32Array(count),
    active: new Uint8Array(count),
    hasContent: new Uint8Array(count),
    categoryIds: new Uint32Array(count),
  };
  let at = 0;
  for (const { index, from, to } of slices) {
    for (const name of ['ids', 'active', 'hasContent', 'categoryIds'] as const)
      columns[name].set(index[name].subarray(from, to), at);
    at += to - from;
  }
  const join = (name: 'names' | 'otherNames') =>
    joinLines(slices.map(({ index, from, to }) => ({ lines: index[name], from, to })));
  return withStatus({ version, ...columns, names: join('names'), otherNames: join('otherNames'), categoryTexts });
}

function withStatus(index: Omit<NameIndex, 'byStatus'>): NameIndex {
  const { ids, active } = index;
  return {
    ...index,
    byStatus: {
      active: ids.filter((_, position) => active[position] === 1),
      inactive: ids.filter((_, position) => active[position] === 0),
    },
  };
}

/** A club that is new or changed in the index; `previousId` is the club before it in the list, or null. */
export interface MovedClub extends IndexedClub {
  previousId: number | null;
}

/**
 * The index of the next version, without the clubs of `changedIds` and with those of `moved`, which come in the order of
 * the list. Null if the changes do not belong to this version.
 */
export function applyChanges(
  index: NameIndex,
  version: string,
  changedIds: readonly number[],
  moved: readonly MovedClub[],
): NameIndex | null {
  if (changedIds.length === 0) return { ...index, version };
  const changed = new Set(changedIds);
  // The new clubs behind each club that stays (null: before all). A club whose predecessor moved too comes with it.
  const followers = new Map<number | null, IndexedClub[]>();
  let anchor: number | null = null;
  for (const club of moved) {
    if (club.previousId === null || !changed.has(club.previousId)) anchor = club.previousId;
    followers.set(anchor, [...(followers.get(anchor) ?? []), club]);
  }
  const anchors = [...followers.keys()].filter((id) => id !== null);
  const positions = findIds(index.ids, new Set([...changed, ...anchors]));
  if (anchors.some((id) => !positions.has(id))) return null;

  const slices: Slice[] = [];
  const add = (clubs: IndexedClub[] = []) =>
    slices.push({ index: indexClubs(version, clubs, index.categoryTexts), from: 0, to: clubs.length });
  add(followers.get(null));
  let from = 0;
  for (const [id, position] of [...positions].sort(([, a], [, b]) => a - b)) {
    slices.push({ index, from, to: changed.has(id) ? position : position + 1 });
    add(followers.get(id));
    from = position + 1;
  }
  slices.push({ index, from, to: index.ids.length });
  return concatenate(version, slices, index.categoryTexts);
}

/** The positions of those of the wanted ids that are there. */
function findIds(ids: Int32Array, wanted: ReadonlySet<number>): Map<number, number> {
  const positions = new Map<number, number>();
  // For a few, the engine's own search is many times faster.
  if (wanted.size <= 32) for (const id of wanted) positions.set(id, ids.indexOf(id));
  else ids.forEach((id, position) => wanted.has(id) && positions.set(id, position));
  return new Map([...positions].filter(([, position]) => position !== -1));
}

/** The name at a position, folded. */
export const nameAt = ({ names }: NameIndex, position: number): string => lineAt(names, position);

/** The words of a text. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const LONGEST_ACRONYM = 12;

/** The initials of a folded name: of all words, and of those that are not small words. */
export function acronymsOf(nameFolded: string): string[] {
  // The s of "Men's" is not a word.
  const words = wordsOf(nameFolded.replace(/'s(?![\p{L}\p{N}\p{M}])/gu, ''));
  const initialsOf = (some: string[]) => some.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0)).join('');
  const all = initialsOf(words);
  const large = initialsOf(words.filter((word) => !SMALL_WORDS.has(word)));
  return [...new Set([all, large])].filter(({ length }) => length > 1 && length <= LONGEST_ACRONYM);
}
