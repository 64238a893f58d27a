import { LOCALES } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { FIELD_NAMES, parseField, type FieldName } from '../record/fields.ts';
import { CLUB_LIMITS } from '../record/field-rules.ts';
import { countCharacters } from '../record/text.ts';
import {
  FORM_COLUMNS,
  foldHeader,
  HEADER_NAMES,
  IGNORED,
  MODIFIERS,
  PERSONAL,
  SUBJECTS,
  type NamedColumn,
} from './header-names.ts';
import { REPEATED, type ColumnTarget } from './match-columns.ts';
import { readStatusMark } from './lenient-cells.ts';

type Named = NamedColumn | FieldName;
interface Guess {
  named: Named;
  /** The best one of several columns counts. */
  score: number;
}

/** What a header is by its folded name: our column or label, or one of `HEADER_NAMES`. */
const EXACT: ReadonlyMap<string, Named> = new Map<string, Named>([
  ...LOCALES.flatMap((locale) =>
    FIELD_NAMES.filter((field) => field !== 'id').map(
      (field) => [foldHeader(messages(locale).clubFields[field]), field] as const,
    ),
  ),
  ...FIELD_NAMES.map((field) => [foldHeader(field), field] as const),
  ['description', 'text'],
]);

const split = (names = '') => names.split(',').map((name) => name.trim().split(' '));
const NAMES = (Object.keys(HEADER_NAMES) as NamedColumn[]).map((named) => {
  const { names, inSentences } = HEADER_NAMES[named];
  const phrases = split(names);
  return { named, phrases, words: new Set(phrases.flat()), sentences: inSentences ? split(inSentences) : [] };
});

/** In words, and in characters. */
const SENTENCE = 6;
const LONGEST = 300;

/** Whether a header is about a person, or added by a form. */
const isPersonal = (folded: string): boolean => PERSONAL.test(folded) || FORM_COLUMNS.test(folded);

/** What a column may be by its header, the most probable first. */
function guessColumn(cell: string): Guess[] {
  const folded = foldHeader(cell.slice(0, LONGEST));
  const exact = EXACT.get(folded);
  if (exact) return [{ named: exact, score: 2 }];
  if (folded === '' || isPersonal(folded)) return [];
  const all = folded
    .replace(/\bwhat (do|does)\b.*\bdo\b|what (you|we|they) do\b|\bque fai(t|tes)\b/, '$& description')
    .split(' ');
  const hasSubject = all.some((word) => SUBJECTS.has(word));
  const words = all.filter((word) => !SUBJECTS.has(word) && !IGNORED.has(word));
  if (words.length === 0) return hasSubject ? [{ named: 'name', score: 2.5 }] : [];
  const find = (phrase: readonly string[]) =>
    words.findIndex((_, at) => phrase.every((word, index) => words[at + index] === word));
  const named = NAMES.flatMap(({ named, phrases, words: known }) => {
    const longest = Math.max(...phrases.map((phrase) => (find(phrase) < 0 ? 0 : phrase.length)));
    const isAll = words.every((word) => known.has(word) || MODIFIERS.has(word));
    return longest > 0 && isAll ? [{ named, longest, score: hasSubject ? 3 : 2 }] : [];
  }).sort((a, b) => b.longest - a.longest);
  if (named.length > 0 || (!cell.includes('?') && all.length < SENTENCE)) return named;
  return NAMES.flatMap(({ named, sentences }) =>
    sentences.map((phrase) => ({ named, at: find(phrase), length: phrase.length, score: hasSubject ? 3 : 1 })),
  )
    .filter(({ named, at }) => at >= 0 && (named !== 'name' || hasSubject))
    .sort((a, b) => a.at - b.at || b.length - a.length);
}

/** Whether a cell is the header of a column that is known, also if it is not imported. */
export const isKnownHeader = (cell: string): boolean =>
  cell.length <= LONGEST && (guessColumn(cell).length > 0 || isPersonal(foldHeader(cell)));

/** Enough to see what a column contains. */
const EXAMPLES = 200;

const isValid = (field: FieldName) => (cell: string) =>
  parseField(field, cell).value !== undefined || (field === 'is_active' && readStatusMark(cell) !== undefined);

/** Whether at least half of the cells of a column are what its header promises. */
function fits(named: Named, cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').slice(0, EXAMPLES);
  const areMost = (some: { length?: number; size?: number }) => (some.length ?? some.size ?? 0) * 2 >= filled.length;
  if (filled.length === 0) return true;
  if (named === 'link') return areMost(filled.filter(isValid('links')));
  if (named !== 'name' && named !== 'text') return areMost(filled.filter(isValid(named)));
  return !areMost(filled.filter(isValid('contact'))) && (named === 'text' || areMost(new Set(filled)));
}

const isLong = (cell: string) => countCharacters(cell) > CLUB_LIMITS.shortDescription;
/** The second of two texts may be the same one in another language. */
const LANGUAGE = /\b(english|french|anglais|francais)\b/;

/** Forms add the address of the person who answers. */
const RESPONDENT = /^(email( address)?|adresse (e?mail|electronique)|courriel)$/;

/** Guesses what each column of a file is, by its header and then by its cells. */
export function guessColumns(header: readonly string[], records: readonly (readonly string[])[]): ColumnTarget[] {
  const folded = header.map(foldHeader);
  const isForm = folded.some((name) => FORM_COLUMNS.test(name));
  const isOurs = folded.includes('short description') && folded.includes('is active');
  const columns = header.map((cell, index) => ({ index, cell, cells: records.map((cells) => cells[index] ?? '') }));
  const guesses = columns.flatMap(({ index, cell, cells }) => {
    const guess = guessColumn(cell).find(({ named }) => fits(named, cells));
    if (!guess) return [];
    // The number of a row in another system is not an id.
    if (guess.named === 'id' && !isOurs) return [];
    if (isForm && RESPONDENT.test(folded[index] ?? '')) return [];
    return [{ ...guess, index, cells }];
  });
  const targets: ColumnTarget[] = header.map(() => null);
  const isFree = (target: ColumnTarget) => REPEATED.includes(target) || !targets.includes(target);
  // A text depends on the other columns.
  guesses.sort((a, b) => Number(a.named === 'text') - Number(b.named === 'text') || b.score - a.score);
  for (const { index, named, cells } of guesses) {
    const texts = [
      'short_description',
      ...(LANGUAGE.test(folded[index] ?? '') ? [] : ['description' as const]),
    ] as const;
    const wanted: readonly ColumnTarget[] = {
      text: cells.some(isLong) ? (['description'] as const) : texts,
      website: ['website', 'link'] as const,
    }[named as string] ?? [named as ColumnTarget];
    targets[index] = wanted.find(isFree) ?? null;
  }
  return targets;
}
