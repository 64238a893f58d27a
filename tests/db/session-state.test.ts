import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEffects, readNamed } from '../../db/session-state.ts';
import {
  countActiveClubs,
  findChangesSince,
  findClub,
  findClubs,
  findClubsById,
  findVersion,
} from '../../src/clubs/queries.ts';
import type { Sql } from '../../db/client.ts';

const NAMES = new Set([
  'bool_and',
  'btrim',
  'cardinality',
  'club_is_told',
  'count',
  'directory_epoch',
  'jsonb_agg',
  'jsonb_build_object',
  'left',
  'search_fold',
  'string_to_table',
  'sum',
  'unnest',
  'upper',
  '-a_view',
  '.settings_of',
]);
const isPlain = (text: string): boolean => readEffects(text, NAMES).isPlain;

class Fragment {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A client that notes the texts of whatever is asked, and answers nothing. */
function recordTexts(): { sql: Sql; texts: string[] } {
  const texts: string[] = [];
  const tag = (first: TemplateStringsArray | string, ...values: unknown[]) => {
    if (typeof first === 'string') return new Fragment(`"${first}"`);
    const text = String.raw({ raw: first }, ...values.map((value) => (value instanceof Fragment ? value.text : '$1')));
    texts.push(text);
    return Object.assign(new Fragment(text), {
      then: (resolve: (rows: unknown[]) => void) => resolve([{ version: '', total: 0, category: '' }]),
    });
  };
  return { sql: Object.assign(tag, { array: () => null }) as unknown as Sql, texts };
}

test('What the site reads is plain', async () => {
  const { sql, texts } = recordTexts();
  const filter = { name: 'a', isActive: true, parentId: 1, categories: ['a'], excludeIds: [1] };
  await findVersion(sql);
  await findClubsById(sql, 'profile', [1]);
  await findClubsById(sql, 'compared', [1]);
  await findClubs(sql, 'card', filter, { page: 'last', pageSize: 20 });
  await findClubs(sql, 'name', filter, { page: 1, pageSize: 20 });
  await countActiveClubs(sql);
  await findClub(sql, 1);
  await findChangesSince(sql, 'e-1');
  const whole = texts.filter((text) => /^\s*(with|select)\b.*\bfrom\b/is.test(text));
  expect(whole.length).toBeGreaterThanOrEqual(6);
  expect(whole.filter((text) => !isPlain(text))).toEqual([]);
});

test.each([
  'select 1',
  'begin',
  'commit;',
  "select \"l'un\", 'it''s' from entry where id = $1",
  "select count(*) filter (where a = 'f()') over (order by b) from entry group by (a)",
  'select a, upper (b) from x left join (select 1) y on (true) where a in (1, 2) and not (b)',
])('is plain: %s', (text) => expect(isPlain(text)).toBe(true));

const SPELLINGS = [
  `select 1 as "l'un", settings() as "d'hier"`,
  `select E'\\'', settings(), '\\''`,
  `select '\\', settings(), ' '`,
  'select 1 --\rsettings()\n, settings()',
  'select 1 -- \r, settings()',
  "select 1 /* /* */ ' */, settings() /* ' */",
  'select a$b$, settings() as a$b$ from entry',
  'select a$1(1)',
  'select $é$ $é$, settings(), $é$ $é$',
  'select réglé(1)',
  'select count_é(1)',
  'select écount(1)',
  'select filter(1)',
  'select over(1)',
  'select join(1)',
  'select by(1)',
  'select materialized(1)',
  'select public.select(1)',
  'select public . any (1)',
  'select "settings"()',
  'select "settings" ()',
  'select "count"(1)',
  'select U&"\\0073ettings"()',
  'select u&"!0073ettings" uescape \'!\' ()',
  'select entry.settings_of from entry',
  'select (entry)."settings_of" from entry',
  'select * from a_view',
  'select * from "a_view"',
  'select 1; select settings()',
  "select '1\nsettings()",
  'select settings\f()',
  'select settings\u00a0()',
  'with x as (insert into entry values (1)) select 1',
  'select * into x from entry',
];

test.each(SPELLINGS)('may do more than read: %s', (text) => expect(isPlain(text)).toBe(false));

test('No text around the call of a function that does more makes it plain', () => {
  const pieces = fc.constantFrom(
    ...["'", '"', "''", '""', '$', '$$', '$a$', '--', '/*', '*/', '\n', '\r', '\\', 'E', 'U&', 'é', ' ', ',', 'a', '1'],
  );
  const around = fc.array(pieces, { maxLength: 8 }).map((some) => some.join(''));
  fc.assert(
    fc.property(around, around, (before, after) => {
      const text = `select ${before} settings() ${after}`;
      // Plain only where the call is within whole quotes, and so is no call.
      const outside = text.replace(/'(?:[^'\\]|'')*'|"(?:[^"\\]|"")*"/g, ' ');
      expect(isPlain(text) && outside.includes('settings')).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test('A channel is heard whatever is quoted around it', () => {
  const { steps } = readEffects(`select 1 as "l'un"; listen clubs; select 2 as "d'hier"`, NAMES);
  expect(steps).toEqual([{ tag: 'LISTEN', name: 'clubs' }]);
});

test.each([
  ['listen "Clubs"', { tag: 'LISTEN', name: 'Clubs' }],
  ['LISTEN"Clubs"', { tag: 'LISTEN', name: 'Clubs' }],
  ['unlisten *', { tag: 'UNLISTEN', name: null }],
  ['savepoint A', { tag: 'SAVEPOINT', name: 'a' }],
  ['release a', { tag: 'RELEASE', name: 'a' }],
  ['release savepoint a', { tag: 'RELEASE', name: 'a' }],
  ['rollback to a', { tag: 'ROLLBACK', name: 'a' }],
  ['rollback work to /* the */ savepoint a', { tag: 'ROLLBACK', name: 'a' }],
  ['rollback', { tag: 'ROLLBACK', name: null }],
  ['abort and chain', { tag: 'ROLLBACK', name: null }],
])('decides what is heard: %s', (text, step) => expect(readEffects(text, NAMES).steps).toEqual([step]));

test.each([
  ['deallocate mine', 'deallocate "7/mine"'],
  [' DEALLOCATE prepare "Mi""ne" ;', 'DEALLOCATE prepare "7/Mi""ne" ;'],
  ['execute mine(1, 2); select 3', 'execute "7/mine"(1, 2); select 3'],
  ['deallocate all', null],
  ['select 1; deallocate mine', null],
])('names a prepared statement, or none that is seen: %s', (text, expected) => {
  const named = readNamed(text);
  expect(named?.rename(`7/${named.name}`) ?? null).toBe(expected);
});
