import { meanings } from '../record/field-rules.ts';
import { foldForSearch } from '../record/fold.ts';
import { compose } from '../record/text.ts';

/* What people write in a spreadsheet instead of an empty cell or a status word. */

const LONGEST = 20;

const fold = (cell: string): string => {
  const text = cell.trim();
  return text.length > LONGEST ? '' : foldForSearch(compose(text, LONGEST)).trim();
};

/** English and French, folded. */
const PLACEHOLDERS = new Set(
  (
    'n/a|n.a.|n.a|na|none|nil|null|no|tbd|tba|tbc|to be determined|coming soon|unknown|' +
    'aucun|aucune|neant|sans|non|rien|nc|n.c.|n/c|sans objet|a venir|a definir|inconnu|#|0|never|jamais|0000-00-00|1900-01-00'
  ).split('|'),
);

/** Whether a cell is a placeholder for a missing value. */
export const isPlaceholder = (cell: string): boolean => {
  const text = fold(cell);
  return PLACEHOLDERS.has(text) || /^(?:[-–—]{1,5}|\.{1,5}|\?{1,5}|_{1,5}|\/)$/.test(text);
};

/** Links without the lines that have a placeholder instead of a URL, also after a label. */
export const withoutPlaceholders = (links: string): string =>
  links
    .split(/(?<=\n)/)
    .filter((line) => /\.[^\s.]{2}/.test(line) || ![line, line.trim().split(/\s/).at(-1) ?? ''].some(isPlaceholder))
    .join('');

/** Initials of yes and no in the languages of the status words, marks, and numbers with decimals. */
const STATUS_MARKS = meanings('y o j s t x on 1.0 1,0 ✓ ✔ ☑ ✅', 'n f off 0.0 0,0 ✗ ✘ ☐ ❌');

/** How other words for an active or inactive club begin, in English and French, folded. */
const ACTIVE = /^(reg|rec|app|affil|agre|accred|valid|enreg|open|ouv|current|en cours)/;
const INACTIVE =
  /\b(non|not\b|pas\b|un(reg|rec|app|off)|de(reg|rec)|inact|dorm|dissol|dissou|disband|defunct|susp|expir|laps|clos|ferm|archiv|former|ancien|withdr|retir|revo|ceas|cess|sommeil|veille|arret|denied|reject|refus|radi|cancel|annul|termin|frozen|gel|hold|paus|supprim|delet)/;

/** The status that another word such as "Registered" means: active unless it says otherwise. Undefined for other texts. */
export const guessStatus = (cell: string): boolean | undefined =>
  /^\p{L}[\p{L}\s'’.()/-]{2,39}$/u.test(cell.trim()) ? !INACTIVE.test(foldForSearch(cell)) : undefined;

/** Whether a word means a status, and is not just read as active. */
export const isStatus = (word: string): boolean => [ACTIVE, INACTIVE].some((known) => known.test(foldForSearch(word)));

/** The status that a mark or an abbreviation means; undefined for other texts. */
export const readStatusMark = (cell: string): boolean | undefined =>
  STATUS_MARKS.get(cell.trim().toLowerCase().replace('\ufe0f', ''));
