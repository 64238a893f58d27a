import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/messages/locales.ts';
import { messages } from '../../src/messages/messages.ts';
import { FAULT_SAMPLES } from '../support/file-faults.ts';

const NARROW = '\u202f';
const en = messages('en');
const fr = messages('fr');

/** Every text of a catalogue with where it stands; what is made of numbers and names, of some of them. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const make = value as (...values: unknown[]) => unknown;
    const [, fault] = /^fileFaults\.(\w+)$/.exec(path) ?? [];
    if (fault !== undefined) {
      return FAULT_SAMPLES[fault as keyof typeof FAULT_SAMPLES].flatMap((sample) => textsOf(make(sample), path));
    }
    return [0, 1, 2, 1245, 1_000_000].flatMap((number) => {
      const values = SAMPLES[path.slice(path.lastIndexOf('.') + 1)]?.(number) ?? [number, number];
      return textsOf(make(...values), path);
    });
  }
  if (Array.isArray(value)) return [[path, value.join('')]];
  return Object.entries(value as object).flatMap(([name, one]) => textsOf(one, path ? `${path}.${name}` : name));
}

/** Every text of a catalogue around this name, whatever else it takes. */
function textsAround(value: unknown, name: string, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'function')
    return Object.entries(value as object).flatMap(([key, one]) =>
      textsAround(one, name, path ? `${path}.${key}` : key),
    );
  const make = value as (...values: unknown[]) => unknown;
  const date = new Date(0);
  const values = [[name, name], [date, name], [name, 1, name], [name, [name]], [[name]]].map((taken) => {
    try {
      return make(...taken);
    } catch {
      // It takes something else.
      return '';
    }
  });
  return values.flat().flatMap((text) => (typeof text === 'string' ? [[path, text]] : []));
}

/** What is said to those that take something else than numbers. */
const SAMPLES: Partial<Record<string, (number: number) => unknown[]>> = {
  onlyIn: () => ['en'],
  result: (number) => [number, number % 2 === 0 ? 'true' : 'false'],
  announcement: (number) => ['Clubs', 'ski', { number, count: number }],
  announcementOf: (number) => ['Ski', 1, number],
  by: () => ['Ada'],
  choice: () => ['Contact', 'Before', 'ada@example.org'],
  undoneInPart: (number) => [1, number, 'June 5'],
  near: () => ['Ski', ['Go', 'Chess']],
  full: () => [['Go', 'Chess']],
  takenOver: () => [['Name', 'Logo']],
  disputed: () => [['Name', 'Logo']],
  inLine: (number) => [number, 'Ski'],
  taken: () => ['Ski'],
  loop: () => ['Ski'],
  confirm: (number) => ['Ski', number],
  takeAwayFrom: () => ['Ada'],
  clubsChanged: (number) => [{ changed: number, already: number }],
  clubsAsked: (number) => [{ changed: number, already: number }],
  roundEnded: (number) => [{ changed: number, already: 0 }],
  paragraphs: (number) => ['Ski', number, '3 June', 'https://clubs.example.org/'],
  keysHint: () => ['←', '→'],
  nameWithState: (number) => [{ name: 'Ski', isActive: number > 1 }],
  logo: () => ['Ski'],
  description: () => ['Ski'],
  lastSeen: (number) => [new Date(number)],
  session: (number) => [new Date(0), new Date(number)],
  otherKind: () => ['SVG'],
  tooManyPixels: (number) => [number, number, number],
};

