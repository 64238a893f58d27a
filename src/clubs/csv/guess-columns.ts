import { parseField, type FieldName } from '../record/fields.ts';
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
import { FIELDS_BY_NAME, REPEATED, toSiteTarget, withLabel, type ColumnTarget } from './match-columns.ts';
import { guessStatus, readStatusMark } from './lenient-cells.ts';

type Named = NamedColumn | FieldName;
interface Guess {
  named: Named;
  /** Of several columns, the one with the highest score counts. */
  score: number;
}

/** What a header is by its folded name: our column or label, or one of `HEADER_NAMES`. */
const EXACT: ReadonlyMap<string, Named> = new Map<string, Named>([
  ...FIELDS_BY_NAME,
  ['description', 'text'],
  ['beschreibung', 'text'],
  ['en activite', 'is_active'],
]);

const NAMES = (Object.keys(HEADER_NAMES) as NamedColumn[]).map((named) => {
  const names = HEADER_NAMES[named].split(', ');
  const phrases = names.map((name) => name.replace('*', '').split(' '));
  return {
    named,
    phrases,
    words: new Set(phrases.flat()),
    sentences: phrases.filter((_, at) => names[at]?.endsWith('*')),
  };
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

const isYesOrNo = (cell: string) => (parseField('is_active', cell).value ?? readStatusMark(cell)) !== undefined;

const isValid = (field: FieldName) => (cell: string) =>
  parseField(field, cell).value !== undefined ||
  (field === 'is_active' && (isYesOrNo(cell) || guessStatus(cell) !== undefined));

/** Columns of sentences: never yes or no. */
const TEXTS: readonly Named[] = ['text', 'short_description', 'description', 'how_to_join'];

/** Whether at least half of the cells of a column are what its header promises. */
function fits(named: Named, header: string, cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').slice(0, EXAMPLES);
  const areMost = (some: { length?: number; size?: number }) => (some.length ?? some.size ?? 0) * 2 >= filled.length;
  if (filled.length === 0) return true;
  if (TEXTS.includes(named) && filled.every(isYesOrNo)) return false;
  if (named === 'link') return areMost(filled.filter((cell) => isValid('links')(withLabel(cell, header))));
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
  const guesses = header.flatMap((cell, index) => {
    const cells = records.map((cells) => cells[index] ?? '');
    const name = folded[index] ?? '';
    const guess = guessColumn(cell).find(({ named }) => fits(named, cell, cells));
    // The number of a row in another system is not an id.
    if (!guess || (guess.named === 'id' && !isOurs) || (isForm && RESPONDENT.test(name))) return [];
    const texts: ColumnTarget[] = cells.some(isLong) ? ['description'] : ['short_description'];
    if (!LANGUAGE.test(name)) texts.push('description');
    const wanted =
      guess.named === 'text' ? texts : guess.named === 'website' ? (['website', 'link'] as const) : [guess.named];
    return [{ ...guess, index, wanted }];
  });
  // A text depends on the other columns.
  guesses.sort((a, b) => Number(a.named === 'text') - Number(b.named === 'text') || b.score - a.score);
  const targets: ColumnTarget[] = header.map(() => null);
  const isFree = (target: ColumnTarget) => REPEATED.includes(target) || !targets.includes(target);
  for (const { index, wanted } of guesses) targets[index] = wanted.map(toSiteTarget).find(isFree) ?? null;
  return targets;
}
