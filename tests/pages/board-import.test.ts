import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { insertImport } from '../../src/clubs/imports/queries.ts';
import { clubsCsv, type CsvRow } from '../support/clubs-csv.ts';
import { fillDisk } from '../support/database.ts';
import { readHtml } from '../support/html.ts';
import { clubEditor } from '../support/edit-clubs.ts';
import { insertActor, visit, type Fields, type NewPerson, type Visitor } from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';

type Element = ReturnType<typeof readHtml>;

/** A page of an import and its address. */
interface Shown {
  path: string;
  page: Element;
  status: number;
}

function helpers(site: TestSite) {
  const importRows = (...rows: CsvRow[]) => importClubs(site.database.client, clubsCsv(...rows));
  const board = (person: NewPerson = { roles: ['board'] }) => visit(site, person);
  const upload = async (visitor: Visitor, file: File, fields: Record<string, string> = {}): Promise<Response> => {
    const form = new FormData();
    form.append('file', file);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return await visitor.send('/desk/import/', form);
  };
  const open = async (visitor: Visitor, path: string): Promise<Shown> => {
    const got = await visitor.get(path);
    return { path, page: readHtml(await got.text()), status: got.status };
  };
  /** Uploads a file and opens its plan. */
  const show = async (visitor: Visitor, file: Uint8Array | CsvRow[], fields: Record<string, string> = {}) => {
    const bytes = new Uint8Array(Array.isArray(file) ? clubsCsv(...file) : file);
    const answer = await upload(visitor, new File([bytes], 'clubs é.csv', { type: 'text/csv' }), fields);
    expect(answer.status).toBe(303);
    const asked = answer.headers.get('Location') ?? '';
    // The categories are skipped.
    return await open(visitor, asked.replace('categories/', ''));
  };
  /** Sends the form of a plan, by default with its last button, and opens where it leads. */
  const press = async (visitor: Visitor, shown: Shown, more: Fields = {}, without: string[] = []): Promise<Shown> => {
    const answer = await visitor.post(shown.path, { ...fieldsOf(shown.page, without), ...more });
    const path = answer.headers.get('Location');
    if (path !== null) return await open(visitor, path);
    return { path: shown.path, page: readHtml(await answer.text()), status: answer.status };
  };
  const readClubs = async () =>
    await site.database.sql<{ name: string; category: string }[]>`select name, category from club order by name`;
  const readNames = async () => (await readClubs()).map(({ name }) => name);
  return { importRows, board, upload, open, show, press, readClubs, readNames };
}

/** The fields that a browser sends of the form. */
function fieldsOf(page: Element, unchecked: readonly string[] = []): Fields {
  const fields = page
    .one('.import-plan')
    .all('input:is([type=hidden], [checked])')
    .map(({ attributes: { name = '', value = '' } }) => [name, value] as const)
    .filter(([name, value]) => !name.startsWith('in-') || !unchecked.includes(value));
  return Object.fromEntries(fields);
}

const includedIn = (page: Element) => Object.keys(fieldsOf(page)).filter((name) => name.startsWith('in-'));

const listed = ({ page }: Shown) =>
  page.all('.import-plan .row-list > li').map((club) => [club.attributes['data-key'], club.one('h3').text.trim()]);
const keysOf = (shown: Shown) => listed(shown).map(([key]) => key);
const countsOf = ({ page }: Shown) =>
  Object.fromEntries(
    page.all('.counts li').map((item) => {
      const count = item.one('strong').text;
      return [item.text.replace(count, '').trim(), Number(count)];
    }),
  );
const isDone = ({ page }: Shown) => page.one('.notice[role=status]').text.includes('Import complete.');