describe.each(LOCALES)('Every message in %s', (locale) => {
  const texts = textsOf(messages(locale));

  test('says something, without a hole', () => {
    expect(texts.length).toBeGreaterThan(60);
    expect(texts.filter(([, text]) => !/[\p{L}\d]/u.test(text) && !/[“”«»]/.test(text))).toEqual([]);
    expect(texts.filter(([, text]) => /undefined|null|NaN|\[object|function/.test(text))).toEqual([]);
  });

  test('is written in normal form, and without two spaces in a row', () => {
    expect(texts.filter(([, text]) => text !== text.normalize('NFC') || /\s\s/.test(text))).toEqual([]);
  });
});

describe('French', () => {
  const texts = textsOf(fr);

  test('has a narrow no-break space before high punctuation and inside of guillemets, and no other', () => {
    // The colon of an address and the semicolon of an HTML entity are not punctuation.
    const wrong = texts.filter(([, text]) =>
      /[^\u202f][;:!?»]|«(?!\u202f)/.test(text.replace(/https?:\/\/|&\w+;/g, '')),
    );
    expect(wrong).toEqual([]);
    expect(texts.filter(([, text]) => text.includes(NARROW)).length).toBeGreaterThan(3);
  });

  test('says how an address begins, and gives one, wherever English does', () => {
    const said = (one: typeof en) => [
      ...[one.clubForm.hints.website, one.clubForm.hints.contact, one.clubForm.hints.links],
      ...[one.clubForm.faults.website, one.clubForm.faults.contact, one.clubForm.faults.space],
      ...[one.clubForm.faults.link, one.clubForm.faults.linkHandle],
    ];
    for (const text of [...said(en), ...said(fr)]) expect(text).toMatch(/https:\/\/[a-z]+\./);
  });

  test('says what may be typed in a description, and how large a logo is enough, as English does', () => {
    for (const { clubForm, logoUpload } of [en, fr]) {
      for (const hint of [clubForm.hints.onCard, clubForm.hints.onPage]) {
        expect(hint).toMatch(/\*\*\p{L}+\*\*.* \*\p{L}+\*.* - \p{L}+.*\[\p{L}+\]\(https:\/\/…\)/u);
      }
      const logo = [clubForm.hints.logo, logoUpload.tooManyBytes(2), logoUpload.tooManyPixels(5000, 5000, 4096)];
      for (const text of logo) expect(text).toMatch(/ 400 × 400 /);
    }
  });

  test('does not break a word in two at its hyphen', () => {
    expect(fr.account.changeIntro).toContain('celle\u2011ci');
  });

  test('has the apostrophe of print, and none of English', () => {
    expect(texts.filter(([, text]) => /['"“”]/.test(text))).toEqual([]);
  });

  test('has no name behind a “de” that some names would have to shorten', () => {
    const name = 'Amateur Radio';
    const said = textsAround(fr, name);
    expect(said.filter(([, text]) => text.includes(name)).length).toBeGreaterThan(30);
    // An association has words of its own where its grammar asks for them, and an address begins with https://.
    const others = ['site.menu.clubList', 'errors.fromElsewhere'];
    expect(said.filter(([path, text]) => text.includes(`de ${name}`) && !others.includes(path))).toEqual([]);
  });

  test('says everything in words of its own, but for those that are the same', () => {
    const same = new Set(['Pages', 'Page', 'Site', 'Club', 'Code', 'Logo', 'Sessions']);
    const english = new Set(textsOf(en).map(([, text]) => text));
    expect(
      texts.filter(
        ([, text]) =>
          english.has(text) && !same.has(text) && !/^[\d,.]+$|^logo|^Page \d+$|^\d+ clubs?$|^Ski$/.test(text),
      ),
    ).toEqual([]);
  });
});

describe('Numbers', () => {
  test.each([
    [0, '0 active clubs', '0 club actif'],
    [1, '1 active club', '1 club actif'],
    [2, '2 active clubs', '2 clubs actifs'],
    [1245, '1,245 active clubs', `1${NARROW}245 clubs actifs`],
    [1_000_000, '1,000,000 active clubs', `1${NARROW}000${NARROW}000 de clubs actifs`],
  ])('%i have the forms of each language', (clubs, english, french) => {
    expect(en.clubList.result(clubs, 'true')).toBe(english);
    expect(fr.clubList.result(clubs, 'true')).toBe(french);
  });

  test.each([
    [0, '0 clubs in it', '0 club en fait partie'],
    [1, '1 club in it', '1 club en fait partie'],
    [3, '3 clubs in it', '3 clubs en font partie'],
  ])('%i take their verb with them', (clubs, english, french) => {
    expect(en.club.children(clubs)).toBe(english);
    expect(fr.club.children(clubs)).toBe(french);
  });
});

test('A result is announced with the name that was looked for and the page', () => {
  expect(en.clubList.announcement('3 clubs', 'ski', { number: 2, count: 3 })).toBe('3 clubs matching ski, page 2 of 3');
  expect(en.clubList.announcement('3 clubs', '', null)).toBe('3 clubs');
  expect(fr.clubList.announcement('3 clubs', 'ski', { number: 2, count: 3 })).toBe(
    '3 clubs dont le nom contient ski, page 2 sur 3',
  );
});

test('Each language calls the other by its name', () => {
  expect(en.language.onlyIn('fr')).toContain('in French.');
  expect(fr.language.onlyIn('en')).toContain('en anglais.');
});
