import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readTables } from '../../src/clubs/csv/read-table.ts';
import { today } from '../../src/clubs/record/day.ts';
import { siteFields } from '../../src/clubs/record/fields.ts';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, visit, type Visitor } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

const BOARD = { roles: ['board'] } as const;

describeSite('The table of all clubs', (site) => {
  const read = async (visitor: Visitor, path: string) => readHtml(await (await visitor.get(path)).text());
  const namesIn = async (visitor: Visitor, path: string) =>
    (await read(visitor, path)).all('tbody th a').map(({ text }) => text);
  const shownOn = (page: ReturnType<typeof readHtml>) => page.one('input[name=shown]').attributes.value ?? '';

  test('has a row for each club with a link to its form', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({
      name: 'Ski <b>',
      isActive: false,
      category: 'Sport; Outdoors',
      confirmedOn: '2001-02-03',
    });
    await insertPerson(site.database, { officerOf: [id] });
    const page = await read(visitor, '/fr/desk/clubs/');
    expect(page.one('.result').text).toBe('1 club');
    const row = page.one('tbody tr');
    expect(row.one('th[scope=row] a')).toMatchObject({
      text: 'Ski <b>',
      attributes: { href: `/fr/club/${id}/edit/?next=%2Ffr%2Fdesk%2Fclubs%2F` },
    });
    const cells = row.all('td:not(.select)');
    expect(cells.map(({ text }) => text).slice(0, -1)).toEqual([
      expect.stringMatching(/^Inactif/),
      expect.stringMatching(/^Sport ; Outdoors/),
      expect.stringMatching(/^Ajouter un contact/),
      expect.stringMatching(/^il y a \d\d ans$/),
    ]);
  });

  test('combines its filters, and shows the chosen values', async () => {
    const visitor = await visit(site, BOARD);
    await site.database.insertClub({ name: 'Échecs', category: 'Games', confirmedOn: today() });
    await site.database.insertClub({ name: 'Échecs old', category: 'Games; Arts', confirmedOn: '2001-02-03' });
    await site.database.insertClub({ name: 'Échecs off', category: 'Games', isActive: false });
    await site.database.insertClub({ name: 'Go', category: 'Games', contact: 'go@example.org' });
    const query = 'name=echecs&club_status=true&category=Games&missing=confirmation&missing=contact&sort=-name';
    expect(await namesIn(visitor, `/desk/clubs/?${query}`)).toEqual(['Échecs old']);
    expect(await namesIn(visitor, '/desk/clubs/?missing=contact&sort=-name')).toEqual([
      'Échecs old',
      'Échecs off',
      'Échecs',
    ]);
    const page = await read(visitor, `/desk/clubs/?${query}`);
    expect(page.one('.result').text).toBe('1 club with these filters');
    const form = page.one('form.filters');
    expect(form.attributes).toMatchObject({ method: 'get', action: '/desk/clubs/' });
    expect(form.one('input[name=name]').attributes.value).toBe('echecs');
    expect(form.all('option[selected]').map(({ text }) => text)).toEqual(['Active', 'Games']);
    expect(form.all('input[checked]').map(({ attributes }) => attributes.value)).toEqual(['confirmation', 'contact']);
    expect(form.one('input[name=sort]').attributes.value).toBe('-name');
    const other = page.all('a[hreflang=fr]').map(({ attributes }) => attributes.href ?? '');
    expect(other.map((href) => href.replaceAll('&amp;', '&'))).toContain(`/fr/desk/clubs/?${query}`);
  });

  test('has fifty clubs on a page, and keeps the filters in its links', async () => {
    const visitor = await visit(site, BOARD);
    await site.database.insertClubs(
      ...Array.from({ length: 51 }, (_, index) => `Many ${String(index).padStart(2, '0')}`),
    );
    expect(await namesIn(visitor, '/desk/clubs/?name=many')).toHaveLength(50);
    expect(await namesIn(visitor, '/desk/clubs/?name=many&page=2')).toEqual(['Many 50']);
    expect(await namesIn(visitor, '/desk/clubs/?name=many&page=last')).toEqual(['Many 50']);
    const first = await read(visitor, '/desk/clubs/?name=many&missing=logo');
    expect(first.one('.result').text).toBe('51 clubs with these filters, page 1 of 2');
    expect(first.one('#page-next').attributes.href?.replaceAll('&amp;', '&')).toBe('?name=many&missing=logo&page=2');
    for (const query of ['name=many&page=3', 'page=x', 'missing=money']) {
      const answer = await visitor.get(`/desk/clubs/?${query}`);
      expect(answer.status, query).toBe(404);
      expect(readHtml(await answer.text()).all('main p a')).toHaveLength(1);
    }
  });

  test('is exported as CSV and workbook with the filters and the order of the table', async () => {
    const visitor = await visit(site, BOARD);
    const parent = await site.database.insertClub({ name: 'Sports', logo: '/logos/one.svg' });
    await site.database.insertClub({ name: 'Ski; é', parentId: parent, description: 'One\n"two"' });
    await site.database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Many ${index + 100}`));
    const page = await read(visitor, '/fr/desk/clubs/?missing=logo&sort=-name&page=2');
    const link = page.one('a.export');
    expect(link.text).toBe('Télécharger le CSV');
    expect(link.attributes.href?.replaceAll('&amp;', '&')).toBe('/fr/desk/clubs.csv?missing=logo&sort=-name');
    const answer = await visitor.get('/fr/desk/clubs.csv?missing=logo&sort=-name');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="clubs-${today()}.csv"`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const [header, ...rows] = parse(await answer.text(), { record_delimiter: '\r\n' });
    expect(header).toEqual(siteFields());
    expect(rows.map(([name]) => name)).toEqual([
      'Ski; é',
      ...Array.from({ length: 60 }, (_, index) => `Many ${159 - index}`),
    ]);
    expect(rows[0]?.slice(0, 8)).toEqual(['Ski; é', '', 'true', 'Sports', '', '', '', 'One\n"two"']);
    const workbook = await (await visitor.get('/desk/clubs.xlsx?missing=logo&sort=-name')).arrayBuffer();
    const [sheet] = (await readTables(new Uint8Array(workbook), 100)).tables;
    expect(sheet?.records.map(({ cells: [name] }) => name)).toEqual(['Name', ...rows.map(([name]) => name)]);
    for (const type of ['csv', 'xlsx'])
      expect((await visitor.get(`/desk/clubs.${type}?missing=money`)).status).toBe(404);
    expect((await read(visitor, '/desk/clubs/?name=none')).all('.export')).toEqual([]);
  });

  test('has a checkbox for each club, and a link that checks all', async () => {
    const visitor = await visit(site, BOARD);
    const [one, two] = await site.database.insertClubs('Chess', 'Ski');
    const page = await read(visitor, '/desk/clubs/?missing=logo');
    const form = page.one('form[action="/desk/change/"]');
    expect(form.attributes.method).toBe('get');
    expect(form.all('input[type=hidden]').map(({ attributes }) => [attributes.name, attributes.value])).toEqual([
      ['missing', 'logo'],
    ]);
    const boxes = page
      .all('input[form=bulk][name=club]')
      .map(({ attributes }) => [attributes.value, attributes['aria-label']]);
    expect(boxes).toEqual([
      [String(one), 'Select Chess'],
      [String(two), 'Select Ski'],
    ]);
    expect(page.all('input[name=club][checked]')).toEqual([]);
    const link = page.one('thead .select a').attributes;
    expect(link['aria-label']).toBe('Select all on this page');
    const chosen = await read(visitor, (link.href ?? '').replaceAll('&amp;', '&'));
    expect(chosen.all('input[name=club][checked]')).toHaveLength(2);
    expect(chosen.one('thead .select a').attributes['aria-label']).toBe('Select none');
  });

  test('shows the clubs before it changes them, and the number afterwards', async () => {
    const visitor = await visit(site, { ...BOARD, name: 'Bob' });
    const [one, two] = await site.database.insertClubs('Chess', 'Ski', 'Go');
    await site.database.sql`update club set is_active = false where name = 'Ski'`;
    const path = `/desk/change/?sort=-name&action=deactivate&which=chosen&club=${one}&club=${two}`;
    const page = await read(visitor, path);
    expect(page.one('h1').text).toBe('Make inactive');
    expect(page.all('.summary li').map(({ text }) => text)).toEqual(['Chess: Active → Inactive']);
    expect(page.one('.summary .clubs').text).toBe('2 clubs: 1 to change, 1 unchanged');
    expect(await site.database.sql`select from club where not is_active`).toHaveLength(1);
    const answer = await visitor.post(path, { shown: shownOn(page) });
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(location).toMatch(
      /^\/desk\/clubs\/\?sort=-name&club=\d&club=\d&done=clubsChanged&changed=1&already=1&step=\d+$/,
    );
    const table = await read(visitor, location);
    expect(table.all('[name=club][checked]')).toHaveLength(2);
    const { action = '' } = table.one('.toast form').attributes;
    expect((await read(visitor, '/desk/history/')).text).toContain('Status: Active → Inactive');
    expect(await site.database.sql`select from club where not is_active`).toHaveLength(2);
    const history = await read(visitor, `/club/${one}/history/`);
    expect(history.all('.steps > li')[0]?.text).toContain('Bob');
    expect((await visitor.post(action, {})).status).toBe(303);
    expect(await site.database.sql`select from club where not is_active`).toHaveLength(1);
  });

  test('sets categories, names new ones before, and refuses invalid ones', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Chess', category: 'Games' });
    const path = `/desk/change/?action=set_category&which=chosen&club=${id}&to_category=`;
    for (const [text, why] of [
      ['', 'Enter a category.'],
      ['x'.repeat(1001), 'Enter at most 1,000 characters.'],
    ] as const) {
      const refused = await visitor.get(path + text);
      expect(refused.status).toBe(422);
      const form = readHtml(await refused.text()).one('main form');
      expect(form.one('.error').text).toContain(why);
      expect(form.all('input').map(({ attributes }) => attributes.name)).toEqual([
        ...['action', 'which', 'club', 'to_category'],
      ]);
    }
    const page = await read(visitor, `${path}Gaems; games`);
    expect(page.one('.creates').text).toBe('This creates the category “Gaems”. Use “Games”');
    expect(page.one('.creates a').attributes.href).toContain('to_category=Games%3B+games');
    expect(page.all('.summary li').map(({ text }) => text)).toEqual(['Chess: Games → Gaems; games']);
    expect((await visitor.post(`${path}Gaems; games`, {})).status).toBe(409);
    expect((await visitor.post(`${path}Gaems; games`, { shown: shownOn(page) })).status).toBe(303);
    expect(await site.database.sql`select category from club`).toEqual([{ category: 'Gaems; games' }]);
  });

  test('does not offer an action that changes nothing', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Chess', confirmedOn: today() });
    for (const action of ['activate', 'confirm']) {
      const answer = await visitor.get(`/desk/change/?action=${action}&which=chosen&club=${id}`);
      expect(answer.status).toBe(422);
      const main = readHtml(await answer.text()).one('main');
      expect([main.all('form'), main.one('[role=alert]').text.startsWith('This already applies')]).toEqual([[], true]);
    }
    const actionsOn = async (path: string) =>
      (await read(visitor, path)).all('#bulk [name=action] option').map(({ attributes }) => attributes.value);
    expect(await actionsOn('/desk/clubs/')).toEqual(expect.arrayContaining(['activate', 'deactivate']));
    expect(await actionsOn('/desk/clubs/?club_status=true')).not.toContain('activate');
    await site.database.sql`update club set is_active = false`;
    expect(await actionsOn('/desk/clubs/?club_status=false')).not.toContain('deactivate');
  });

  test.each([
    ['deactivate', {}],
    ['ask', { ends_on: dayIn(5) }],
  ])('asks again when another club has got the id of a chosen one: %s', async (action, typed) => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Chess' });
    const path = `/desk/change/?action=${action}&which=chosen&club=${id}`;
    const shown = shownOn(await read(visitor, path));
    await site.database.sql`delete from club where id = ${id}`;
    await site.database.sql`insert into club (id, name) values (${id}, 'Go')`;
    const answer = await visitor.post(path, { shown, ...typed });
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.one('.summary li').text).toMatch(/^Go/);
    expect(
      await site.database.sql`select from club where not is_active or category <> '' or confirmed_on is not null`,
    ).toEqual([]);
    expect(await site.database.sql`select from round_club`).toEqual([]);
    expect((await visitor.post(path, { shown: shownOn(page), ...typed })).status).toBe(303);
  });

  test('returns 422 when no club is chosen', async () => {
    const visitor = await visit(site, BOARD);
    for (const [query, status, back] of [
      ['name=ski&action=confirm', 422, '/desk/clubs/?name=ski'],
      ['name=ski&action=confirm&club=9', 422, '/desk/clubs/?name=ski&club=9'],
    ] as const) {
      const answer = await visitor.get(`/desk/change/?${query}`);
      const main = readHtml(await answer.text()).one('main');
      expect([answer.status, main.one('a.button').attributes.href], query).toEqual([status, back]);
    }
    expect((await visitor.get('/desk/change/?action=delete&club=9')).status).toBe(404);
  });
});
