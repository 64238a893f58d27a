import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { clubsCsv, inPieces, type CsvRow } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import { visit, type Fields, type NewPerson, type Visitor } from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';

type Element = ReturnType<typeof readHtml>;

/** A page of an import, and where it is. */
interface Shown {
  path: string;
  page: Element;
  status: number;
}

function helpers(site: TestSite) {
  const importRows = (...rows: CsvRow[]) => importClubs(site.database.client, inPieces(clubsCsv(...rows)));
  const board = (person: NewPerson = { roles: ['board'] }) => visit(site, person);
  const upload = async (
    visitor: Visitor,
    file: Uint8Array | CsvRow[],
    fields: Record<string, string> = {},
    prefix = '',
  ): Promise<Response> => {
    const form = new FormData();
    const bytes = Array.isArray(file) ? clubsCsv(...file) : file;
    form.append('file', new File([new Uint8Array(bytes)], 'clubs é.csv', { type: 'text/csv' }));
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return await visitor.send(`${prefix}/desk/import/`, form);
  };
  /** The page that an answer leads to, once no work goes on. */
  const follow = async (visitor: Visitor, answer: Response): Promise<Shown> => {
    expect(answer.status).toBe(303);
    const path = answer.headers.get('Location') ?? '';
    for (;;) {
      const got = await visitor.get(path);
      const page = readHtml(await got.text());
      if (page.all('[data-work]').length === 0) return { path, page, status: got.status };
      // As the page does, but sooner.
      await sleep(50);
    }
  };
  const show = async (visitor: Visitor, file: Uint8Array | CsvRow[], fields: Record<string, string> = {}) =>
    await follow(visitor, await upload(visitor, file, fields));
  /** Presses the last button of a plan, or another one. */
  const press = async (visitor: Visitor, { path, page }: Shown, more: Fields = {}, without: string[] = []) =>
    await visitor.post(path, { ...fieldsOf(page, without), ...more });
  const confirm = async (visitor: Visitor, shown: Shown, without: string[] = []) =>
    await follow(visitor, await press(visitor, shown, {}, without));
  const readClubs = async () =>
    await site.database.sql<{ name: string; category: string }[]>`select name, category from club order by name`;
  return { importRows, board, upload, follow, show, press, confirm, readClubs };
}

/** What the form would send, as a browser does. */
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

/** An answer that leads there. */
const at = (address: string) => ({ status: 303, headers: { Location: address } });
const listed = ({ page }: Shown) =>
  page.all('.import-plan .row-list > li').map((club) => [club.attributes['data-key'], club.one('h2').text.trim()]);
const countsOf = ({ page }: Shown) => page.one('.import-counts').text;

