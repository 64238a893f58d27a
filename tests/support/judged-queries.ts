/*
 * What a student types who looks for one club, made of the names and categories of real clubs by rule: written by somebody
 * who knew neither the search nor what it finds, before any of it was asked. Every choice follows from SEED.
 */
import { createHash } from 'node:crypto';

export interface Club {
  name: string;
  category: string;
}
export interface JudgedQuery {
  kind: string;
  text: string;
  place: number;
}

export const KINDS = ['accents', 'case', 'prefix', 'acronym', 'category', 'typo'] as const;
type Kind = (typeof KINDS)[number];

const SEED = 'club-directory-judge-1';
const PAGE = 24;
const SUGGESTIONS = 5;
const TYPED_WORDS = 5;

const ARTICLES = new Set(['the', 'a', 'an', 'le', 'la', 'les', 'l']);
const SMALL = new Set([
  'a',
  'an',
  'and',
  'of',
  'the',
  'for',
  'in',
  'at',
  'on',
  'to',
  'by',
  'with',
  'from',
  'de',
  'du',
  'des',
  'd',
  'la',
  'le',
  'les',
  'l',
  'et',
  'en',
  'au',
  'aux',
  'i',
  'w',
  'we',
  'na',
  'z',
  'do',
  'o',
  'oraz',
  'przy',
  'ds',
  'y',
  'und',
]);
const GREEK = new Set(
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega'.split(
    ' ',
  ),
);
// Nobody forms "DOC" for "Department of Classics": for these, small words are never taken in.
const OFFICES = new Set([
  'department',
  'office',
  'division',
  'school',
  'college',
  'center',
  'institute',
  'program',
  'programs',
]);
const WORDS_FOR_CLUB = new Set([
  'club',
  'clubs',
  'asso',
  'assos',
  'association',
  'associations',
  'organization',
  'organizations',
]);

// Keys that lie side by side in one row on QWERTY and AZERTY alike.
const NEIGHBOURS: ReadonlyMap<string, string> = new Map(
  ['ertyuiop', 'sdfghjkl', 'xcvbn'].flatMap((row) =>
    Array.from(row).map((key, i): [string, string] => [key, (row[i - 1] ?? '') + (row[i + 1] ?? '')]),
  ),
);

// ---------- small tools ----------

/** A number 0 … 2^48-1 that depends only on the seed and the parts. */
function draw(...parts: string[]): number {
  return createHash('sha256')
    .update([SEED, ...parts].join('|'), 'utf8')
    .digest()
    .readUIntBE(0, 6);
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łŁœŒæÆøØđĐß]/g, (c) => LETTERS.get(c) ?? c)
    .normalize('NFC');
}
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['Ł', 'L'],
  ['œ', 'oe'],
  ['Œ', 'Oe'],
  ['æ', 'ae'],
  ['Æ', 'Ae'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ß', 'ss'],
]);

function fold(text: string): string {
  return withoutAccents(text).toLowerCase();
}

