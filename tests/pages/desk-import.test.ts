import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { addKeptImport } from '../../src/clubs/imports/kept-imports.ts';
import { readUpload } from '../../src/clubs/imports/work.ts';
import { clubsCsv, inPieces, type CsvRow } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import { visit, type Fields, type NewPerson, type Visitor } from '../support/people.ts';
import { SITE_URL } from '../support/program.ts';
import { describeSite, type TestSite } from '../support/site.ts';

type Element = ReturnType<typeof readHtml>;

/** A page of an import and its address. */
interface Shown {
  path: string;
  page: Element;
}

function helpers(site: TestSite) {
  const importRows = (...rows: CsvRow[]) => importClubs(site.database.client, inPieces(clubsCsv(...rows)));
  const board = (person: NewPerson = { roles: ['board'] }) => visit(site, person);
  const upload = async (
    visitor: Visitor,
    file: Uint8Array | CsvRow[],
    fields: Record<string, string> = {},
  ): Promise<Response> => {
    const form = new FormData();
    const bytes = Array.isArray(file) ? clubsCsv(...file) : file;
    form.append('file', new File([new Uint8Array(bytes)], 'clubs é.csv', { type: 'text/csv' }));
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return await visitor.send('/desk/import/', form);
  };
  /** Follows a redirect to the page of the import, and waits until it shows no work in progress. */
  const follow = async (visitor: Visitor, answer: Response): Promise<Shown> => {
    expect(answer.status).toBe(303);
    return await open(visitor, answer.headers.get('Location') ?? '');
  };
  const open = async (visitor: Visitor, path: string): Promise<Shown> => {
    for (;;) {
      const got = await visitor.get(path);
      const page = readHtml(await got.text());
      if (page.all('[data-work]').length === 0) return { path, page };
      await sleep(20);
    }
  };
  /** Uploads a file and waits for its preview. */
  const send = async (visitor: Visitor, file: CsvRow[]) => await follow(visitor, await upload(visitor, file));
  /** Adds an import of another user without an upload: a site starts a thread for each file. */
  const show = async (visitor: Visitor, file: Uint8Array | CsvRow[], fields: Record<string, string> = {}) => {
    const { client } = site.database;
    const { id } = await addKeptImport(client, {
      fileName: 'clubs é.csv',
      options: { deleteMissing: 'delete_missing' in fields, replaceSamples: 'replace_samples' in fields },
      actor: { userId: 0, name: '' },
    });
    const bytes = Array.isArray(file) ? clubsCsv(...file) : file;
    await readUpload(client, id, bytes, { siteUrl: SITE_URL, onProgress: () => {} });
    return await open(visitor, `/desk/import/${id}/`);
  };
  /** Submits the form of a plan, by default with its last button. */
  const press = async (visitor: Visitor, { path, page }: Shown, more: Fields = {}, without: string[] = []) =>
    await visitor.post(path, { ...fieldsOf(page, without), ...more });
  const confirm = async (visitor: Visitor, shown: Shown, without: string[] = []) =>
    await follow(visitor, await press(visitor, shown, {}, without));
  const readClubs = async () =>
    await site.database.sql<{ name: string; category: string }[]>`select name, category from club order by name`;
  return { importRows, board, upload, open, follow, send, show, press, confirm, readClubs };
}

/** The fields that a browser sends of the form. */
function fieldsOf(page: Element, unchecked: readonly string[] = []): Fields {
  const form = page.one('.import-plan');
  const hidden = form
    .all('input[type=hidden]')
    .map(({ attributes: { name = '', value = '' } }): [string, string] => [name, value]);
  const boxes = form
    .all('input[type=checkbox]')
    .filter(({ attributes }) => attributes.checked !== undefined)
    .map(({ attributes }) => attributes.value ?? '')
    .filter((value) => !unchecked.includes(value));
  return { ...Object.fromEntries(hidden), in: boxes };
}

const listed = ({ page }: Shown) =>
  page.all('.import-plan .row-list > li').map((club) => [club.attributes['data-key'], club.one('h2').text.trim()]);
const countsOf = ({ page }: Shown) =>
  Object.fromEntries(page.all('.tile').map((tile) => [tile.one('dt').text, Number(tile.one('dd').text)]));

