import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, visit, visitWith, type Visitor } from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const BOARD = { roles: ['board'] } as const;

/** What the tests of a round share. */
function helpers(site: TestSite) {
  const nobody = () => visitWith(site, null);
  const read = async (visitor: Visitor, path: string) => readHtml(await (await visitor.get(path)).text());
  const start = async (board: Visitor, endsOn = dayIn(10)) => {
    const answer = await board.post('/desk/round/', { action: 'start', ends_on: endsOn });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk/round/?done=roundStarted']);
  };
  /** The paths of the links that the page lists, by name of the club. */
  const linksOf = async (board: Visitor, path = '/desk/round/'): Promise<Record<string, string>> => {
    const clubs = (await read(board, path)).all('.row-list > li');
    return Object.fromEntries(
      clubs.flatMap((club) =>
        club.all('a.link').map(({ text }) => {
          expect(text).toMatch(/^https:\/\/clubs\.example\.org\//);
          return [club.one('h3').text, new URL(text).pathname];
        }),
      ),
    );
  };
  const shownOn = (page: ReturnType<typeof readHtml>) => page.all('input[name=shown]')[0]?.attributes.value ?? '';
  const confirm = async (visitor: Visitor, club: number | undefined) => {
    const { value: revision = '' } = (await read(visitor, `/club/${club}/`)).one(
      'form[action$=confirm/] input',
    ).attributes;
    expect((await visitor.post(`/club/${club}/confirm/`, { revision })).status).toBe(303);
  };
  const end = (board: Visitor) => board.post('/desk/round/end/');
  return { nobody, read, start, linksOf, shownOn, confirm, end };
}

describeSite('The yearly confirmation', (site) => {
  const { nobody, read, start, linksOf, shownOn, confirm, end } = helpers(site);

  test('is started by the board with its last day', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    await site.database.insertClub({ name: 'Old', isActive: false });
    const board = await visit(site, BOARD);
    const page = await read(board, '/desk/round/');
    expect(page.one('main').text).toContain('All 2 active clubs');
    const field = page.one('input[name=ends_on]');
    expect(field.attributes).toMatchObject({ type: 'date', value: dayIn(42), min: dayIn(1), max: dayIn(365) });
    for (const wrong of ['', dayIn(366)]) {
      const refused = await board.post('/desk/round/', { action: 'start', ends_on: wrong });
      expect(refused.status).toBe(422);
      const form = readHtml(await refused.text()).one('.plain-form');
      expect(form.all('.error')).toHaveLength(1);
      expect(form.one('input[name=ends_on]').attributes.value ?? '').toBe(wrong);
    }
    await start(board, dayIn(3));
    const open = await read(board, '/fr/desk/round/?done=roundStarted');
    expect(open.all('.notice')).toHaveLength(1);
    expect(open.one('#answered').text).toBe('0 club sur 2 a répondu.');
    expect(open.one('progress').attributes).toMatchObject({ value: '0', max: '2' });
    expect((await board.post('/desk/round/', { action: 'start', ends_on: dayIn(3) })).status).toBe(409);
    const links = await linksOf(board, '/fr/desk/round/');
    expect(Object.keys(links)).toEqual(['Chess', 'Ski']);
    expect(links.Ski).toMatch(/^\/fr\/confirm\//);
  });

  test('lists its clubs by state, with officers and links', async () => {
    const board = await visit(site, BOARD);
    const ski = await site.database.insertClub({ name: 'Ski <b>', contact: 'ski@example.org' });
    await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org', officerOf: [ski] });
    await site.database.insertClub({ name: 'Web', contact: 'https://web.example/' });
    await site.database.insertClubs(...Array.from({ length: 50 }, (_, index) => `Many ${index + 100}`));
    await start(board);
    const page = await read(board, '/desk/round/?state=unanswered');
    const [club] = page.all('.row-list > li');
    expect(club?.one('h3 a')).toMatchObject({ text: 'Ski <b>', attributes: { href: `/club/${ski}/` } });
    for (const text of ['Bob', 'bob@example.org', 'ski@example.org']) expect(club?.text).toContain(text);
    expect(page.all('.progress .counts strong').map(({ text }) => text)).toEqual(['1', '51']);
    expect((await read(board, '/desk/round/?state=unreachable&page=2')).all('h3').map(({ text }) => text)).toEqual([
      'Web',
    ]);
    expect((await read(board, '/desk/round/?name=ski')).all('h3')).toHaveLength(1);
    // A club without an address links to where that is fixed, and back.
    const [lost] = (await read(board, '/desk/round/?name=web')).all('.row-list a[href$="#field-contact"]');
    expect(lost?.attributes.href).toMatch(/^\/club\/\d+\/edit\/\?next=%2Fdesk%2Fround%2F%3Fname%3Dweb#/);
    for (const query of ['page=9', 'state=odd', 'page=x']) {
      expect((await board.get(`/desk/round/?${query}`)).status, query).toBe(404);
    }
    // Without a mail server, the board copies a message and these addresses.
    expect(page.all('.emails')).toEqual([]);
    const [message, addresses] = page.all('.own-message textarea').map(({ text }) => text.trim());
    expect(message).toMatch(/^Is your page still right\?[^]* http\S+\/club\/ [^]*Bonjour,/);
    expect(message).not.toContain('/confirm/');
    expect(addresses).toBe('bob@example.org');
  });

  test('exports the links of clubs without an answer as CSV without formulas', async () => {
    const board = await visit(site, BOARD);
    const done = await site.database.insertClub({ name: 'Done' });
    const ski = await site.database.insertClub({ name: '=Ski', contact: 'ski@example.org' });
    await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org', officerOf: [ski] });
    await start(board);
    await confirm(board, done);
    const answer = await board.get('/fr/desk/round/links.csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    const rows = parse(text, { bom: true, record_delimiter: '\r\n' });
    const links = await linksOf(board, '/fr/desk/round/');
    expect(rows).toEqual([
      ['nom du club', 'lien', 'responsables', 'adresses', 'contact', 'dernier e-mail'],
      ["'=Ski", `https://clubs.example.org${links['=Ski']}`, 'Bob', 'bob@example.org', 'ski@example.org', ''],
    ]);
    expect(text.startsWith('\uFEFF')).toBe(true);
    await end(board);
    expect((await board.get('/desk/round/links.csv')).status).toBe(404);
  });

  test('moves its last day, also after that day', async () => {
    const board = await visit(site, BOARD);
    await site.database.insertClubs('Ski');
    await start(board);
    await site.database.sql`update confirmation_round set started_on = ${dayIn(-9)}, ends_on = ${dayIn(-1)}`;
    const { Ski = '' } = await linksOf(board);
    expect((await nobody().get(Ski)).status).toBe(410);
    const moved = await board.post('/desk/round/', { action: 'move', ends_on: dayIn(2) });
    expect(moved.headers.get('location')).toBe('/desk/round/?done=cellSaved');
    expect((await nobody().get(Ski)).status).toBe(200);
    await end(board);
    expect((await board.post('/desk/round/', { action: 'move', ends_on: dayIn(2) })).status).toBe(409);
  });

  test('starts with or is joined by clubs that the board chose in the table', async () => {
    const board = await visit(site, BOARD);
    const [chess, ski] = await site.database.insertClubs('Chess', 'Ski', 'Zen');
    const ask = `/desk/change/?action=ask&which=chosen&club=${ski}`;
    const page = await read(board, ask);
    expect(page.all('input[name=ends_on]')).toHaveLength(1);
    expect((await board.post(ask, { ends_on: '2001-02-03' })).status).toBe(422);
    const begun = await board.post(ask, { shown: shownOn(page), ends_on: dayIn(5) });
    expect([begun.status, begun.headers.get('location')]).toEqual([
      303,
      '/desk/round/?done=clubsAsked&changed=1&already=0',
    ]);
    const both = `/desk/change/?action=ask&which=chosen&club=${ski}&club=${chess}`;
    const bothPage = await read(board, both);
    expect(bothPage.all('input[name=ends_on]')).toEqual([]);
    expect((await board.post(both, { shown: shownOn(bothPage) })).headers.get('location')).toBe(
      '/desk/round/?done=clubsAsked&changed=1&already=1',
    );
    expect(Object.keys(await linksOf(board))).toEqual(['Chess', 'Ski']);
    const all = '/desk/change/?action=ask&which=filtered';
    expect((await board.post(all, { shown: 'others' })).status).toBe(409);
    expect((await board.post(all, { shown: shownOn(await read(board, all)) })).status).toBe(303);
    const table = await read(board, '/desk/clubs/?missing=answer');
    expect(table.one('.result').text).toBe('3 clubs with these filters');
  });

  test('is ended by the board, which may deactivate clubs without an answer first', async () => {
    const board = await visit(site, BOARD);
    const [chess] = await site.database.insertClubs('Chess', 'Ski');
    await start(board);
    await confirm(board, chess);
    const page = await read(board, '/desk/round/end/');
    expect(page.one('.plain-form').text).toContain('1 club did not answer');
    const deactivate = page.one('a[href*=deactivate]').attributes.href?.replaceAll('&amp;', '&') ?? '';
    expect((await board.post(deactivate, { shown: shownOn(await read(board, deactivate)) })).status).toBe(303);
    expect(await site.database.sql`select name from club where not is_active`).toEqual([{ name: 'Ski' }]);
    expect((await end(board)).headers.get('location')).toBe('/desk/round/?done=roundEnded');
    expect((await end(board)).headers.get('location')).toBe('/desk/round/');
  });

  test('asks officers on the pages of their account and of their club', async () => {
    const board = await visit(site, BOARD);
    const [chess = 0, ski = 0] = await site.database.insertClubs('Chess', 'Ski');
    const officer = await visit(site, { officerOf: [chess, ski] });
    const waysOf = async () =>
      (await read(officer, '/fr/account/')).all('.clubs .asked a').map(({ attributes }) => attributes.href);
    expect(await waysOf()).toEqual([]);
    expect((await read(officer, `/club/${ski}/`)).all('.asked')).toEqual([]);
    await start(board);
    expect(await waysOf()).toEqual([`/fr/club/${chess}/`, `/fr/club/${ski}/`]);
    expect((await read(officer, `/club/${ski}/`)).all('.asked')).toHaveLength(1);
    expect((await read(nobody(), `/club/${ski}/`)).all('.asked')).toEqual([]);
    await confirm(officer, ski);
    expect(await waysOf()).toEqual([`/fr/club/${chess}/`]);
    expect((await read(officer, `/club/${ski}/`)).all('.asked')).toEqual([]);
    expect((await read(board, '/desk/round/')).one('#answered').text).toBe('1 of 2 clubs answered.');
  });
});

describeSite('The link of a club', (site) => {
  const { nobody, read, start, linksOf, end } = helpers(site);
  const begin = async (...clubs: Parameters<typeof site.database.insertClub>[0][]) => {
    const board = await visit(site, BOARD);
    const ids: number[] = [];
    for (const club of clubs) ids.push(await site.database.insertClub(club));
    await start(board);
    return { board, ids, links: await linksOf(board) };
  };
  const clubs = async () =>
    await site.database.sql<{ name: string; description: string; confirmedOn: string | null }[]>`
      select name, description, confirmed_on::text from club order by name`;
  const UNTOUCHED = { description: '', confirmedOn: null };

  test('shows the club to a holder of the link, who confirms it by a button', async () => {
    const { board, ids, links } = await begin(
      {
        name: 'Ski',
        contact: 'ski@example.org',
        shortDescription: 'We *ski*.',
        links: [{ label: 'Wiki', url: 'https://wiki.example/' }],
      },
      { name: 'Go' },
    );
    const path = links.Ski ?? '';
    const answer = await nobody().get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const page = readHtml(await answer.text());
    expect(page.all('link[rel=canonical], link[rel=alternate], meta[property="og:url"]')).toEqual([]);
    expect(page.one('header a[hreflang]').attributes.href).toBe(`/fr${path}`);
    const editing = await nobody().get(`${path}edit/`);
    expect([editing.status, editing.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await editing.text()).not.toMatch(/https?:\/\/[^"]*\/confirm\//);
    const shown = page.one('article.club');
    expect(shown.one('.title').text).toBe('Ski');
    expect(page.all('[data-star]')).toEqual([]);
    expect(shown.one('.contact a').attributes.href).toBe('mailto:ski@example.org');
    expect(shown.one('.links a').text).toBe('Wiki');
    expect(page.one('#answer .lacks').text).toContain('Description,');
    expect(page.one('#answer .ways a').attributes.href).toBe(`${path}edit/`);
    const form = page.one('#answer form');
    expect(form.attributes).toMatchObject({ method: 'post', action: path });
    // Link scanners of mail servers only send GET requests.
    expect(await clubs()).toMatchObject([UNTOUCHED, UNTOUCHED]);

    const { value: revision = '' } = form.one('input[name=revision]').attributes;
    const sent = await nobody().post(path, { revision });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path]);
    expect(await clubs()).toMatchObject([UNTOUCHED, { name: 'Ski', confirmedOn: today() }]);
    const thanked = await read(nobody(), path);
    expect(thanked.one('h1').text).toContain('Thanks');
    expect(thanked.all('#answer form')).toEqual([]);
    expect((await nobody().post(path, { revision })).status).toBe(303);
    const history = await read(board, `/club/${ids[0]}/history/`);
    expect(history.all('.steps > li')[0]?.one('.step-time').text).toContain('by the link of the yearly check');
  });

  test('edits the texts of its club, and nothing else', async () => {
    const { board, links } = await begin({ name: 'Ski', category: 'Sport' }, { name: 'Go' });
    const path = `${links.Ski}edit/`;
    const page = await read(nobody(), path);
    expect(page.one('#club-form').attributes.action).toBe(path);
    expect(page.one('section.preview').attributes['hx-post']).toBe(path);
    const names = page.all('#club-form [name]').map(({ attributes }) => attributes.name);
    expect(names).toEqual([
      ...[
        'revision',
        ...['meeting_times', 'fee', 'how_to_join', 'meeting_times_fr', 'fee_fr', 'how_to_join_fr'],
        ...Array<string>(8).fill('meeting_days'),
        ...['meeting_place', 'beginners_welcome', 'joining_url', 'joining_from', 'joining_until'],
        ...['short_description', 'description', 'short_description_fr', 'description_fr'],
        'website',
        'contact',
        'links',
        'category',
        'aliases',
        'preview',
      ],
    ]);
    const { value: revision = '' } = page.one('input[name=revision]').attributes;
    const notTheirs = { name: 'Mine', is_active: 'false', parent_name: 'Go', logo_url: '' };
    for (const [field, text] of Object.entries(notTheirs)) {
      const refused = await nobody().post(path, { revision, description: 'x', [field]: text });
      expect(refused.status, field).toBe(422);
    }
    // A form without a field confirms nothing.
    expect((await nobody().post(path, { revision })).status).toBe(422);
    const invalid = await nobody().post(path, { revision, description: 'Kept', website: 'no website' });
    expect(invalid.status).toBe(422);
    const form = readHtml(await invalid.text());
    expect(form.one('textarea[name=description]').text).toBe('Kept');
    expect(form.all('.field .error')).toHaveLength(1);
    const fields = { description: 'We **ski**', contact: 'ski@example.org' };
    // The preview does not show fields that they may not change.
    const preview = await nobody().post(path, { ...fields, ...notTheirs, revision, preview: '' });
    const previewed = readHtml(await preview.text()).one('#preview article.club');
    expect(previewed.one('[hx-ignore] strong').text).toBe('ski');
    expect(previewed.text).toMatch(/^Ski.*ski@example\.org/);
    expect(await clubs()).toMatchObject([UNTOUCHED, UNTOUCHED]);

    const saved = await nobody().post(path, { revision, description: 'Every *Sunday*', contact: 'ski@example.org' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${links.Ski}?updated`]);
    expect(await clubs()).toEqual([
      { name: 'Go', ...UNTOUCHED },
      { name: 'Ski', description: 'Every *Sunday*', confirmedOn: today() },
    ]);
    // A form from before keeps newer values.
    const merged = await nobody().post(path, { revision, contact: '', category: 'Snow' });
    expect(merged.headers.get('location')).toBe(`${links.Ski}?updated&kept=contact`);
    const thanked = await read(nobody(), merged.headers.get('location') ?? '');
    expect(thanked.one('main [role=status]').text).toMatch(/\. Values .*: Contact\.$/);
    expect(await site.database.sql`select contact, category from club where name = 'Ski'`).toEqual([
      { contact: 'ski@example.org', category: 'Snow' },
    ]);
    // In a conflict it is shown both texts.
    const late = await nobody().post(path, { revision, description: 'Every Monday' });
    expect(late.status).toBe(409);
    const conflict = readHtml(await late.text());
    expect(conflict.one('textarea[name=description]').text).toBe('Every Monday');
    expect(conflict.one('#club-form').text).toContain('Every *Sunday*');
    expect((await read(board, '/desk/round/?state=updated')).all('h3').map(({ text }) => text)).toEqual(['Ski']);
  });

  test('asks again when the club has changed since the page was opened', async () => {
    const { ids, links } = await begin({ name: 'Ski' });
    const { Ski = '' } = links;
    const { value: revision = '' } = (await read(nobody(), Ski)).one('input[name=revision]').attributes;
    await site.database.sql`update club set description = 'By others' where id = ${ids[0] ?? 0}`;
    const answer = await nobody().post(Ski, { revision });
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.all('.error')).toHaveLength(1);
    const again = page.one('input[name=revision]').attributes.value ?? '';
    expect(await clubs()).toMatchObject([{ confirmedOn: null }]);
    expect((await nobody().post(Ski, { revision: again })).status).toBe(303);
  });

  test('returns 410 after the round, and keeps the input', async () => {
    const { board, ids, links } = await begin({ name: 'Ski' });
    const path = links.Ski ?? '';
    const { value: revision = '' } = (await read(nobody(), path)).one('input[name=revision]').attributes;
    expect((await end(board)).status).toBe(303);
    for (const answer of [
      await nobody().get(path),
      await nobody().get(`${path}edit/`),
      await nobody().post(path, { revision }),
    ]) {
      expect(answer.status).toBe(410);
      const page = readHtml(await answer.text());
      expect(page.all('main a').map(({ attributes }) => attributes.href)).toContain(`/club/${ids[0]}/`);
      expect(page.all('main form')).toEqual([]);
    }
    const typed = await nobody().post(`${path}edit/`, { revision, description: 'Written for long' });
    expect(typed.status).toBe(410);
    expect(readHtml(await typed.text()).one('main textarea').text).toBe('Written for long');
    expect((await nobody().post(`${path}edit/`, { description: 'x', preview: 'true' })).status).toBe(410);
    expect(await clubs()).toMatchObject([UNTOUCHED]);
  });

  test('returns 404 once the club is deleted, and to guessed links', async () => {
    const { ids, links } = await begin({ name: 'Ski' });
    const { Ski = '' } = links;
    for (const wrong of [
      Ski.replace(/.\/$/, '/'),
      Ski.replace(/\/$/, 'x/'),
      '/confirm/1/',
      `/fr${Ski.slice(0, 20)}/`,
    ]) {
      expect((await nobody().get(wrong)).status).toBe(404);
      expect((await nobody().post(wrong, { revision: '1' })).status).toBe(404);
    }
    await site.database.sql`delete from club where id = ${ids[0] ?? 0}`;
    for (const path of [Ski, `${Ski}edit/`]) expect((await nobody().get(path)).status).toBe(404);
  });

  test('grants access to nothing else', async () => {
    const { ids, links } = await begin({ name: 'Ski' }, { name: 'Go' });
    const visitor = nobody();
    await visitor.get(links.Ski ?? '');
    for (const path of [`/club/${ids[0]}/edit/`, `/club/${ids[0]}/history/`, '/desk/round/', '/account/']) {
      expect((await visitor.get(path)).status, path).toBe(303);
    }
    expect((await visitor.post(`/club/${ids[0]}/confirm/`)).status).toBe(303);
    const elsewhere = await visitor.post(links.Ski ?? '', { revision: '9' }, { Origin: 'https://evil.example' });
    expect(elsewhere.status).toBe(403);
    expect(await clubs()).toMatchObject([UNTOUCHED, UNTOUCHED]);
  });
});