describeSite('An import', (site) => {
  const { importRows, board, upload, open, show, press, readClubs, readNames } = helpers(site);

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
    expect(shown.page.one('h1').text).toBe('Import: clubs é.csv');
    expect(countsOf(shown)).toEqual({ New: 1, Changed: 2, Renamed: 1, Unchanged: 1 });
    expect(shown.page.one('.toolbar button').text).toBe('Import 3 clubs');
    expect(listed(shown)).toEqual([
      ['line-2', 'Chess'],
      ['line-4', 'Snow'],
      ['line-5', 'Théâtre'],
    ]);
    const [chess, snow] = shown.page.all('.import-plan .row-list > li');
    expect(chess?.one('[data-field=category]').text).toContain('Board games');
    expect(snow?.text).toContain('line 4 · renamed from “Ski”');
    expect(await readNames()).toEqual(['Chess', 'Go', 'Ski']);
  });

  test('leaves out rows with errors, and deletes none of their clubs', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' }, { name: 'Old' });
    const visitor = await board();
    const next = await show(
      visitor,
      [
        { name: 'Chess', website: 'two words' },
        { name: 'Go', category: 'Games' },
        { name: 'Ski', parent_name: 'Nobody' },
        { name: 'Snow', parent_name: 'Ski' },
        { name: 'Wood' },
      ],
      { delete_missing: 'on' },
    );
    expect(next.page.one('.notice.error p').text).toBe(
      '3 rows with errors are left out. Correct the file and import it again to add them.',
    );
    expect(countsOf(next)).toMatchObject({ New: 1, Changed: 1, Deleted: 1, 'Left out': 3 });
    const done = await press(visitor, next);
    expect(isDone(done)).toBe(true);
    expect(await readNames()).toEqual(['Chess', 'Go', 'Wood']);
    for (const { page } of [next, done]) expect(page.all('.issues li')).toHaveLength(3);
    const report = await visitor.get(`${done.path}report.csv`);
    expect(parse(await report.text(), { bom: true }).map(([line]) => line)).toEqual(['line', '2', '4', '5']);
  });

  test('is written as one step of the history after confirmation', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const visitor = await board({ name: 'Ada', roles: ['board'] });
    const rows = [
      { name: 'Chess', category: 'Games' },
      { name: 'Ski', category: 'Sport' },
    ];
    const done = await press(visitor, await show(visitor, rows));
    expect(isDone(done)).toBe(true);
    expect(countsOf(done)).toEqual({ New: 1, Changed: 1 });
    expect(await readClubs()).toEqual([rows[0], { name: 'Go', category: '' }, rows[1]]);
    const [step] = await site.database.sql<{ id: number; kind: string; note: string; userName: string }[]>`
      select id::float8 as id, kind, note, user_name from club_step order by id desc limit 1`;
    expect(step).toMatchObject({ kind: 'import', note: 'clubs é.csv', userName: 'Ada' });
    expect(done.page.all(`a[href="/desk/history/${step?.id}/"]`)).toHaveLength(1);
  });

  test('warns about Windows-1252, cleared fields and similar names', async () => {
    await importRows({ name: 'Été', category: 'Games' });
    const file = clubsCsv({ name: 'Été' }, { name: 'Echecs' }, { name: 'Théâtre' }, { name: 'Theatre' });
    const visitor = await board();
    const shown = await show(visitor, Buffer.from(file.toString(), 'latin1'));
    const text = shown.page.one('.import').text;
    expect(text).toContain('read as Windows-1252');
    expect(text).toContain('Empty cells clear fields: Categories (1 club).');
    expect(keysOf(await open(visitor, `${shown.path}?show=cleared`))).toEqual(['line-2']);
    const warned = await press(visitor, shown, { part: 'show=warned' });
    expect(keysOf(warned)).toEqual(['line-5']);
    expect(shown.page.one('#line-5 .warnings').text).toContain('Théâtre');
  });

  test('skips unchecked clubs on every page, also those to delete', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' });
    const visitor = await board();
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `New ${String(index + 10)}` }));
    const first = await show(visitor, [{ name: 'Chess', category: 'Games' }, ...rows], { delete_missing: 'on' });
    expect(countsOf(first)).toEqual({ New: 60, Changed: 1, Deleted: 2 });
    const second = await press(visitor, first, { part: 'page=2' }, ['line-2', 'line-3']);
    expect(second.path).toMatch(/\?page=2$/);
    expect(countsOf(second)).toMatchObject({ New: 59, Deleted: 2, 'Left out': 2 });
    expect(listed(second).at(-1)).toEqual(['line-62', 'New 69']);
    const back = await open(visitor, first.path);
    const [go, ski] = listed(back);
    expect([go?.[1], ski?.[1]]).toEqual(['Go', 'Ski']);
    expect(isDone(await press(visitor, back, {}, [ski?.[0] ?? '']))).toBe(true);
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
    const kept = await press(visitor, first, { part: '' }, ['line-3']);
    expect(kept.path).toBe(first.path);
    const french = await open(visitor, `/fr${first.path}`);
    for (const { page } of [kept, french]) expect(includedIn(page)).toEqual(['in-line-2']);
    expect(await readClubs()).toEqual([]);
  });

  test('refuses to write rows whose parent is left out, or no rows', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Sports' }, { name: 'Ski', parent_name: 'Sports' }]);
    const refused = await press(visitor, first, {}, ['line-2']);
    expect(refused.status).toBe(409);
    expect(refused.page.one('.issues').text).toContain('leaves out');
    expect(countsOf(refused)).not.toHaveProperty('New');
    const nothing = await press(visitor, refused, {}, ['line-3']);
    expect([nothing.status, nothing.page.all('[role=alert]').length]).toEqual([422, 1]);
    expect(await readClubs()).toEqual([]);
    expect(isDone(await press(visitor, nothing, { 'in-line-2': 'line-2', 'in-line-3': 'line-3' }))).toBe(true);
    expect(await readNames()).toEqual(['Ski', 'Sports']);
  });

  test('writes nothing when its clubs changed since the preview', async () => {
    await importRows({ name: 'Chess', category: 'Games' }, { name: 'Go' });
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess', category: 'Sport' }, { name: 'Ski' }]);
    await site.database.sql`update club set category = 'Other' where name = 'Chess'`;
    const outdated = await press(visitor, shown);
    expect([outdated.status, outdated.page.all('[role=alert]').length]).toEqual([409, 1]);
    expect(outdated.page.one('#line-2').text).toContain('Other');
    expect((await readClubs()).map(({ category }) => category)).toEqual(['Other', '']);
    expect(isDone(await press(visitor, outdated))).toBe(true);
    expect((await readClubs()).map(({ category }) => category)).toEqual(['Sport', '', '']);
  });

  test('is written when only other clubs changed since the preview', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess', category: 'Sport' }]);
    await site.database.sql`update club set category = 'Other' where name = 'Go'`;
    expect(isDone(await press(visitor, shown))).toBe(true);
  });

  test('writes nothing from a page before another choice', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' }]);
    await press(visitor, first, { part: '' }, ['line-2']);
    // The second window confirms a page from before the choice of the first.
    const outdated = await press(visitor, first, {}, ['line-3']);
    expect([outdated.status, includedIn(outdated.page)]).toEqual([409, ['in-line-3', 'in-line-4']]);
    expect(await readNames()).toEqual([]);
  });

  test('is either written or refused when a choice arrives at the same time', async () => {
    const visitor = await board();
    for (const [name = '', other = ''] of [
      ['Chess', 'Go'],
      ['Film', 'Tea'],
      ['Ski', 'Zen'],
    ]) {
      const shown = await show(visitor, [{ name }, { name: other }]);
      const [, answer] = await Promise.all([
        visitor.post(shown.path, { ...fieldsOf(shown.page, ['line-2']), part: '' }),
        visitor.post(shown.path, fieldsOf(shown.page)),
      ]);
      const isWritten = (await readNames()).includes(name);
      expect([isWritten, answer.status]).toEqual(isWritten ? [true, 303] : [false, 409]);
    }
  });

  test('is written once when it is confirmed six times at once', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.post(shown.path, fieldsOf(shown.page))));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303]);
    await expect.poll(readNames).toEqual(['Chess']);
    expect(isDone(await open(visitor, shown.path))).toBe(true);
    expect(await site.database.sql`select from club_step where kind = 'import'`).toHaveLength(1);
  });

  test('changes nothing on a full disk', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess', description: 'x'.repeat(20_000) }]);
    await fillDisk(site.database.sql);
    expect((await press(visitor, shown)).status).toBe(507);
    expect([(await visitor.get('/club/')).status, await readNames()]).toEqual([200, []]);
  });

  test('lists every error of a file on the page and as a CSV report', async () => {
    const visitor = await board();
    const file = Buffer.from(
      `name;short_description;is_active;parent_name;logo_url;website;category\nChess;;maybe;;;;\nGo;;true;;;ftp://x;\nSki;;true;Nobody${'y'.repeat(243)};;;\n`,
    );
    const shown = await show(visitor, file);
    expect(shown.page.one('.notice.error').text).toContain('3 rows with errors are left out');
    expect(shown.page.all('.issues li').map(({ text }) => text.replace(/: .*/, ''))).toEqual([
      'line 2, is_active, "maybe", club "Chess"',
      'line 3, website, "ftp://x", club "Go"',
      `line 4, parent_name, "Nobody${'y'.repeat(73)}…", club "Ski"`,
    ]);
    const report = await visitor.get(`/fr${shown.path}report.csv`);
    expect(report.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    const [header, first] = parse(await report.text(), { delimiter: ';', bom: true });
    expect(header?.slice(0, 4)).toEqual(['ligne', 'colonne', 'valeur', 'problème']);
    expect(first).toMatchObject({ 0: '2', 1: 'is_active', 2: 'maybe', 5: 'erreur' });
  });

  test.each([
    ['no file', null, 422, 'Choose a file.'],
    ['more than 10 MB', new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.csv'), 413, 'larger than 10 MB'],
    ['a file that cannot be read', new File(['%PDF-1.7'], 'a.csv'), 422, 'This file cannot be read'],
  ])('refuses %s', async (_, file, status, words) => {
    const visitor = await board();
    const answer = file ? await upload(visitor, file) : await visitor.send('/desk/import/', new FormData());
    expect([answer.status, readHtml(await answer.text()).text]).toEqual([status, expect.stringContaining(words)]);
  });

  test('does not delete every club for an empty file', async () => {
    await importRows({ name: 'Chess' });
    const visitor = await board();
    const shown = await show(visitor, [], { delete_missing: 'on' });
    expect(shown.page.all('.import-plan .reason')).toHaveLength(1);
    expect((await press(visitor, shown)).status).toBe(422);
    expect(await readClubs()).toHaveLength(1);
  });

  test('deletes clubs only with the permission to delete clubs', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const visitor = await board({ permissions: ['club.add_club', 'club.change_club'] });
    expect((await open(visitor, '/desk/import/')).page.all('input[name=delete_missing]')).toHaveLength(0);
    const { path } = await show(await board(), [{ name: 'Go', category: 'Games' }], { delete_missing: 'on' });
    const shown = await open(visitor, path);
    expect(shown.page.all('.import-plan .reason')).toHaveLength(1);
    const refused = await press(visitor, shown);
    expect([refused.status, await readNames()]).toEqual([403, ['Chess', 'Go']]);
    const [gone = '?'] = listed(shown).find(([, text]) => text?.startsWith('Chess')) ?? [];
    expect(isDone(await press(visitor, refused, {}, [gone]))).toBe(true);
    expect(await readClubs()).toEqual([
      { name: 'Chess', category: '' },
      { name: 'Go', category: 'Games' },
    ]);
  });

  test('is dropped on request, and then neither found nor written', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    const links = (await open(visitor, '/desk/import/')).page.all('.begun a');
    expect(links.map(({ attributes }) => attributes.href)).toEqual([shown.path]);
    const dropped = await visitor.post(shown.path, { ...fieldsOf(shown.page), drop: 'drop' });
    expect([dropped.status, dropped.headers.get('Location')]).toEqual([303, '/desk/import/?done=importDropped']);
    expect((await press(visitor, shown)).status).toBe(404);
    expect(await readNames()).toEqual([]);
  });

  test('is stored for a day, the last five of each user', async () => {
    const visitor = await board({ name: 'Ada', roles: ['board'] });
    const first = await show(visitor, [{ name: 'Chess' }]);
    const [{ userId }] = await site.database.sql<[{ userId: number }]>`select user_id from club_import`;
    const upload = { fileName: 'a.csv', file: clubsCsv(), deleteMissing: false, replaceSamples: false };
    const insert = () => insertImport(site.database.client, upload, { id: userId, name: 'Ada' });
    for (let count = 0; count < 4; count += 1) await insert();
    expect((await open(visitor, first.path)).status).toBe(200);
    await insert();
    expect((await open(visitor, first.path)).status).toBe(404);
    const last = await show(visitor, [{ name: 'Go' }]);
    await site.database.sql`update club_import set uploaded_at = now() - interval '25 hours'`;
    expect((await open(visitor, last.path)).status).toBe(404);
  });

  test('asks whether a new row is a club without a row, and renames or creates it', async () => {
    await importRows({ name: 'Acroyoga', category: 'Sport' }, { name: 'Chess' }, { name: 'Film' }, { name: 'Go' });
    const [acroyoga] = await site.database.sql<[{ id: number }]>`select id from club order by name`;
    const visitor = await board();
    const rows = [{ name: 'Chess' }, { name: 'Acro-Yoga Club' }, { name: 'Film Society' }, { name: 'Ski' }];
    const shown = await show(visitor, rows, { delete_missing: 'on' });
    const groupsOf = ({ page }: Shown) => page.all('.import-plan section > h2').map(({ text }) => text.trim());
    expect(groupsOf(shown)).toEqual(['Needs a decision', 'Deleted', 'New']);
    expect(shown.page.one('#line-3 legend').text.trim()).toBe('Is this “Acroyoga”? similar name');
    expect(countsOf(shown)).toMatchObject({ New: 1, Deleted: 1, 'Left out': 2 });

    // The id of another club does not answer the question.
    const wrong = await press(visitor, shown, { 'in-line-3': `line-3=club-${acroyoga.id + 2}`, part: '' });
    expect(countsOf(wrong)).toMatchObject({ New: 1, Deleted: 1, 'Left out': 2 });
    const answers = { 'in-line-3': `line-3=club-${acroyoga.id}`, 'in-line-4': 'line-4=new' };
    const decided = await press(visitor, wrong, { ...answers, part: '' });
    expect(groupsOf(decided)).toEqual(['Deleted', 'Changed', 'New']);
    expect(decided.page.one('#line-3').text).toContain('renamed from “Acroyoga”');
    expect(countsOf(decided)).toMatchObject({ New: 2, Changed: 1, Deleted: 2 });
    expect(isDone(await press(visitor, decided))).toBe(true);
    expect(await readNames()).toEqual(['Acro-Yoga Club', 'Chess', 'Film Society', 'Ski']);
    expect(await site.database.sql`select id from club where name = 'Acro-Yoga Club'`).toEqual([acroyoga]);
  });

  test('renames a club, also a sample club, to another spelling of its name with its accents, by default', async () => {
    await importRows({ name: 'Ciné-Club' }, { name: 'Échecs' }, { name: 'Game Jam' });
    await site.database.sql`update club set is_sample = true`;
    const visitor = await board();
    const shown = await show(visitor, [
      { name: 'Ciné club' },
      { name: 'ECHECS', category: 'Games' },
      { name: 'Game Jams' },
      { name: 'Go', parent_name: 'ECHECS' },
    ]);
    expect(countsOf(shown)).toEqual({ New: 2, Changed: 2, Renamed: 1 });
    expect(shown.page.one('#line-3 [checked]').attributes.value).toBe('line-3');
    const [club] = await site.database.sql<{ id: number }[]>`select id from club where name = 'Échecs'`;
    const renamed = await press(visitor, shown, { 'in-line-3': `line-3=club-${club?.id}`, part: '' });
    expect(countsOf(renamed)).toEqual({ New: 2, Changed: 2, Renamed: 2 });
    const decided = await press(visitor, renamed, { 'in-line-2': '', 'in-line-3': 'line-3=new', part: '' });
    expect(countsOf(decided)).toEqual({ New: 3, 'Left out': 1 });
    const again = await press(visitor, decided, { 'in-line-2': 'line-2', part: '' });
    expect(isDone(await press(visitor, again, { 'in-line-3': 'line-3' }))).toBe(true);
    expect(await readNames()).toEqual(['Ciné club', 'Échecs', 'Game Jam', 'Game Jams', 'Go']);
  });

  test('keeps both a club and a row that may be its new name out until there is a decision', async () => {
    await importRows({ name: 'Acroyoga' }, { name: 'Chess' });
    const visitor = await board();
    const rows = [{ name: 'Acroyoga Club' }, { name: 'Chess', category: 'Games' }];
    const shown = await show(visitor, rows, { delete_missing: 'on' });
    expect(isDone(await press(visitor, shown))).toBe(true);
    expect(await readNames()).toEqual(['Acroyoga', 'Chess']);
  });

  test('keeps fields that were edited since the last import, unless the user overwrites them', async () => {
    const old = { contact: 'old@example.org' };
    await importRows({ name: 'Chess', ...old }, { name: 'Go', ...old }, { name: 'Ski', ...old });
    const clubs = await site.database.sql<{ id: number }[]>`select id from club order by name`;
    const ada = await insertActor(site.database, 'Ada');
    for (const { id } of clubs) await clubEditor(site).edit(ada, id, { contact: 'new@example.org' });
    const visitor = await board();
    const rows = [
      { name: 'Chess', website: 'https://b.example', ...old },
      { name: 'Go', category: 'Games', contact: 'new@example.org' },
      { name: 'Ski', ...old },
    ];
    const shown = await show(visitor, rows);
    expect(shown.page.one('#line-2 legend').text).toMatch(/Contact: edited here on .* by Ada/);
    expect(listed(shown).map(([, text]) => text)).toEqual(['Chess', 'Go', 'Ski Left out']);
    expect(countsOf(shown)).toMatchObject({ Changed: 2, 'Left out': 1 });
    const selected = await press(visitor, shown, { 'in-line-2': '', 'in-line-4': 'line-4=in', part: '' });
    expect(listed(selected).map(([, text]) => text)).toEqual(['Chess Left out', 'Go', 'Ski']);
    const done = await press(visitor, selected, { 'in-line-2': 'line-2' });
    expect([isDone(done), countsOf(done)]).toEqual([true, { Changed: 3 }]);
    expect(await site.database.sql`select website, contact from club order by name`).toEqual([
      { website: 'https://b.example', contact: 'new@example.org' },
      { website: null, contact: 'new@example.org' },
      { website: null, contact: 'old@example.org' },
    ]);
    // The import is now newer than the edit, unless it is undone.
    const other = [{ name: 'Ski', contact: 'other@example.org' }];
    expect(countsOf(await show(visitor, other))).toMatchObject({ Changed: 1 });
    await site.database.sql`
      insert into club_step (kind, undoes) select 'undo', max(id) from club_step where kind = 'import'`;
    expect(keysOf(await show(visitor, other))).toEqual(['line-2']);
    expect(countsOf(await show(visitor, other))).toMatchObject({});
  });

  test('deletes sample clubs first on request', async () => {
    await importRows({ name: 'Chess' });
    await site.database.sql`update club set is_sample = true`;
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Go' }], { replace_samples: 'on' });
    expect(countsOf(shown)).toMatchObject({ 'Sample clubs deleted': 1, New: 1 });
    expect(shown.page.one('.toolbar button').text).toBe('Import 1 club, delete 1 sample club');
    expect(listed(shown)).toEqual([['line-2', 'Go']]);
    expect([includedIn(shown.page), fieldsOf(shown.page).listed]).toEqual([['in-line-2'], 'line-2']);
    await press(visitor, shown);
    expect(await readNames()).toEqual(['Go']);
  });
});