describeSite('An import', (site) => {
  const { importRows, board, upload, open, follow, send, show, press, confirm, readClubs } = helpers(site);

  test('warns about Windows-1252 and about fields that the file clears', async () => {
    await importRows({ name: 'Été', category: 'Games' }, { name: 'Go' });
    const file = clubsCsv({ name: 'Été' }, { name: 'Go', category: 'Stones' });
    const visitor = await board();
    const shown = await show(visitor, Buffer.from(file.toString(), 'latin1'));
    const text = shown.page.one('.import').text;
    expect(text).toContain('read as Windows-1252');
    expect(text).toContain('Empty cells clear fields: Categories (1 club).');
    const group = readHtml(await (await visitor.get(`${shown.path}?show=cleared`)).text());
    expect(listed({ ...shown, page: group })).toEqual([['line-2', 'Été will be changed']]);
  });

  test('previews each changed club and field, and changes nothing', async () => {
    await importRows({ name: 'Chess', category: 'Games' }, { name: 'Go' }, { name: 'Ski' });
    const [{ id }] = await site.database.sql<[{ id: number }]>`select id from club where name = 'Ski'`;
    const visitor = await board();
    const shown = await show(visitor, [
      { name: 'Chess', category: 'Board games' },
      { name: 'Go' },
      { name: 'Snow', id: String(id) },
      { name: 'Théâtre', short_description: 'We play.' },
    ]);
    expect(shown.page.one('h1').text).toBe('Import of clubs é.csv');
    expect(countsOf(shown)).toEqual({ New: 1, Changed: 2, Renamed: 1, Unchanged: 1 });
    expect(listed(shown)).toEqual([
      ['line-2', 'Chess will be changed'],
      ['line-4', 'Snow will be changed'],
      ['line-5', 'Théâtre will be created'],
    ]);
    const [chess, snow] = shown.page.all('.import-plan .row-list > li');
    expect(chess?.one('[data-field=category]').text).toContain('Board games');
    expect(snow?.text).toContain('line 4 · renamed from “Ski”');
    expect(shown.page.all('.find')).toHaveLength(0);
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Chess', 'Go', 'Ski']);
  });

  test('is written as one step of the history after confirmation', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const visitor = await board({ name: 'Ada', roles: ['board'] });
    const done = await confirm(
      visitor,
      await send(visitor, [
        { name: 'Chess', category: 'Games' },
        { name: 'Ski', category: 'Sport' },
      ]),
    );
    expect(done.page.one('.notice').text).toContain('Import complete.');
    expect(await readClubs()).toEqual([
      { name: 'Chess', category: 'Games' },
      { name: 'Go', category: '' },
      { name: 'Ski', category: 'Sport' },
    ]);
    const [step] = await site.database.sql<{ id: number; kind: string; note: string; userName: string }[]>`
      select id::float8 as id, kind, note, user_name from club_step order by id desc limit 1`;
    expect(step).toMatchObject({ kind: 'import', note: 'clubs é.csv', userName: 'Ada' });
    expect(done.page.all(`a[href="/desk/history/${step?.id}/"]`)).toHaveLength(1);
    expect(await site.database.sql`select 1 from pg_tables where tablename like 'import%'`).toHaveLength(0);
  });

  test('skips unchecked clubs on every page, also those to delete', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' });
    const visitor = await board();
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `New ${String(index + 10)}` }));
    const first = await show(visitor, [{ name: 'Chess', category: 'Games' }, ...rows], { delete_missing: 'on' });
    expect(countsOf(first)).toEqual({ New: 60, Changed: 1, Deleted: 2, Unchanged: 0 });
    const second = await follow(visitor, await press(visitor, first, { part: 'page=2' }, ['line-2', 'line-3']));
    expect(second.path).toMatch(/\?page=2$/);
    expect(countsOf(second)).toMatchObject({ New: 59, Deleted: 2 });
    expect(listed(second).at(-1)).toEqual(['line-62', 'New 69 will be created']);
    // New clubs come last, in a separate list.
    expect(second.page.all('.import-plan details .row-list > li')).toHaveLength(listed(second).length);
    const back = await open(visitor, first.path);
    const names = listed(back).slice(0, 3);
    expect(names.map(([, name]) => name)).toEqual([
      'Chess will be changed',
      'Go will be deleted',
      'Ski will be deleted',
    ]);
    const done = await confirm(visitor, back, [names.at(-1)?.[0] ?? '']);
    expect(done.page.text).toContain('Import complete.');
    const clubs = await readClubs();
    expect(clubs).toHaveLength(61);
    expect(clubs.slice(0, 2)).toEqual([
      { name: 'Chess', category: '' },
      { name: 'New 11', category: '' },
    ]);
    expect(clubs.at(-1)?.name).toBe('Ski');
  });

  test('stores the choice for later, also for the page in the other language', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }]);
    const button = first.page.one('button[name=keep]');
    const answer = await press(visitor, first, { keep: button.attributes.value ?? '?' }, ['line-3']);
    const kept = await follow(visitor, answer);
    expect(kept.path).toBe(`${first.path}?done=importKept`);
    const french = readHtml(await (await visitor.get(`/fr${first.path}`)).text());
    for (const page of [kept.page, french]) expect(fieldsOf(page).in).toEqual(['line-2']);
    expect(await readClubs()).toEqual([]);
  });

  test('refuses to write rows whose parent is left out', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Sports' }, { name: 'Ski', parent_name: 'Sports' }]);
    const found = await follow(visitor, await press(visitor, first, { name: 'sports', find: '' }));
    expect(found.page.one('.import-plan').attributes.action).toBe(found.path);
    const refused = await follow(visitor, await press(visitor, found, {}, ['line-2']));
    expect(refused.page.one('table.issues').text).toContain('is the club on line 2, which is left out');
    expect(refused.page.all('table.issues a').map(({ attributes }) => attributes.href)).toEqual(['#line-2']);
    expect(refused.page.one('#line-2').text).toContain('Sports will be created');
    expect(await readClubs()).toEqual([]);
    expect(refused.path).toMatch(/\?name=sports$/);
    const stuck = await follow(visitor, await press(visitor, refused, { part: '' }));
    expect(stuck.page.all('button').at(-1)?.attributes.name).toBe('part');
    const nothing = await confirm(visitor, stuck, ['line-3']);
    expect(nothing.page.one('[role=alert]').text).toContain('Nothing to import');
    const both = await follow(
      visitor,
      await visitor.post(nothing.path, { ...fieldsOf(nothing.page), in: ['line-2', 'line-3'] }),
    );
    expect(both.page.text).toContain('Import complete.');
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Ski', 'Sports']);
  });

  test('writes nothing when its clubs changed since the preview, and marks the new differences', async () => {
    await importRows({ name: 'Chess', category: 'Games' }, { name: 'Go' });
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess', category: 'Sport' }, { name: 'Ski' }]);
    await site.database.sql`update club set category = 'Other' where name = 'Chess'`;
    const outdated = await confirm(visitor, shown);
    expect(outdated.page.one('[role=alert]').text).toContain('nothing was imported');
    expect(outdated.page.all('.fresh')).toHaveLength(1);
    expect(listed(outdated)[0]?.[1]).toMatch(/^Chess will be changed\s*Changed since your last check$/);
    expect((await readClubs()).map(({ category }) => category)).toEqual(['Other', '']);
    const done = await confirm(visitor, outdated);
    expect(done.page.text).toContain('Import complete.');
    expect(await readClubs()).toEqual([
      { name: 'Chess', category: 'Sport' },
      { name: 'Go', category: '' },
      { name: 'Ski', category: '' },
    ]);
  });

  test('is planned again when it is opened after its clubs changed', async () => {
    await importRows({ name: 'Chess', category: 'Games' }, { name: 'Go' }, { name: 'Ski' });
    const visitor = await board();
    const file = [{ name: 'Chess', category: 'Sport' }, { name: 'Go', category: 'Board' }, { name: 'Yoga' }];
    const first = await show(visitor, file, { delete_missing: 'on' });
    const { path } = await follow(visitor, await press(visitor, first, { part: '' }, ['line-3']));
    await site.database.sql`update club set category = 'Sport' where name = 'Chess'`;
    await site.database.sql`delete from club where name = 'Ski'`;
    for (const shown of await Promise.all([open(visitor, path), open(visitor, path)])) {
      expect(listed(shown).map(([key]) => key)).toEqual(['line-3', 'line-4']);
      expect(fieldsOf(shown.page).in).toEqual(['line-4']);
    }
    await site.database.sql`insert into club (name, category) values ('Yoga', 'Sport')`;
    const marked = await open(visitor, path);
    expect(marked.page.all('[role=alert]')).toHaveLength(1);
    expect(marked.page.all('.fresh')).toHaveLength(1);
    expect(fieldsOf((await open(visitor, path)).page).plan).toBe(fieldsOf(marked.page).plan);
  });

  test('refuses the form of an earlier plan', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }]);
    await follow(visitor, await press(visitor, first, { part: '' }, ['line-3']));
    const old = await press(visitor, first);
    expect(old.status).toBe(409);
    expect(readHtml(await old.text()).one('[role=alert]').text).toContain('nothing was imported');
    expect(await readClubs()).toEqual([]);
  });

  test('lists every error of a file in a table and as a CSV report', async () => {
    const visitor = await board();
    const file = Buffer.from(
      `name;short_description;is_active;parent_name;logo_url;website;category\nChess;;maybe;;;;\nGo;;true;;;ftp://x;\nSki;;true;Nobody${'y'.repeat(243)};;;\n`,
    );
    const shown = await show(visitor, file);
    expect(shown.page.one('[role=alert]').text).toContain('3 errors in the file. Nothing was imported');
    const rows = shown.page.all('table.issues tbody tr').map((row) => row.all('th, td').map(({ text }) => text.trim()));
    expect(rows.map(([line, column, value]) => [line, column, value])).toEqual([
      ['2', 'is_active', 'maybe'],
      ['3', 'website', 'ftp://x'],
      // No more of a value than says which cell it is.
      ['4', 'parent_name', `Nobody${'y'.repeat(193)}…`],
    ]);
    const report = await visitor.get(`/fr${shown.path}report.csv`);
    expect(report.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    const [header, first] = parse(await report.text(), { delimiter: ';', bom: true });
    expect(header?.slice(0, 4)).toEqual(['ligne', 'colonne', 'valeur', 'problème']);
    expect(first).toMatchObject({ 0: '2', 1: 'is_active', 2: 'maybe', 7: 'erreur' });
    expect((await visitor.get(`/fr${shown.path}`)).status).toBe(200);
  });

  test('paginates the table of errors', async () => {
    const visitor = await board();
    const rows = Array.from({ length: 501 }, (_, index) => ({ name: `Club ${index + 1000}`, is_active: 'maybe' }));
    const first = await show(visitor, rows);
    expect(first.page.one('table.issues caption').text).toBe('Errors, page 1 of 2');
    const second = await open(visitor, `${first.path}?page=2`);
    expect(second.page.all('table.issues tbody th').map(({ text }) => text.trim())).toEqual(['502']);
    expect((await visitor.get(`${first.path}?page=3`)).status).toBe(404);
  });

  test('searches its clubs by name, and keeps the search and the choice on every page', async () => {
    const visitor = await board();
    const many = Array.from({ length: 55 }, (_, index) => ({ name: `Équipe ${index + 100}` }));
    const first = await show(visitor, [{ name: 'Go' }, { name: 'Œnologie' }, ...many]);
    expect(first.page.one('.find input').attributes).toMatchObject({ name: 'name', value: '' });
    const wine = await follow(visitor, await press(visitor, first, { name: 'oeno', find: '' }, ['line-2']));
    expect(wine.path).toMatch(/\?name=oeno$/);
    expect(listed(wine)).toEqual([['line-3', 'Œnologie will be created']]);
    expect(wine.page.all('.filters button').map(({ text }) => text.trim())).toEqual(['All 1', 'New 1']);
    const teams = await follow(visitor, await press(visitor, wine, { name: ' EQUIPE', find: 'show=created' }));
    expect(teams.path).toMatch(/\?show=created&name=EQUIPE$/);
    expect(teams.page.one('.find input').attributes.value).toBe('EQUIPE');
    const next = teams.page.all('.pages button').at(-1)?.attributes.value ?? '';
    const last = await follow(visitor, await press(visitor, teams, { name: 'EQUIPE', part: next }, ['line-4']));
    expect(listed(last).map(([, text]) => text)).toEqual(
      [150, 151, 152, 153, 154].map((one) => `Équipe ${one} will be created`),
    );
    expect(countsOf(last)).toEqual({ New: 55, Changed: 0, Unchanged: 0, 'Left out': 2 });
    expect((await visitor.get(`${first.path}?name=${'x'.repeat(256)}`)).status).toBe(404);
    await confirm(visitor, last);
    expect(await readClubs()).toHaveLength(55);
  });

  test('leaves out what either of two windows left out', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' }]);
    // The second window confirms a page from before the choice of the first.
    await visitor.post(first.path, { ...fieldsOf(first.page, ['line-2']), keep: 'filter=all' });
    await open(visitor, first.path);
    const answer = await press(visitor, first, {}, ['line-3']);
    expect(answer.status).toBe(409);
    const merged = readHtml(await answer.text());
    const boxes = merged
      .all('.import-plan input[type=checkbox]')
      .map(({ attributes: { value, checked } }) => [value, checked !== undefined]);
    expect(boxes).toEqual([
      ['line-2', false],
      ['line-3', false],
      ['line-4', true],
    ]);
    await confirm(visitor, { path: first.path, page: merged });
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Ski']);
  });

  test('is either written or refused when a choice arrives at the same time', async () => {
    const visitor = await board();
    for (let round = 0; round < 3; round += 1) {
      const shown = await show(visitor, [{ name: `Chess ${round}` }, { name: `Go ${round}` }]);
      const [, answer] = await Promise.all([
        visitor.post(shown.path, { ...fieldsOf(shown.page, ['line-2']), keep: 'filter=all' }),
        press(visitor, shown),
      ]);
      const isWritten = (await readClubs()).some(({ name }) => name === `Chess ${round}`);
      expect([isWritten, answer.status]).toEqual(isWritten ? [true, 303] : [false, 409]);
    }
  });

  test('refuses a form of another epoch of the database', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    const answer = await press(visitor, shown, { epoch: '0123456789abcdef0123456789abcdef' });
    expect(answer.status).toBe(409);
    expect(await readClubs()).toEqual([]);
  });

  test('shows warnings beside their rows', async () => {
    await importRows({ name: 'Échecs' });
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Echecs' }, { name: 'Go' }]);
    const [first, second] = shown.page.all('.import-plan .row-list > li');
    expect(first?.one('.warnings').text).toContain('differs from "Échecs"');
    expect(second?.all('.warnings')).toHaveLength(0);
    const alike = await show(visitor, [{ name: 'Théâtre' }, { name: 'Theatre' }]);
    const links = alike.page.all('.warnings a').map(({ attributes, text }) => [attributes.href, text]);
    expect(links).toEqual([['#line-2', '2']]);
    const warned = await follow(visitor, await press(visitor, shown, { part: 'show=warned' }));
    expect(listed(warned).map(([key]) => key)).toEqual(['line-2']);
  });

  test.each([
    ['no file', new FormData(), 422, 'Choose a file.'],
    ['more than 10 MB', withFile(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.csv')), 413, 'larger than 10 MB'],
  ])('refuses %s', async (_, form, status, words) => {
    const visitor = await board();
    const answer = await visitor.send('/desk/import/', form);
    expect([answer.status, readHtml(await answer.text()).text]).toEqual([status, expect.stringContaining(words)]);
  });

  test('does not delete every club for an empty file', async () => {
    await importRows({ name: 'Chess' });
    const visitor = await board();
    const shown = await show(visitor, [], { delete_missing: 'on' });
    expect(shown.page.all('.import-plan .reason')).toHaveLength(1);
    const done = await confirm(visitor, shown);
    expect(done.page.all('[role=alert]')).toHaveLength(1);
    expect(await readClubs()).toHaveLength(1);
  });

  test('deletes nothing without the permission to delete clubs', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const visitor = await board({ permissions: ['club.add_club', 'club.change_club'] });
    expect((await upload(visitor, [{ name: 'Go' }], { delete_missing: 'on' })).status).toBe(403);
    const form = readHtml(await (await visitor.get('/desk/import/')).text());
    expect(form.all('input[name=delete_missing]')).toHaveLength(0);
    const keeper = await board();
    const shown = await show(keeper, [{ name: 'Go' }], { delete_missing: 'on' });
    expect((await press(visitor, shown)).status).toBe(403);
    expect(await readClubs()).toHaveLength(2);
  });

  test('can be written without its deletions by a user who may not delete clubs', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const shown = await show(await board(), [{ name: 'Go', category: 'Games' }], { delete_missing: 'on' });
    const other = await board({ permissions: ['club.add_club', 'club.change_club'] });
    const { page } = await open(other, shown.path);
    expect(page.all('.import-plan .reason')).toHaveLength(1);
    const [gone = '?'] = listed(shown).find(([, text]) => text?.startsWith('Chess')) ?? [];
    const settled = await follow(other, await press(other, { ...shown, page }, { part: '' }, [gone]));
    expect(settled.page.all('.import-plan .reason')).toEqual([]);
    // A form that selects the deletion again is refused.
    const forced = await other.post(settled.path, { ...fieldsOf(settled.page), in: ['line-2', gone] });
    const refused = await follow(other, forced);
    expect(refused.page.all('[role=alert]')).toHaveLength(1);
    expect(await readClubs()).toHaveLength(2);
    await confirm(other, await follow(other, await press(other, refused, { part: '' }, [gone])));
    expect(await readClubs()).toEqual([
      { name: 'Chess', category: '' },
      { name: 'Go', category: 'Games' },
    ]);
  });

  test.each([
    ['reading', 'The import failed'],
    ['writing', 'The import failed'],
    // It is planned again.
    ['planning', '1 new club'],
  ])('recovers from the end of the process that was %s it', async (state, words) => {
    const visitor = await board();
    const { path } = await show(visitor, [{ name: 'Chess' }]);
    await site.database.sql`
      update club_import set state = ${state}, beat_at = now() - interval '31 seconds', plan = case when ${state} = 'writing' then plan end`;
    await visitor.get(path);
    await expect
      .poll(async () => readHtml(await (await visitor.get(path)).text()).one('.import').text)
      .toContain(words);
    expect(await readClubs()).toEqual([]);
  });

  test('is written once when it is confirmed six times at once', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => press(visitor, shown)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303]);
    const [answer] = answers;
    if (answer) await follow(visitor, answer);
    expect(await readClubs()).toMatchObject([{ name: 'Chess' }]);
    expect(await site.database.sql`select from club_step where kind = 'import'`).toHaveLength(1);
  });

  test.each([
    ['reading', '42'],
    ['writing', undefined],
  ])('shows the progress while it is %s, and reloads by itself without JavaScript', async (state, value) => {
    const visitor = await board();
    const { path } = await show(visitor, [{ name: 'Chess' }]);
    await site.database.sql`update club_import set state = ${state}, progress = 0.42, beat_at = now()`;
    const page = readHtml(await (await visitor.get(path)).text());
    expect(page.one('progress').attributes.value).toBe(value);
    expect(page.one('.import').text.includes('42%')).toBe(value !== undefined);
    expect(readHtml(page.one('head noscript').html).one('meta[http-equiv=refresh]').attributes.content).toBe('10');
    const still = readHtml(page.one('.work noscript').html).one('a').attributes.href ?? '';
    expect(readHtml(await (await visitor.get(still)).text()).all('noscript')).toEqual([]);
  });

  test('is either dropped or written when both are requested at once', async () => {
    const visitor = await board();
    for (let round = 0; round < 2; round += 1) {
      await site.database.sql`delete from club`;
      const shown = await show(
        visitor,
        Array.from({ length: 5 }, (_, index) => ({ name: `Club ${index}` })),
      );
      const answers = await Promise.all([press(visitor, shown), press(visitor, shown, { drop: 'drop' })]);
      for (const { status } of answers) expect([303, 404, 409]).toContain(status);
      if (answers[0].status === 303) await follow(visitor, answers[0]);
      const [{ steps }] = await site.database.sql<[{ steps: number }]>`
        select count(*)::int as steps from club_step where kind = 'import'`;
      await site.database.sql`delete from club_step`;
      await expect.poll(async () => (await readClubs()).length).toBe(steps === 0 ? 0 : 5);
      const isDropped = answers[1].headers.get('Location')?.includes('importDropped') ?? false;
      expect([isDropped, steps]).toEqual([isDropped, isDropped ? 0 : 1]);
    }
  });

  test('removes folders and control characters from the name of the file', async () => {
    const visitor = await board();
    const boundary = 'x'.repeat(20);
    const body = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="file"; filename*=utf-8''..%2Fa%00%0Ab.csv`,
      'Content-Type: text/csv',
      '',
      clubsCsv({ name: 'Chess' }).toString(),
      `--${boundary}--`,
      '',
    ].join('\r\n');
    const answer = await visitor.raw('/desk/import/', `multipart/form-data; boundary=${boundary}`, body);
    const shown = await follow(visitor, answer);
    expect(shown.page.one('h1').text).toBe('Import of ab.csv');
  });

  test('answers 503 with Retry-After while four other files are read', async () => {
    const visitor = await board();
    const file = clubsCsv({ name: 'Chess' });
    let refused: Response | undefined;
    // A fast machine may read some of them before the next arrives.
    while (!refused) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => upload(visitor, file)));
      refused = answers.find(({ status }) => status === 503);
      for (const answer of answers) if (answer.status === 303) await follow(visitor, answer);
    }
    expect(refused.headers.get('Retry-After')).toBe('30');
  });

  test('shows an error when the server has lost its rows', async () => {
    const visitor = await board();
    const { path } = await show(visitor, [{ name: 'Chess' }]);
    const [{ id }] = await site.database.sql<[{ id: number }]>`select max(id) as id from club_import`;
    await site.database.sql`truncate ${site.database.sql(`import_row_${id}`)}`;
    expect(readHtml(await (await visitor.get(path)).text()).all('[role=alert]')).toHaveLength(1);
  });

  test('replaces the oldest of five of the same user', async () => {
    const visitor = await board({ name: 'Ada', roles: ['board'] });
    const first = await send(visitor, [{ name: 'Chess' }]);
    const addMore = (many: number) => site.database.sql`
      insert into club_import (user_id, user_name, file_name, state, options, failure)
      select user_id, user_name, file_name, 'failed', options, '{"code":"unexpected"}' from club_import
      cross join generate_series(1, ${many}) where id = (select min(id) from club_import)`;
    await addMore(4);
    expect((await visitor.get(first.path)).status).toBe(200);
    const sixth = await send(visitor, [{ name: 'Chess' }]);
    expect(sixth.page.all('.notice')).toHaveLength(1);
    expect((await visitor.get(first.path)).status).toBe(404);
  });

  test('is dropped on request', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    expect(readHtml(await (await visitor.get('/desk/import/')).text()).all(`a[href="${shown.path}"]`)).toHaveLength(1);
    expect(shown.page.all('button[name=drop]')).toHaveLength(1);
    const dropped = await press(visitor, shown, { drop: 'drop' });
    expect([dropped.status, dropped.headers.get('Location')]).toEqual([303, '/desk/import/?done=importDropped']);
    expect((await visitor.get(shown.path)).status).toBe(404);
  });

  test('deletes sample clubs first on request', async () => {
    await importRows({ name: 'Chess' });
    await site.database.sql`update club set is_sample = true`;
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Go' }], { replace_samples: 'on' });
    expect(countsOf(shown)).toMatchObject({ 'Sample clubs deleted': 1, New: 1 });
    expect(listed(shown).map(([, text]) => text)).toEqual([
      'Chess is a sample club and will be deleted',
      'Go will be created',
    ]);
    const boxes = shown.page.all('.row-list input').map(({ attributes }) => attributes.value);
    expect([boxes, fieldsOf(shown.page).listed]).toEqual([['line-2'], 'line-2']);
    await confirm(visitor, shown);
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Go']);
  });
});

function withFile(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}