/** The name in the characters of a keyboard, without quotation marks, single spaces. */
function keyboard(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/["“”„«»]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What of the name is typed at all: nothing from a "(" on, unless the name begins with it. */
function typed(name: string): string {
  const text = keyboard(name);
  const bracket = text.indexOf('(');
  const head = bracket > 0 ? text.slice(0, bracket) : text;
  return head.replace(/[\s,:;|-]+$/u, '');
}

/** Without "at UCI", "@ Maryland" … at the end, if at least five letters stay. */
function withoutPlace(text: string): string {
  const head = /^(\S.*?\S),? (?:at|@) \S/iu.exec(text)?.[1];
  return head !== undefined && letterCount(head) >= 5 ? head : text;
}

const letterCount = (text: string): number => (text.match(/\p{L}/gu) ?? []).length;
const hasLetter = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
const isSmall = (word: string): boolean => !hasLetter(word) || SMALL.has(fold(word).replace(/[^\p{L}\p{N}]/gu, ''));

const isUniversity = (word: string): boolean => fold(word).startsWith('universit');

/** The first `count` words (tokens without a letter or digit do not count), not ending in a small word or mark. */
function firstWords(text: string, count: number): string {
  const tokens = text.split(' ');
  let seen = 0;
  let end = 0;
  while (end < tokens.length && seen < count) {
    if (hasLetter(tokens[end] ?? '')) seen += 1;
    end += 1;
  }
  if (end < tokens.length)
    while (end > 1 && (isSmall(tokens[end - 1] ?? '') || isUniversity(tokens[end - 1] ?? ''))) end -= 1;
  return tokens
    .slice(0, end)
    .join(' ')
    .replace(/[\s,:;|-]+$/u, '');
}

const wordCount = (text: string): number => text.split(' ').filter(hasLetter).length;

function withoutThe(text: string): string {
  return text.replace(/^the\s+(?=\S)/i, '');
}

function capitalFirst(text: string): string {
  const lower = Array.from(text.toLowerCase());
  const at = lower.findIndex((c) => /\p{L}/u.test(c));
  return lower.map((c, i) => (i === at ? c.toUpperCase() : c)).join('');
}

// ---------- the data seen once ----------

interface Entry {
  place: number;
  name: string;
  typed: string;
  key: string;
  labels: string[];
}

class Data {
  readonly entries: Entry[];
  /** Folded typed names, sorted; also those without a leading "the". */
  private readonly starts: string[];
  readonly labels: Map<string, { label: string; clubs: number }>;
  readonly acronyms: Map<string, number>;
  readonly size: number;

  constructor(clubs: readonly Club[]) {
    this.size = clubs.length;
    const all = clubs.map((club, place): Entry => ({
      place,
      name: club.name,
      typed: typed(club.name),
      key: fold(keyboard(club.name)),
      labels: labelsOf(club.category),
    }));
    const times = new Map<string, number>();
    for (const e of all) times.set(e.key, (times.get(e.key) ?? 0) + 1);
    this.entries = all.filter((e) => times.get(e.key) === 1 && e.typed !== '');
    this.starts = all.map((e) => fold(e.typed));
    this.labels = new Map();
    this.acronyms = new Map();
    for (const e of all) {
      for (const label of e.labels) {
        const known = this.labels.get(fold(label));
        if (known) known.clubs += 1;
        else this.labels.set(fold(label), { label, clubs: 1 });
      }
      const acronym = acronymOf(e.name);
      if (acronym !== null) this.acronyms.set(fold(acronym), (this.acronyms.get(fold(acronym)) ?? 0) + 1);
    }
  }

  /** How many names begin with the text (a leading "the" may be missing). */
  sharers(text: string): number {
    const wanted = fold(text);
    return this.starts.filter((s) => s.startsWith(wanted) || withoutThe(s).startsWith(wanted)).length;
  }

  /** The typed name of at most five words; more words only where it is too common; null if it always is. */
  stretch(e: Entry): string | null {
    const least = Math.min(TYPED_WORDS, wordCount(withoutPlace(e.typed)));
    for (let count = least; count <= wordCount(e.typed); count += 1) {
      const text = firstWords(e.typed, count);
      if (this.sharers(text) <= PAGE) return text;
    }
    return null;
  }
}

function labelsOf(category: string): string[] {
  return [...new Set(category.split(';').map((label) => label.normalize('NFC').replace(/\s+/g, ' ').trim()))].filter(
    (label) => label !== '',
  );
}

// ---------- 1 and 2: accents, case ----------

function accentsQuery(e: Entry, data: Data): string | null {
  const text = data.stretch(e);
  if (text === null) return null;
  const plain = withoutAccents(text);
  if (plain === text) return null;
  return draw('accents-case', e.key) % 2 === 0 ? plain : plain.toLowerCase();
}

function caseQuery(e: Entry, data: Data): string | null {
  const text = data.stretch(e);
  if (text === null) return null;
  const forms = [text.toLowerCase(), text.toUpperCase(), capitalFirst(text)];
  const ten = draw('case-form', e.key) % 10;
  const first = ten < 7 ? 0 : ten < 9 ? 1 : 2;
  for (const i of [first, 0, 1, 2]) {
    const form = forms[i];
    if (form !== undefined && form !== text) return form;
  }
  return null;
}

// ---------- 3: prefix ----------

/** `count` words and three letters of the next; small ones and "University" pass for free. */
function burst(name: string, count: number): string {
  const tokens = name.split(' ');
  const passes = (word: string): boolean => isSmall(word) || isUniversity(word);
  let seen = 0;
  let end = 0;
  while (end < tokens.length && seen < count) {
    if (!passes(tokens[end] ?? '')) seen += 1;
    end += 1;
  }
  while (end < tokens.length && passes(tokens[end] ?? '')) end += 1;
  const next = tokens[end];
  const whole = tokens.slice(0, end).join(' ');
  if (next === undefined) return whole;
  let letters = 0;
  let part = '';
  for (const c of next) {
    if (letters === 3) break;
    part += c;
    if (hasLetter(c)) letters += 1;
  }
  return `${whole} ${part}`;
}

function prefixQuery(e: Entry, data: Data): string | null {
  const name = withoutThe(e.typed);
  if (!name.includes(' ')) {
    const letters = Array.from(name);
    const least = /\p{Script=Han}/u.test(name) ? 2 : 4;
    const count = Math.max(least, Math.ceil((letters.length * 2) / 3));
    if (count >= letters.length) return null;
    const text = letters.slice(0, count).join('').toLowerCase();
    return data.sharers(text) <= PAGE ? text : null;
  }
  for (let count = 1; count < wordCount(name); count += 1) {
    const text = burst(name, count);
    if (text.length >= name.length) return null;
    if (data.sharers(text) <= PAGE) return text.toLowerCase();
  }
  return null;
}

// ---------- 4: acronym ----------

/** The letters of `acronym` occur in this order in `text`, the first at the start of a word. */
function fits(acronym: string, text: string): boolean {
  const letters = Array.from(fold(acronym));
  const body = fold(text);
  return [...body.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].some((start) => {
    let at = start.index;
    return letters.every((letter, i) => {
      const found = i === 0 ? (body[at] === letter ? at : -1) : body.indexOf(letter, at + 1);
      if (found < 0) return false;
      at = found;
      return true;
    });
  });
}

/** The acronym that the name itself gives, in brackets or after/before a dash. */
function givenAcronym(name: string): string | null {
  const text = keyboard(name);
  const found = [
    ...[...text.matchAll(/\(([^()]*)\)/gu)].map((m): [string, string] => [m[1] ?? '', text.slice(0, m.index)]),
    ...[...text.matchAll(/^(.+\S)\s*-\s*(\S+)$/gu)].map((m): [string, string] => [m[2] ?? '', m[1] ?? '']),
    ...[...text.matchAll(/^(\S+) - (.+)$/gu)].map((m): [string, string] => [m[1] ?? '', m[2] ?? '']),
  ];
  for (const [part, body] of found) {
    const acronym = part.replace(/\./g, '').trim();
    if (!/^\p{L}{3,6}$/u.test(acronym)) continue;
    if ((acronym.match(/\p{Lu}/gu) ?? []).length < 2) continue;
    if (body.trim().split(' ').length < 2) continue;
    if (fits(acronym, body)) return acronym;
  }
  return null;
}

/** The part of the name whose initials are taken: without brackets, quoted name, tail, "at …". */
function acronymBody(name: string): string | null {
  if (/["“”„«»]/.test(name)) return null;
  const text = typed(name)
    .split(/ - |: | \| |, inc\b|- /i)[0]
    ?.replace(/ (?:at|@) .*$/iu, '')
    .replace(/ (?:of|at the) (?:the )?university of .*$/iu, '')
    .replace(/^(bureau (?:des |de la |du |de l'|d')\S+) .*$/iu, '$1')
    .trim();
  return text === undefined || text === '' ? null : text;
}

function initials(name: string): string | null {
  const body = acronymBody(name);
  if (body === null) return null;
  const words = [
    ...body
      .replace(/(\p{L})'s\b/giu, '$1')
      .replace(/(?<!\p{L})(?:[ld]'|l(?:a|es?) )/giu, '')
      .matchAll(/[\p{L}\p{N}]+/gu),
  ].map((m) => m[0]);
  while (words.length > 0 && ARTICLES.has(fold(words[0] ?? ''))) words.shift();
  // A part in capitals, CamelCase, a digit or a script without initials: nobody abbreviates it.
  if (words.some((w) => /\p{L}\p{Lu}|\p{N}/u.test(w) || /\p{Script=Han}/u.test(w))) return null;
  const big = words.filter((w) => !isSmall(w));
  if (big.some((w) => w.length === 1)) return null;
  // Fraternities, sororities, honor societies: the Greek letters alone (AKA, AED).
  const other = big.findIndex((w) => !GREEK.has(fold(w)));
  const greek = other < 0 ? big.length : other;
  if (big.length < 2 || greek === 2) return null;
  if (big.length < 3 && OFFICES.has(fold(big[0] ?? ''))) return null;
  const taken = greek > 2 ? big.slice(0, greek) : big.length < 3 ? words : big;
  const letters = taken.map((w) => fold(w).slice(0, 1)).join('');
  return letters.length >= 3 && letters.length <= 5 ? letters.toUpperCase() : null;
}

function acronymOf(name: string): string | null {
  return givenAcronym(name) ?? initials(name);
}

function acronymQuery(e: Entry, data: Data): string | null {
  const acronym = acronymOf(e.name);
  if (acronym === null || (data.acronyms.get(fold(acronym)) ?? 0) > SUGGESTIONS) return null;
  return draw('acronym-case', e.key) % 2 === 0 ? acronym.toLowerCase() : acronym.toUpperCase();
}

// ---------- 5: category ----------

function typeable(label: string, data: Data): boolean {
  const clubs = data.labels.get(fold(label))?.clubs ?? 0;
  if (clubs < 3 || clubs > data.size * 0.15) return false;
  if (/\p{N}/u.test(label) || /\p{Lu}{3,}|(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u.test(label)) return false;
  return !WORDS_FOR_CLUB.has(fold(label));
}

function labelFor(e: Entry, data: Data): string | null {
  const fit = e.labels.filter((label) => typeable(label, data));
  return fit[draw('category-label', e.key) % Math.max(1, fit.length)] ?? null;
}

function categoryQuery(e: Entry, data: Data): string | null {
  const label = labelFor(e, data);
  if (label === null) return null;
  const whole = fold(keyboard(label));
  const form = draw('category-form', e.key) % 4;
  if (form < 2 && !/[/&,-]/.test(whole)) return whole;
  const words = [...whole.matchAll(/[\p{L}\p{N}']+/gu)];
  for (let count = 1; count <= words.length; count += 1) {
    const last = words[count - 1];
    if (last === undefined || (count > 1 && isSmall(last[0]))) continue;
    if (count === 1 && words.length > 1 && WORDS_FOR_CLUB.has(last[0])) continue;
    const short = form === 3 && count === 1 && last[0].length >= 8 ? Array.from(last[0]).slice(0, 6).join('') : last[0];
    const text = whole.slice(0, last.index) + short;
    const holders = [...data.labels.keys()].filter((other) =>
      ` ${other.replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')}`),
    );
    if (holders.length <= SUGGESTIONS) return text;
  }
  return null;
}

/** The label that a query of kind "category" means (null for the other kinds). */
export function wantedCategory(clubs: Club[], query: JudgedQuery): string | null {
  if (query.kind !== 'category') return null;
  const data = new Data(clubs);
  const e = data.entries.find((entry) => entry.place === query.place);
  return e === undefined ? null : labelFor(e, data);
}

// ---------- 6: typo ----------

function typoQuery(e: Entry, data: Data): string | null {
  const stretch = data.stretch(e);
  if (stretch === null) return null;
  const text = stretch.toLowerCase();
  if (letterCount(text) < 6) return null;
  const own = fold(keyboard(e.name));
  const spots: number[] = [];
  for (const word of text.matchAll(/\p{L}+/gu)) {
    if (word[0].length < 4) continue;
    for (let i = 1; i < word[0].length; i += 1) if (/[a-z]/.test(word[0][i] ?? '')) spots.push(word.index + i);
  }
  if (spots.length === 0) return null;
  const first = draw('typo-operation', e.key) % 4;
  const start = draw('typo-place', e.key) % spots.length;
  for (let o = 0; o < 4; o += 1) {
    for (let s = 0; s < spots.length; s += 1) {
      const at = spots[(start + s) % spots.length] ?? 0;
      const wrong = mistake(text, at, (first + o) % 4, draw('typo-key', e.key));
      if (wrong !== null && !own.includes(fold(wrong))) return wrong;
    }
  }
  return null;
}

function mistake(text: string, at: number, operation: number, chance: number): string | null {
  const here = text[at] ?? '';
  const next = text[at + 1] ?? '';
  const before = text.slice(0, at);
  const after = text.slice(at + 1);
  switch (operation) {
    case 0: // swap with the next letter
      return /[a-z]/.test(next) && next !== here ? before + next + here + text.slice(at + 2) : null;
    case 1: // omission
      return before + after;
    case 2: // doubling of a single letter
      return here !== next && here !== text[at - 1] ? before + here + here + after : null;
    default: {
      // neighbouring key
      const keys = NEIGHBOURS.get(here);
      return keys === undefined ? null : before + (keys[chance % keys.length] ?? '') + after;
    }
  }
}

// ---------- all together ----------

const RULES: Readonly<Record<Kind, (e: Entry, data: Data) => string | null>> = {
  accents: accentsQuery,
  case: caseQuery,
  prefix: prefixQuery,
  acronym: acronymQuery,
  category: categoryQuery,
  typo: typoQuery,
};

export function judgedQueries(
  clubs: { name: string; category: string }[],
  ofEachKind: number,
): { kind: string; text: string; place: number }[] {
  const data = new Data(clubs);
  const queries: JudgedQuery[] = [];
  for (const kind of KINDS) {
    const order = data.entries
      .map((e) => ({ e, rank: draw(kind, e.key) }))
      .sort((a, b) => a.rank - b.rank || (a.e.key < b.e.key ? -1 : 1));
    const used = new Set<string>();
    for (const { e } of order) {
      if (used.size >= ofEachKind) break;
      const text = RULES[kind](e, data);
      if (text === null || used.has(text)) continue;
      used.add(text);
      queries.push({ kind, text, place: e.place });
    }
  }
  return queries;
}
