import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { clubsCsv, ODD_CLUBS } from '../support/clubs-csv.ts';
import { hiddenFieldsOf, readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { readRealClubs } from '../support/real-clubs.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

/** The full suite uses real clubs where their files exist. */
const real = IS_FULL ? readRealClubs() : [];
const clubs =
  real.length > 0
    ? real
    : Array.from({ length: 120 }, (_, at) => ({
        ...ODD_CLUBS[at % 3],
        name: `${ODD_CLUBS[at % 3]?.name ?? ''} ${at}`,
      }));
/** More than a page shows. */
const CHANGED = 60;

/** Tables that an import and its undo change, and that of earlier searches, which the site saves later. */
const TRACES = [
  'club_step',
  'club_change',
  'club_import',
  'directory_change',
  'directory_version',
  'club_version',
  'club_preview',
  'user_session',
  'zero_result_search',
];

describeSite('The table of all clubs as a file', (site) => {
  /** All rows of all other tables, without the time of the last change of the `touched` clubs. */
  const readTables = async (touched: readonly number[]) => {
    const { sql } = site.database;
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
      order by 1`;
    const rows: Record<string, unknown> = {};
    for (const { name } of tables) {
      if (TRACES.includes(name)) continue;
      const row =
        name === 'club'
          ? sql`case when id = any(${touched}) then to_jsonb(t) - 'updated_at' else to_jsonb(t) end`
          : sql`to_jsonb(t)`;
      const [{ all }] = await sql<[{ all: string }]>`
        select coalesce(json_agg(one order by one::text)::text, '') as all
        from (select ${row} as one from ${sql(name)} t) every`;
      rows[name] = all;
    }
    return rows;
  };

  test('is imported again with some changed rows, and the undo restores every table', async () => {
    const result = await importClubs(site.database.client, clubsCsv(...clubs));
    expect(result.outcome).toBe('done');
    const board = await visit(site, { name: 'Ada', roles: ['board'] });
    const exported = await (await board.get('/desk/clubs.csv')).text();
    const rows = parse<Record<string, string>>(exported, { columns: true, bom: true });
    expect(rows).toHaveLength(clubs.length);
    const every = Math.floor(rows.length / CHANGED);
    const changed = rows.filter((_, at) => at % every === 0).slice(0, CHANGED);
    for (const row of changed) row.category = `${row.category ?? ''}; Checked`.slice(0, 100);
    const touched = changed.map(({ id }) => Number(id));
    const before = await readTables(touched);

    const form = new FormData();
    form.append('file', new File([stringify(rows, { header: true })], 'clubs.csv'));
    const asked = (await board.send('/desk/import/', form)).headers.get('Location') ?? '';
    // Skips the question about the new category.
    const path = asked.replace('categories/', '');
    const follow = async (from: string) => readHtml(await (await board.get(from)).text());
    const first = await follow(path);
    const tiles = first.all('.counts li').map(({ text }) => text.trim());
    expect(tiles).toEqual([`Changed ${CHANGED}`, `Unchanged ${(clubs.length - CHANGED).toLocaleString('en')}`]);
    const second = await follow(`${path}?page=2`);
    const names = [first, second].flatMap((page) => page.all('.import-plan .row-list bdi').map(({ text }) => text));
    const asRead = (name = '') => name.replace(/\s+/g, ' ').trim();
    expect(names.map(asRead).sort()).toEqual(changed.map(({ name }) => asRead(name)).sort());
    expect(first.all('.field-change').map(({ attributes }) => attributes['data-field'])).toEqual(
      Array.from({ length: 50 }, () => 'category'),
    );

    const hidden = hiddenFieldsOf(second, '.import-plan');
    const included = (hidden.listed ?? '').split(',').map((key): [string, string] => [`in-${key}`, key]);
    await board.post(path, { ...hidden, ...Object.fromEntries(included) });
    const done = await follow(path);
    const step = /\/desk\/history\/\d+\//.exec(
      done
        .all('a[href*="/desk/history/"]')
        .map((a) => a.attributes.href)
        .join(' '),
    );
    const undo = readHtml(await (await board.get(`${step?.[0] ?? ''}undo/`)).text());
    const shown = undo.one('input[name=shown]').attributes.value ?? '';
    const undone = await board.post(`${step?.[0] ?? ''}undo/`, { shown });
    expect(undone.status).toBe(303);
    expect(await (await board.get('/desk/clubs.csv')).text()).toBe(exported);
    const after = await readTables(touched);
    for (const [table, all] of Object.entries(before)) expect([table, after[table] === all]).toEqual([table, true]);
  });
});