describeSite('An import in the browser', (site) => {
  const { importRows, board, upload, follow, show, press, confirm, readClubs } = helpers(site);

  test('warns about Windows-1252 and cleared fields, and lists the clubs that lose a field', async () => {
    await importRows({ name: 'Été', category: 'Games' }, { name: 'Go' });
    const file = clubsCsv({ name: 'Été' }, { name: 'Go', category: 'Stones' });
    const visitor = await board();
    const shown = await show(visitor, Buffer.from(file.toString(), 'latin1'));
    const text = shown.page.one('.import').text;
    expect(text).toContain('Read as Windows-1252; check accented letters.');
    expect(text).toContain('Empty cells clear fields: Categories of 1 club.');
    const filters = shown.page.all('.filters button').map((button) => button.text.trim());
    expect(filters).toEqual(['All 2', 'Changed 2', 'Cleared fields 1']);
    const group = readHtml(await (await visitor.get(`${shown.path}?show=cleared`)).text());
    expect(listed({ ...shown, page: group })).toEqual([['line-2', 'Été is changed']]);
  });

  test('shows what a file would do, club by club and field by field, and changes nothing', async () => {
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
    expect(countsOf(shown)).toBe('1 new club, 2 clubs changed, 1 of them renamed, 1 club unchanged.');
    expect(listed(shown)).toEqual([
      ['line-2', 'Chess is changed'],
      ['line-4', 'Snow is changed'],
      ['line-5', 'Théâtre is new'],
    ]);
    const [chess, snow] = shown.page.all('.import-plan .row-list > li');
    expect(chess?.one('[data-field=category]').text).toContain('Board games');
    expect(snow?.text).toContain('line 4 · called “Ski” until now');
    expect(shown.page.all('button').at(-1)?.text.trim()).toBe(
      'Import what is checked of: 1 new club, 2 clubs changed, 1 of them renamed',
    );
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Chess', 'Go', 'Ski']);
  });

  test('writes exactly that when it is confirmed, as one step of the history with the name of the file', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const visitor = await board({ name: 'Ada', roles: ['board'] });
    const done = await confirm(
      visitor,
      await show(visitor, [
        { name: 'Chess', category: 'Games' },
        { name: 'Ski', category: 'Sport' },
      ]),
    );
    expect(done.page.one('.notice').text).toContain('The import is done.');
    expect(await readClubs()).toEqual([
      { name: 'Chess', category: 'Games' },
      { name: 'Go', category: '' },
      { name: 'Ski', category: 'Sport' },
    ]);
    const [step] = await site.database.sql<{ id: number; kind: string; note: string; userName: string }[]>`
      select id::float8 as id, kind, note, user_name from club_step order by id desc limit 1`;
    expect(step).toMatchObject({ kind: 'import', note: 'clubs é.csv', userName: 'Ada' });
    expect(done.page.text).toContain('See what it has changed, or undo it');
    expect(done.page.all(`a[href="/desk/history/${step?.id}/"]`)).toHaveLength(1);
    const again = await visitor.post(done.path, {});
    expect([again.status, again.headers.get('Location')]).toEqual([303, done.path]);
    expect(await site.database.sql`select 1 from pg_tables where tablename like 'import%'`).toHaveLength(0);
  });

  test('leaves out what is unchecked, on other pages too, and deletes only what has no row and is checked', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' });
    const visitor = await board();
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `New ${String(index + 10)}` }));
    const first = await show(visitor, [{ name: 'Chess', category: 'Games' }, ...rows], { delete_missing: 'on' });
    expect(countsOf(first)).toBe('60 new clubs, 1 club changed, 2 clubs deleted, 0 clubs unchanged.');
    const second = await follow(visitor, await press(visitor, first, { part: 'page=2' }, ['line-2', 'line-3']));
    expect(second.path).toMatch(/\?page=2$/);
    expect(countsOf(second)).toContain('59 new clubs, 2 clubs deleted');
    expect(
      listed(second)
        .slice(-2)
        .map(([, name]) => name),
    ).toEqual(['Go is deleted', 'Ski is deleted']);
    const key = listed(second).at(-1)?.[0] ?? '';
    const done = await confirm(visitor, second, [key]);
    expect(done.page.text).toContain('The import is done.');
    const clubs = await readClubs();
    expect(clubs).toHaveLength(61);
    expect(clubs.slice(0, 2)).toEqual([
      { name: 'Chess', category: '' },
      { name: 'New 11', category: '' },
    ]);
    expect(clubs.at(-1)?.name).toBe('Ski');
  });

  test('takes in again what was left out', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }]);
    const left = await follow(visitor, await press(visitor, first, { part: 'show=leftOut' }, ['line-3']));
    expect(listed(left)).toEqual([['line-3', 'Go is new']]);
    expect(countsOf(left)).toBe('1 new club, 0 clubs unchanged, 1 club left out.');
    const back = await follow(
      visitor,
      await visitor.post(left.path, { ...fieldsOf(left.page), in: 'line-3', part: '' }),
    );
    await confirm(visitor, back);
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Chess', 'Go']);
  });

  test('keeps what is checked at the press of a button, for a page that is loaded again or in the other language', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }]);
    const button = first.page.one('button[name=keep]');
    expect(button.text).toBe('Keep what is checked, and import later');
    const answer = await press(visitor, first, { keep: button.attributes.value ?? '?' }, ['line-3']);
    const kept = await follow(visitor, answer);
    expect(kept.path).toBe(`${first.path}?done=importKept`);
    expect(kept.page.one('.notice').text).toContain('Nothing was imported yet.');
    const french = readHtml(await (await visitor.get(`/fr${first.path}`)).text());
    for (const page of [kept.page, french]) expect(fieldsOf(page).in).toEqual(['line-2']);
    expect(await readClubs()).toEqual([]);
  });

  test('is shown in the other language as it is shown in this one', async () => {
    const visitor = await board();
    const many = Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` }));
    const { path } = await show(visitor, many);
    const page = readHtml(await (await visitor.get(`${path}?show=created&name=club&page=2`)).text());
    expect(page.one('a[hreflang=fr][lang]').attributes.href).toBe(`/fr${path}?show=created&name=club&page=2`);
  });

  test('says which rows need one that is left out, and writes nothing until that is settled', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Sports' }, { name: 'Ski', parent_name: 'Sports' }]);
    const found = await follow(visitor, await press(visitor, first, { name: 'sports', find: '' }));
    expect(found.page.one('.import-plan').attributes.action).toBe(found.path);
    const refused = await follow(visitor, await press(visitor, found, {}, ['line-2']));
    expect(refused.page.one('table.issues').text).toContain('is the club of line 2, which is left out');
    expect(refused.page.all('table.issues a').map(({ attributes }) => attributes.href)).toEqual(['#line-2']);
    expect(refused.page.one('#line-2').text).toContain('Sports is new');
    expect(await readClubs()).toEqual([]);
    // What was looked for is there still.
    expect(refused.path).toMatch(/\?name=sports$/);
    const stuck = await follow(visitor, await press(visitor, refused, { part: '' }));
    expect(stuck.page.all('button').at(-1)?.text.trim()).toBe('Check again');
    const nothing = await confirm(visitor, stuck, ['line-3']);
    expect(nothing.page.one('[role=alert]').text).toContain('There is nothing to import');
    const both = await follow(
      visitor,
      await visitor.post(nothing.path, { ...fieldsOf(nothing.page), in: ['line-2', 'line-3'] }),
    );
    expect(both.page.text).toContain('The import is done.');
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Ski', 'Sports']);
  });

  test('writes nothing when clubs were changed meanwhile that it is about, and says what is new', async () => {
    await importRows({ name: 'Chess', category: 'Games' }, { name: 'Go' });
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess', category: 'Sport' }, { name: 'Ski' }]);
    await site.database.sql`update club set category = 'Other' where name = 'Chess'`;
    const outdated = await confirm(visitor, shown);
    expect(outdated.page.one('[role=alert]').text).toMatch(/Nothing was imported yet/);
    expect(outdated.page.all('.fresh')).toHaveLength(1);
    expect(listed(outdated)[0]?.[1]).toMatch(/^Chess is changed\s*new since you looked$/);
    expect((await readClubs()).map(({ category }) => category)).toEqual(['Other', '']);
    const done = await confirm(visitor, outdated);
    expect(done.page.text).toContain('The import is done.');
    expect(await readClubs()).toEqual([
      { name: 'Chess', category: 'Sport' },
      { name: 'Go', category: '' },
      { name: 'Ski', category: '' },
    ]);
  });

  test('is shown as of the clubs as they are when it is opened after others have changed them', async () => {
    await importRows({ name: 'Chess', category: 'Games' }, { name: 'Go' }, { name: 'Ski' });
    const visitor = await board();
    const file = [{ name: 'Chess', category: 'Sport' }, { name: 'Go', category: 'Board' }, { name: 'Yoga' }];
    const first = await show(visitor, file, { delete_missing: 'on' });
    const { path } = await follow(visitor, await press(visitor, first, { part: '' }, ['line-3']));
    const open = async (address: string) => await follow(visitor, new Response(null, at(address)));
    // One is what the file says by now, one is another, one is gone.
    await site.database.sql`update club set category = 'Sport' where name = 'Chess'`;
    await site.database.sql`update club set website = 'https://x.example' where name = 'Go'`;
    await site.database.sql`delete from club where name = 'Ski'`;
    const pages = await Promise.all([open(path), open(path), open(`/fr${path}`)]);
    for (const shown of pages) expect(listed(shown).map(([key]) => key)).toEqual(['line-3', 'line-4']);
    const [shown] = pages;
    expect(countsOf(shown)).toBe('1 new club, 1 club unchanged, 1 club left out.');
    expect(shown.page.all('[data-field=website]')).toHaveLength(1);
    expect(fieldsOf(shown.page).in).toEqual(['line-4']);
    await site.database.sql`insert into club (name, category) values ('Yoga', 'Sport')`;
    const marked = await open(path);
    expect(marked.page.one('[role=alert]').text).toContain('the clubs were changed by others meanwhile');
    expect(marked.page.all('.fresh')).toHaveLength(1);
    // Nothing is planned again for who looks once more.
    const numberOf = ({ page }: Shown) => fieldsOf(page).plan;
    expect(numberOf(await open(path))).toBe(numberOf(marked));
  });

  test('is written as it was shown when others have changed clubs that it is not about', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' });
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess', category: 'Sport' }]);
    await site.database.sql`update club set category = 'Other' where name = 'Go'`;
    expect((await confirm(visitor, shown)).page.text).toContain('The import is done.');
  });

  test('of two people at once is told to the second, who sees the new difference', async () => {
    await importRows({ name: 'Chess' });
    const [one, other] = [await board(), await board()];
    const first = await show(one, [
      { name: 'Chess', category: 'One' },
      { name: 'Ski', category: 'One' },
    ]);
    const second = await show(other, [
      { name: 'Chess', category: 'Other' },
      { name: 'Ski', category: 'Other' },
    ]);
    expect((await confirm(one, first)).page.text).toContain('The import is done.');
    const told = await confirm(other, second);
    expect(told.page.one('[role=alert]').text).toContain('2 clubs are marked as new');
    expect(listed(told).map(([, text]) => text?.replace(/\s+/g, ' '))).toEqual([
      'Chess is changed new since you looked',
      'Ski is changed new since you looked',
    ]);
    expect((await readClubs()).map(({ category }) => category)).toEqual(['One', 'One']);
  });

  test('is confirmed by no form of an earlier plan, nor twice', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }]);
    await follow(visitor, await press(visitor, first, { part: '' }, ['line-3']));
    const old = await press(visitor, first);
    expect(old.status).toBe(409);
    expect(readHtml(await old.text()).one('[role=alert]').text).toContain('This page was of an earlier state.');
    expect(await readClubs()).toEqual([]);
  });

  test('tells every mistake of a file in a table and as a file, in both languages', async () => {
    const visitor = await board();
    const file = Buffer.from(
      `name;short_description;is_active;parent_name;logo_url;website;category\nChess;;maybe;;;;\nGo;;true;;;ftp://x;\nSki;;true;Nobody${'y'.repeat(243)};;;\n`,
    );
    const shown = await show(visitor, file);
    expect(shown.page.one('[role=alert]').text).toContain('The file has 3 mistakes. Nothing was changed');
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
    expect(header?.slice(0, 4)).toEqual(['ligne', 'colonne', 'valeur', 'ce qui ne va pas']);
    expect(first).toMatchObject({ 0: '2', 1: 'is_active', 2: 'maybe', 7: 'erreur' });
    expect((await visitor.get(`/fr${shown.path}`)).status).toBe(200);
  });

  test('has pages of a table with many mistakes, so that all can be reached', async () => {
    const visitor = await board();
    const rows = Array.from({ length: 1001 }, (_, index) => ({ name: `Club ${index + 1000}`, is_active: 'maybe' }));
    const first = await show(visitor, rows);
    expect(first.page.one('table.issues caption').text).toBe('Mistakes, page 1 of 3');
    const lines: string[] = [];
    let next: string | undefined = first.path;
    while (next !== undefined) {
      const page = readHtml(await (await visitor.get(next)).text());
      lines.push(...page.all('table.issues tbody th').map(({ text }) => text.trim().replace(',', '')));
      const [link] = page.all('.pagination a[rel=next]');
      next = link && new URL(link.attributes.href ?? '', `https://x.example${first.path}`).toString().slice(17);
    }
    expect(lines).toEqual(rows.map((_, index) => String(index + 2)));
    expect((await visitor.get(`${first.path}?page=4`)).status).toBe(404);
  });

  test('leads from a line that a mistake names to the mistakes of that line, where it has any', async () => {
    const visitor = await board();
    const rows = [{ name: 'Ski', is_active: 'maybe', website: 'x' }, { name: 'Go' }, { name: 'Ski' }, { name: 'Go' }];
    for (const prefix of ['', '/fr']) {
      const shown = await follow(visitor, await upload(visitor, clubsCsv(...rows), {}, prefix));
      const links = shown.page
        .all('table.issues tr')
        .map((row) => row.all('a').map(({ attributes }) => attributes.href));
      // The header, both faults of line 2, line 4 with the name of line 2, line 5 with that of line 3, which has no fault.
      expect(links).toEqual([[], [], [], ['#mistake-2'], []]);
      expect(shown.page.all('table.issues [id]').map(({ attributes }) => attributes.id)).toEqual([
        ...['mistake-2', 'mistake-4', 'mistake-5'],
      ]);
      expect(shown.page.one('table.issues a').text).toBe('2');
      expect(shown.page.text).not.toContain('\u2063');
    }
  });

  test('finds clubs by a part of their names among many, and keeps to it on every page of it', async () => {
    const visitor = await board();
    const many = Array.from({ length: 55 }, (_, index) => ({ name: `Équipe ${index + 100}` }));
    const first = await show(visitor, [{ name: 'Go' }, { name: 'Œnologie' }, ...many]);
    expect(first.page.one('.find input').attributes).toMatchObject({ name: 'name', value: '' });
    // As a browser sends it: what is left out before stays so.
    const wine = await follow(visitor, await press(visitor, first, { name: 'oeno', find: '' }, ['line-2']));
    expect(wine.path).toMatch(/\?name=oeno$/);
    expect(listed(wine)).toEqual([['line-3', 'Œnologie is new']]);
    expect(wine.page.all('.filters button').map(({ text }) => text.trim())).toEqual(['All 1', 'New 1']);
    const teams = await follow(visitor, await press(visitor, wine, { name: ' EQUIPE', find: 'show=created' }));
    expect(teams.path).toMatch(/\?show=created&name=EQUIPE$/);
    expect(teams.page.one('.find input').attributes.value).toBe('EQUIPE');
    const next = teams.page.all('.pages button').at(-1)?.attributes.value ?? '';
    const last = await follow(visitor, await press(visitor, teams, { name: 'EQUIPE', part: next }, ['line-4']));
    expect(listed(last).map(([, text]) => text)).toEqual(
      [150, 151, 152, 153, 154].map((one) => `Équipe ${one} is new`),
    );
    expect(countsOf(last)).toBe('55 new clubs, 0 clubs unchanged, 2 clubs left out.');
    const none = await follow(visitor, await press(visitor, last, { name: '100 %', find: '' }));
    expect(none.page.text).toContain('There is none of these.');
    const [, anyName] = none.page.all('.find button');
    const all = await follow(
      visitor,
      await press(visitor, none, { name: '100 %', part: anyName?.attributes.value ?? '?' }),
    );
    expect(listed(all)).toHaveLength(50);
    expect((await visitor.get(`${all.path}?name=${'x'.repeat(256)}`)).status).toBe(404);
    await confirm(visitor, last);
    expect(await readClubs()).toHaveLength(55);
  });

  test('offers no search where all clubs are on one page', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Go' }, { name: 'Ski' }]);
    expect(shown.page.all('.find')).toHaveLength(0);
  });

  test('leaves out what either of two windows has left out, also without JavaScript', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' }]);
    // One keeps its choice, the other confirms what it has seen before that.
    await visitor.post(first.path, { ...fieldsOf(first.page, ['line-2']), keep: 'filter=all' });
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
    await confirm(visitor, { path: first.path, page: merged, status: 409 });
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Ski']);
  });

  test('leaves that out too where the choice of the other window is still compared when the form comes', async () => {
    const visitor = await board();
    const first = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' }]);
    await visitor.post(first.path, { ...fieldsOf(first.page, ['line-2']), keep: 'filter=all' });
    // As by another process, which takes its time.
    const set = (state: string) => site.database.sql`update club_import set state = ${state}, beat_at = now()`;
    await set('planning');
    const [answer] = await Promise.all([press(visitor, first, {}, ['line-3']), sleep(700).then(() => set('planned'))]);
    expect(answer.status).toBe(409);
    await confirm(visitor, { path: first.path, page: readHtml(await answer.text()), status: 409 });
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Ski']);
  });

  test('says to who confirms at once with a choice in another window that nothing was written, or writes it', async () => {
    const visitor = await board();
    for (let round = 0; round < 8; round += 1) {
      const shown = await show(visitor, [{ name: `Chess ${round}` }, { name: `Go ${round}` }]);
      const [, answer] = await Promise.all([
        visitor.post(shown.path, { ...fieldsOf(shown.page, ['line-2']), keep: 'filter=all' }),
        press(visitor, shown),
      ]);
      const isWritten = (await readClubs()).some(({ name }) => name === `Chess ${round}`);
      if (answer.status === 409) {
        const [told] = readHtml(await answer.text()).all('[role=alert]');
        expect(told?.text).toContain('This page was of an earlier state');
      }
      expect([isWritten, answer.status]).toEqual(isWritten ? [true, 303] : [false, 409]);
    }
  });

  test('says to who comes second with something left out that it was not left out', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }, { name: 'Go' }]);
    await confirm(visitor, shown);
    const late = await press(visitor, shown, {}, ['line-2']);
    expect([late.status, late.headers.get('Location')]).toEqual([303, `${shown.path}?done=importByOther`]);
    const told = readHtml(await (await visitor.get(`${shown.path}?done=importByOther`)).text());
    expect(told.one('main').text).toContain('what only you had left out was not left out');
    expect((await press(visitor, shown)).headers.get('Location')).toBe(shown.path);
  });

  test('is not taken from a page of another epoch, in which an import of its number was another', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    const answer = await press(visitor, shown, { epoch: '0123456789abcdef0123456789abcdef' });
    expect(answer.status).toBe(409);
    expect(await readClubs()).toEqual([]);
  });

  test('says beside each line which row of a spreadsheet it is, where a cell has several lines', async () => {
    await importRows({ name: 'Échecs' });
    const visitor = await board();
    const rows = [{ name: 'Choir', description: 'a\nb\nc' }, { name: 'Go', is_active: 'maybe' }, { name: 'Ski' }];
    const wrong = await show(visitor, [...rows, { name: 'Ski' }]);
    const table = wrong.page.one('table.issues');
    expect(table.all('thead th').map(({ text }) => text)).toEqual([
      ...['Line', 'Row', 'Column', 'Value', 'What is wrong', 'Club'],
    ]);
    expect(
      table.all('tbody tr').map((row) =>
        row
          .all('th, td')
          .slice(0, 3)
          .map(({ text }) => text.trim()),
      ),
    ).toEqual([
      ['5', '3', 'is_active'],
      ['7', '5', 'name'],
    ]);
    expect(wrong.page.one('.line-hint').text).toContain('Rows are those of a spreadsheet.');
    const report = parse(await (await visitor.get(`/fr${wrong.path}report.csv`)).text(), { bom: true });
    expect(report.map((cells) => cells.slice(0, 3))).toEqual([
      ['ligne', 'ligne du tableur', 'colonne'],
      ['5', '3', 'is_active'],
      ['7', '5', 'name'],
    ]);
    const shown = await show(visitor, [...rows.slice(0, 1), { name: 'Echecs' }]);
    expect(shown.page.all('.row-list .line').map(({ text }) => text.trim())).toEqual([
      'line 2',
      'row 3 of the spreadsheet (line 5)',
    ]);
    const warned = parse(await (await visitor.get(`${shown.path}report.csv`)).text(), { bom: true });
    expect(warned[1]?.slice(0, 3)).toEqual(['5', '3', 'name']);
  });

  test('has warnings beside their rows', async () => {
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

  test('tells beside mistakes of the warnings that may say why', async () => {
    const visitor = await board();
    const garbled = { name: 'Chess', short_description: 'Ã©'.repeat(501) };
    const [english, french] = [await show(visitor, [garbled]), await show(visitor, [{ ...garbled, name: 'Échecs' }])];
    expect(english.page.one('.import').text).toContain('has 1 warning too, which may say why');
    const page = readHtml(await (await visitor.get(`/fr${french.path}`)).text());
    expect(page.one('.import').text).toContain('a aussi 1 avertissement');
  });

  test('says so where there is nothing to import', async () => {
    await importRows({ name: 'Chess' });
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    expect(shown.page.text).toContain('There is nothing to import');
    expect((await show(visitor, [])).page.text).toContain('No club is in the file');
    expect(shown.page.all('button').map(({ text }) => text.trim())).not.toContain('Import what is checked');
  });

  test.each([
    ['no file', new FormData(), 422, 'Choose a file.'],
    ['an empty one without a name', withFile(new File([], '')), 422, 'Choose a file.'],
    ['more than 10 MB', withFile(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.csv')), 413, 'larger than 10 MB'],
  ])('refuses %s, and says what is taken', async (_, form, status, words) => {
    const visitor = await board();
    const answer = await visitor.send('/desk/import/', form);
    expect([answer.status, readHtml(await answer.text()).text]).toEqual([status, expect.stringContaining(words)]);
  });

  test('refuses a spreadsheet that is no CSV file for what it is', async () => {
    const visitor = await board();
    const shown = await show(visitor, Buffer.from('%PDF-1.7\n'));
    expect(shown.page.one('table.issues').text).toContain('is a PDF or a picture');
  });

  test('refuses more rows than it takes', async () => {
    const visitor = await board();
    const lines = 'x,,true,,,,\n'.repeat(100_001);
    const shown = await show(
      visitor,
      Buffer.from(`name,short_description,is_active,parent_name,logo_url,website,category\n${lines}`),
    );
    expect(shown.page.one('[role=alert]').text).toContain('The file has more than 100,000 rows.');
  }, 60_000);

  test('does not delete all clubs for a file that has none', async () => {
    await importRows({ name: 'Chess' });
    const visitor = await board();
    const shown = await show(visitor, [], { delete_missing: 'on' });
    expect(shown.page.all('button').map(({ text }) => text.trim())).toEqual(
      expect.not.arrayContaining(['Import what is checked of: 1 club deleted']),
    );
    expect(shown.page.one('.import-plan .reason').text).toContain('The file has no club in it, and all clubs');
    const done = await confirm(visitor, shown);
    expect(done.page.one('[role=alert]').text).toContain('The file has no club in it');
    expect(await readClubs()).toHaveLength(1);
  });

  test('deletes nothing for who may not delete clubs', async () => {
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

  test.each([
    ['', 'To delete clubs is for others. Leave out', 'Check again', 'Import what is checked'],
    ['/fr', 'Supprimer des clubs revient à d’autres. Décochez', 'Vérifier de nouveau', 'Importer ce qui est coché'],
  ])(
    'says before that its deletions are not for who looks at it, and is written without them: %s',
    async (...words) => {
      const [prefix, reason, check, write] = words;
      await importRows({ name: 'Chess' }, { name: 'Go' });
      const shown = await show(await board(), [{ name: 'Go', category: 'Games' }], { delete_missing: 'on' });
      const other = await board({ permissions: ['club.add_club', 'club.change_club'] });
      const address = prefix + shown.path;
      const page = readHtml(await (await other.get(address)).text());
      expect(page.one('.import-plan .reason').text).toContain(reason);
      const buttons = (of: Element) => of.all('.import-plan .last > button').map(({ text }) => text.trim());
      expect(buttons(page).at(-1)).toBe(check);
      expect(buttons(page).join()).not.toContain(write);
      const [gone] = listed(shown).find(([, text]) => text?.startsWith('Chess')) ?? [];
      const settled = await follow(
        other,
        await press(other, { ...shown, path: address, page }, { part: '' }, [gone ?? '']),
      );
      expect(settled.page.all('.import-plan .reason')).toEqual([]);
      expect(buttons(settled.page).at(-1)).toContain(write);
      await confirm(other, settled);
      expect(await readClubs()).toEqual([
        { name: 'Chess', category: '' },
        { name: 'Go', category: 'Games' },
      ]);
    },
  );

  test('says before that the sample clubs are not for who looks at it to take away, and has no button for it', async () => {
    await site.database.insertClub({ name: 'Sample', isSample: true });
    const shown = await show(await board(), [{ name: 'Go' }], { replace_samples: 'on' });
    const other = await board({ permissions: ['club.add_club', 'club.change_club'] });
    const page = readHtml(await (await other.get(shown.path)).text());
    expect(page.one('.import-plan .reason').text).toContain('To take the sample clubs away is for others.');
    expect(page.all('.import-plan .last > button.button')).toEqual([]);
  });

  test('says of a new club whose name is another one’s to take in what gives that name up', async () => {
    await importRows({ name: 'Chess', id: '5' }, { name: 'Go', id: '6' });
    const visitor = await board();
    const shown = await show(
      visitor,
      [
        { name: 'Chess', id: '9' },
        { name: 'Go', id: '6' },
      ],
      { delete_missing: 'on' },
    );
    expect(countsOf(shown)).toBe('1 new club, 1 club deleted, 1 club unchanged.');
    const [gone] = listed(shown).find(([key]) => key !== 'line-2') ?? [];
    const refused = await follow(visitor, await press(visitor, shown, { part: '' }, [gone ?? '']));
    expect(refused.page.one('table.issues').text).toContain('take that in, or leave this row out too');
    const done = await follow(
      visitor,
      await visitor.post(refused.path, { ...fieldsOf(refused.page), in: ['line-2', gone ?? ''] }),
    );
    expect(done.page.text).toContain('The import is done.');
    expect(await site.database.sql`select id, name from club order by id`).toEqual([
      { id: 6, name: 'Go' },
      { id: 9, name: 'Chess' },
    ]);
  });

  test.each([
    ['reading', 'The work broke off'],
    ['writing', 'The work broke off'],
    // It is planned once more.
    ['planning', '1 new club'],
  ])('says so when the process that was %s it has ended', async (state, words) => {
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

  test('is written once when it is confirmed six times at once, and all are told what becomes of it', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => press(visitor, shown)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303]);
    const [answer] = answers;
    if (answer) await follow(visitor, answer);
    expect(await readClubs()).toMatchObject([{ name: 'Chess' }]);
    expect(await site.database.sql`select from club_step where kind = 'import'`).toHaveLength(1);
  });

  test('waits for a confirmation at its first opening when the process that was writing it has ended, whatever has changed', async () => {
    const visitor = await board();
    const { path } = await show(visitor, [{ name: 'Chess' }]);
    await site.database.sql`
      update club_import set state = 'writing', beat_at = now() - interval '31 seconds', plan = null`;
    const first = readHtml(await (await visitor.get(path)).text());
    expect(first.one('.import').text).not.toContain('Send another file');
    const shown = await follow(visitor, new Response(null, { status: 303, headers: { Location: path } }));
    expect(countsOf(shown)).toBe('1 new club, 0 clubs unchanged.');
  });

  test.each([
    ['reading', '42', ['The file is being read.', '42%'], ['Le fichier est en cours de lecture.', '42 %']],
    [
      'writing',
      undefined,
      ['The clubs are being written: all of them, or none.'],
      ['Les clubs sont en cours d’enregistrement : tous, ou aucun.'],
    ],
  ])('says how far it is while somebody is %s it, and looks again by itself', async (state, value, words, inFrench) => {
    const visitor = await board();
    const { path } = await show(visitor, [{ name: 'Chess' }]);
    await site.database.sql`update club_import set state = ${state}, progress = 0.42, beat_at = now()`;
    for (const [prefix, said] of [['', words] as const, ['/fr', inFrench] as const]) {
      const page = readHtml(await (await visitor.get(prefix + path)).text());
      for (const text of said) expect(page.one('.import .work').text).toContain(text);
      expect(page.one('.import [role=status]').text).toBe(said[0]);
      expect(page.one('progress').attributes.value).toBe(value);
      expect(page.one('.import').text.includes('%')).toBe(value !== undefined);
      // Where there is a script, that looks.
      expect(readHtml(page.one('head noscript').html).one('meta[http-equiv=refresh]').attributes.content).toBe('10');
      const still = readHtml(page.one('.work noscript').html).one('a').attributes.href ?? '';
      const left = readHtml(await (await visitor.get(still)).text());
      expect(left.all('noscript')).toEqual([]);
      expect(left.one('.work a').attributes.href).toBe(still);
    }
  });

  test('deletes nothing that was left out before, for who may not delete clubs and takes it in again', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go' }, { name: 'Ski' });
    const keeper = await board();
    const first = await show(keeper, [{ name: 'Ski', category: 'x' }], { delete_missing: 'on' });
    const gone = listed(first)
      .slice(1)
      .map(([key]) => key ?? '');
    const { path, page } = await follow(keeper, await press(keeper, first, { part: '' }, gone));
    const other = await board({ permissions: ['club.add_club', 'club.change_club'] });
    const all = { ...fieldsOf(page), in: ['line-2', ...gone] };
    const told = await follow(other, await other.post(path, all));
    expect(told.page.one('[role=alert]').text).toContain('To delete clubs is for others.');
    expect(await readClubs()).toHaveLength(3);
  });

  test('is dropped or written when both are asked at once, and nothing else', async () => {
    const visitor = await board();
    for (let round = 0; round < 4; round += 1) {
      await site.database.sql`delete from club`;
      const shown = await show(
        visitor,
        Array.from({ length: 40 }, (_, index) => ({ name: `Club ${index}` })),
      );
      const answers = await Promise.all([press(visitor, shown), press(visitor, shown, { drop: 'drop' })]);
      for (const { status } of answers) expect([303, 404, 409]).toContain(status);
      if (answers[0].status === 303) await follow(visitor, answers[0]);
      const [{ steps }] = await site.database.sql<[{ steps: number }]>`
        select count(*)::int as steps from club_step where kind = 'import'`;
      await site.database.sql`delete from club_step`;
      await expect.poll(async () => (await readClubs()).length).toBe(steps === 0 ? 0 : 40);
      const isDropped = answers[1].headers.get('Location')?.includes('importDropped') ?? false;
      expect([isDropped, steps]).toEqual([isDropped, isDropped ? 0 : 1]);
    }
  });

  test('has a name without what is no letter, and says no more of a long form than a page has', async () => {
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
    const many = Array.from({ length: 40_000 }, (_, index) => `line-${index + 2}`).join(',');
    const begun = performance.now();
    await follow(visitor, await visitor.post(shown.path, { ...fieldsOf(shown.page), listed: many, part: '' }));
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('is not taken while four others are, which is told with a time to come again', async () => {
    const visitor = await board();
    const file = clubsCsv({ name: 'Chess' });
    let refused: Response | undefined;
    // How many come before one of them is read is for the machine to say.
    while (!refused) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => upload(visitor, file)));
      refused = answers.find(({ status }) => status === 503);
      for (const answer of answers) if (answer.status === 303) await follow(visitor, answer);
    }
    expect(refused.headers.get('Retry-After')).toBe('30');
    expect(readHtml(await refused.text()).one('[role=alert]').text).toContain('Other files are being read');
  });

  test('says so when the server has lost its rows', async () => {
    const visitor = await board();
    const { path } = await show(visitor, [{ name: 'Chess' }]);
    const [{ id }] = await site.database.sql<[{ id: number }]>`select max(id) as id from club_import`;
    await site.database.sql`truncate ${site.database.sql(`import_row_${id}`)}`;
    expect(readHtml(await (await visitor.get(path)).text()).one('[role=alert]').text).toContain(
      'The database was restarted',
    );
  });

  test('says so as well when it was being written, and offers nothing to confirm', async () => {
    const visitor = await board();
    const { path } = await show(visitor, [{ name: 'Chess' }]);
    const [{ id }] = await site.database.sql<[{ id: number }]>`select max(id) as id from club_import`;
    await site.database.sql`update club_import set state = 'writing', beat_at = '-infinity'`;
    await site.database.sql`truncate ${site.database.sql(`import_row_${id}`)}`;
    const page = readHtml(await (await visitor.get(path)).text());
    expect(page.one('[role=alert]').text).toContain('The database was restarted');
    expect(page.all('.import-plan')).toEqual([]);
    const list = readHtml(await (await visitor.get('/desk/import/')).text()).one('.begun').text;
    expect([list, page.one('title').text]).toEqual([
      expect.stringContaining('has to be sent again, sent by'),
      expect.stringContaining('(has to be sent again)'),
    ]);
  });

  test('takes the place of the oldest of five, which is told before and after', async () => {
    const visitor = await board({ name: 'Ada', roles: ['board'] });
    const first = await show(visitor, [{ name: 'Chess' }]);
    const list = async (prefix = '') => readHtml(await (await visitor.get(`${prefix}/desk/import/`)).text());
    const addMore = (many: number) => site.database.sql`
      insert into club_import (user_id, user_name, file_name, state, options, failure)
      select user_id, user_name, file_name, 'failed', options, '{"code":"unexpected"}' from club_import
      cross join generate_series(1, ${many}) where id = (select min(id) from club_import)`;
    await addMore(3);
    expect((await list()).one('main').text).not.toContain('the oldest');
    await addMore(1);
    const full = await list();
    expect(full.one('form[enctype]').text).toMatch(/the oldest \(“clubs é\.csv”, [^)]+\) is taken away\./);
    const marked = full.all('.begun li').map((one) => one.text.includes('makes room for the next one'));
    expect(marked).toEqual([false, false, false, false, true]);
    expect((await list('/fr')).one('.begun').text).toContain('laissera la place au prochain');
    const other = await board();
    expect(readHtml(await (await other.get('/desk/import/')).text()).one('main').text).not.toContain('makes room');
    const sixth = await show(visitor, [{ name: 'Chess' }]);
    expect(sixth.page.one('.notice').text).toContain('the oldest of yours was taken away for this one');
    const noticesFor = async (whom: Visitor) =>
      readHtml(await (await whom.get(sixth.path)).text()).all('.notice').length;
    // Nor to somebody else, nor a day later.
    expect([await noticesFor(visitor), await noticesFor(other)]).toEqual([1, 0]);
    await site.database.sql`update club_import set started_at = now() - interval '10 minutes'`;
    expect(await noticesFor(visitor)).toBe(0);
    expect((await visitor.get(first.path)).status).toBe(404);
    // One that is written is lost to nobody.
    await site.database.sql`update club_import set state = 'written' where id = (select min(id) from club_import)`;
    expect((await list()).one('main').text).not.toContain('the oldest');
    expect((await show(visitor, [{ name: 'Chess' }])).page.all('.notice')).toHaveLength(0);
  });

  test('is dropped when somebody asks for that', async () => {
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Chess' }]);
    expect(readHtml(await (await visitor.get('/desk/import/')).text()).all(`a[href="${shown.path}"]`)).toHaveLength(1);
    const asks = shown.page.one('.import-plan .last details');
    expect(asks.one('summary').text).toBe('Drop this import…');
    expect(asks.one('p').text).toContain('all that you have left out of it are forgotten');
    expect(asks.one('button').attributes).toMatchObject({ name: 'drop', value: 'drop' });
    expect(shown.page.all('button[name=drop]')).toHaveLength(1);
    const dropped = await press(visitor, shown, { drop: 'drop' });
    expect([dropped.status, dropped.headers.get('Location')]).toEqual([303, '/desk/import/?done=importDropped']);
    expect((await visitor.get(shown.path)).status).toBe(404);
  });

  test('takes sample clubs away first where that is asked for', async () => {
    await importRows({ name: 'Chess' });
    await site.database.sql`update club set is_sample = true`;
    const visitor = await board();
    const shown = await show(visitor, [{ name: 'Go' }], { replace_samples: 'on' });
    expect(countsOf(shown)).toContain('1 sample club taken away, 1 new club');
    expect(listed(shown).map(([, text]) => text)).toEqual(['Go is new', 'Chess is a sample club, and taken away']);
    const boxes = shown.page.all('.row-list input').map(({ attributes }) => attributes.value);
    expect([boxes, fieldsOf(shown.page).listed]).toEqual([['line-2'], 'line-2']);
    await confirm(visitor, shown);
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Go']);
  });

  test('shows the sample clubs that go where nothing else is done, and leaves none of them out', async () => {
    await importRows({ name: 'Chess' }, { name: 'Go', category: 'Games' }, { name: 'Ski' });
    await site.database.sql`update club set is_sample = name <> 'Ski'`;
    const visitor = await board();
    const shown = await show(visitor, [], { replace_samples: 'on' });
    expect(shown.page.one('.import').text).not.toContain('There is nothing to import');
    expect(listed(shown).map(([, text]) => text)).toEqual([
      'Chess is a sample club, and taken away',
      'Go is a sample club, and taken away',
    ]);
    expect(shown.page.all('.row-list li')[1]?.one('[data-field=category]').text).toContain('Games');
    expect(shown.page.all('button').at(-1)?.text.trim()).toBe('Take all 2 sample clubs away');
    const found = await follow(visitor, await press(visitor, shown, { part: 'show=samples' }));
    expect(listed(found)).toHaveLength(2);
    const keys = listed(found).flatMap(([key]) => key ?? []);
    // What no page asks for: a club that has no box.
    const same = await follow(visitor, await press(visitor, found, { listed: keys.join(','), part: '' }));
    expect(countsOf(same)).toBe('2 sample clubs taken away, 0 clubs unchanged.');
    // One that others make their own is none that was shown to go.
    await site.database.sql`update club set is_sample = false, category = 'Board games' where name = 'Go'`;
    const left = await confirm(visitor, await follow(visitor, new Response(null, at(same.path))));
    expect(left.page.text).toContain('The import is done.');
    expect((await readClubs()).map(({ name }) => name)).toEqual(['Go', 'Ski']);
  });
});

function withFile(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}
