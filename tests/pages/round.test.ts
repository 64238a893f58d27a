import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { today } from '../../src/clubs/day.ts';
import { dayIn } from '../../src/clubs/round.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, visit, visitWith, type Visitor } from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const BOARD = { roles: ['board'] } as const;

/** What tests of a round do with a site. */
function around(site: TestSite) {
  const nobody = () => visitWith(site, null);
  const read = async (visitor: Visitor, path: string) => readHtml(await (await visitor.get(path)).text());
  const start = async (board: Visitor, endsOn = dayIn(10)) => {
    const answer = await board.post('/desk/round/', { action: 'start', ends_on: endsOn });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk/round/?done=roundStarted']);
  };
  /** The paths of the links that the page lists, by club. */
  const linksOf = async (board: Visitor, path = '/desk/round/'): Promise<Record<string, string>> => {
    const clubs = (await read(board, path)).all('#clubs .row-list > li');
    return Object.fromEntries(
      clubs.flatMap((club) =>
        club.all('input.link[readonly]').map(({ attributes: { id, value = '' } }) => {
          expect(value).toMatch(/^https:\/\/clubs\.example\.org\//);
          expect(club.one('label').attributes.for).toBe(id);
          return [club.one('h3').text, new URL(value).pathname];
        }),
      ),
    );
  };
  const shownOn = (page: ReturnType<typeof readHtml>) => page.all('input[name=shown]')[0]?.attributes.value ?? '';
  const confirm = async (visitor: Visitor, club: number | undefined) => {
    const { value: revision = '' } = (await read(visitor, `/club/${club}/`)).one('input[name=revision]').attributes;
    expect((await visitor.post(`/club/${club}/confirm/`, { revision })).status).toBe(303);
  };
  const roundOf = async () => {
    const [round] = await site.database.sql<{ id: number }[]>`select id from confirmation_round where ended_at is null`;
    return String(round?.id ?? '');
  };
  const endIt = async (board: Visitor, fate = 'leave') => {
    const shown = shownOn(await read(board, '/desk/round/end/'));
    return await board.post('/desk/round/end/', { fate, shown, round: await roundOf() });
  };
  return { nobody, read, start, linksOf, shownOn, confirm, roundOf, endIt };
}

describeSite('The yearly round', (site) => {
  const { nobody, read, start, linksOf, shownOn, confirm, roundOf, endIt } = around(site);

  test('says of a form of a round that is gone that another one is open', async () => {
    await site.database.insertClubs('Chess');
    const board = await visit(site, BOARD);
    await start(board);
    const round = await roundOf();
    for (const [prefix, ending, moving] of [
      ['', 'Another round is open by now', /another one is by now/],
      ['/fr', 'Une autre campagne est en cours', /une autre l’est désormais/],
    ] as const) {
      const ended = await board.post(`${prefix}/desk/round/end/`, { round: '99', fate: 'leave' });
      expect([ended.status, readHtml(await ended.text()).one('h1').text]).toEqual([409, ending]);
      const day = { action: 'move', round: '99', ends_on: dayIn(9) };
      const moved = await board.post(`${prefix}/desk/round/`, day);
      expect(moved.status).toBe(409);
      expect(readHtml(await moved.text()).one('.error[role=alert]').text).toMatch(moving);
    }
    expect(await roundOf()).toBe(round);
    await endIt(board);
    const none = await board.post('/desk/round/', { action: 'move', round, ends_on: dayIn(9) });
    expect(readHtml(await none.text()).one('.error[role=alert]').text).toContain('is not open any more. Nothing');
  });

  test.each([
    ['', 'The yearly round', 'It would ask all 2 active clubs.', 'Start the round', '0 of 2 clubs have answered'],
    [
      '/fr',
      'La confirmation annuelle',
      'Elle s’adresserait à tous les clubs actifs (2).',
      'Lancer la campagne',
      'Réponses : 0 sur 2 clubs',
    ],
  ])('is started by the board with its last day: %s/desk/round/', async (prefix, heading, about, submit, answered) => {
    await site.database.insertClubs('Chess', 'Ski');
    await site.database.insertClub({ name: 'Old', isActive: false });
    const board = await visit(site, BOARD);
    const path = `${prefix}/desk/round/`;
    for (const way of ['desk', 'account']) {
      const links = (await read(board, `${prefix}/${way}/`)).all('main a').map(({ attributes }) => attributes.href);
      expect(links).toContain(path);
    }
    const page = await read(board, path);
    expect(page.one('h1').text).toBe(heading);
    expect(page.one('main').text).toContain(about);
    const field = page.one('input[name=ends_on]');
    expect(field.attributes).toMatchObject({ type: 'date', value: dayIn(42), min: dayIn(1), max: dayIn(365) });
    expect(page.one('main .plain-form button').text).toBe(submit);
    for (const wrong of ['', 'soon', today(), dayIn(366)]) {
      const refused = await board.post(path, { action: 'start', ends_on: wrong });
      expect(refused.status).toBe(422);
      const form = readHtml(await refused.text()).one('.plain-form');
      expect(form.all('.error')).toHaveLength(1);
      expect(form.one('input[name=ends_on]').attributes.value ?? '').toBe(wrong);
    }
    const started = await board.post(path, { action: 'start', ends_on: dayIn(3) });
    expect([started.status, started.headers.get('location')]).toEqual([303, `${path}?done=roundStarted`]);
    const open = await read(board, `${path}?done=roundStarted`);
    expect(open.all('.notice')).toHaveLength(1);
    expect(open.one('#answered').text).toBe(answered);
    expect(open.one('progress').attributes).toMatchObject({ value: '0', max: '2' });
    // Two of the board at once.
    expect((await board.post(path, { action: 'start', ends_on: dayIn(3) })).status).toBe(409);
    const links = await linksOf(board, path);
    expect(Object.keys(links)).toEqual(['Chess', 'Ski']);
    expect(links.Ski?.startsWith(`${prefix}/confirm/`)).toBe(true);
  });

  test('counts a single club in good language', async () => {
    const board = await visit(site, BOARD);
    await site.database.insertClubs('Chess');
    await start(board);
    expect((await read(board, '/desk/round/')).one('#answered').text).toBe('0 of 1 club has answered');
    expect((await read(board, '/fr/desk/round/')).one('#answered').text).toBe('Réponses : 0 sur 1 club');
  });

  test('starts with no club at all by no means', async () => {
    const board = await visit(site, BOARD);
    expect((await read(board, '/desk/round/')).one('main').text).toContain('It would ask nobody: no club is active.');
    const answer = await board.post('/desk/round/', { action: 'start', ends_on: dayIn(3) });
    expect(answer.status).toBe(422);
    expect(readHtml(await answer.text()).one('.error').text).toContain('There is no club to ask.');
  });

  test('lists its clubs with their people and links, by what has become of them, on pages of fifty', async () => {
    const board = await visit(site, BOARD);
    const ski = await site.database.insertClub({ name: 'Ski <b>', contact: 'ski@example.org' });
    await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org', officerOf: [ski] });
    await site.database.insertClub({ name: 'Web', contact: 'https://web.example/' });
    await site.database.insertClubs(...Array.from({ length: 51 }, (_, index) => `Many ${index + 100}`));
    await start(board);
    const page = await read(board, '/desk/round/?state=silent');
    const [club] = page.all('#clubs .row-list > li');
    expect(club?.one('h3 a')).toMatchObject({ text: 'Ski <b>', attributes: { href: `/club/${ski}/` } });
    expect(club?.text).toContain('Officers: Bob');
    expect(club?.text).toContain('Can be written to: bob@example.org');
    expect(page.all('.progress tbody tr').map(({ text }) => text)).toEqual([
      'No answer yet, can be written to1',
      'No answer yet, nobody to write to52',
      'Still right0',
      'Mended0',
    ]);
    expect((await read(board, '/desk/round/')).all('#clubs .row-list > li')).toHaveLength(50);
    const second = await read(board, '/desk/round/?state=unreachable&page=2');
    expect(second.all('#clubs h3').map(({ text }) => text)).toEqual(['Many 150', 'Web']);
    expect(second.one('#clubs a[rel]')).toMatchObject({
      text: 'web.example',
      attributes: { href: 'https://web.example/' },
    });
    const titles = new Map<string, string>();
    for (const path of ['/desk/round/', '/fr/desk/round/']) {
      for (const query of [
        '',
        '?page=2',
        ...['silent', 'unreachable', 'confirmed', 'mended'].map((one) => `?state=${one}`),
      ]) {
        titles.set(path + query, (await read(board, path + query)).one('title').text);
      }
    }
    expect(new Set(titles.values()).size).toBe(titles.size);
    expect(titles.get('/desk/round/?page=2')).toContain('The yearly round (page 2)');
    expect(titles.get('/desk/round/?state=mended')).toContain('The yearly round: Mended');
    for (const query of ['page=9', 'state=odd', 'page=x']) {
      expect((await board.get(`/desk/round/?${query}`)).status, query).toBe(404);
    }
    // This site has no mail server.
    expect(page.all('.letters')).toEqual([]);
    expect(page.one('.links').text).toContain('send each club its link by hand');
  });

  test('finds its clubs by a part of their names, in every state and on every page', async () => {
    const board = await visit(site, BOARD);
    await site.database.insertClubs('Œnologie', ...Array.from({ length: 51 }, (_, index) => `Équipe ${index + 100}`));
    await start(board);
    const shown = async (query: string) => {
      const page = await read(board, `/desk/round/?${query}`);
      return { page, names: page.all('#clubs .row-list h3').map(({ text }) => text.trim()) };
    };
    expect((await shown('name=OENO')).names).toEqual(['Œnologie']);
    const { page, names } = await shown('state=unreachable&name=equipe&page=2');
    expect(names).toEqual(['Équipe 150']);
    expect(page.one('#clubs form input[name=name]').attributes.value).toBe('equipe');
    expect(page.one('#clubs form input[type=hidden]').attributes).toMatchObject({
      name: 'state',
      value: 'unreachable',
    });
    expect(page.all('#clubs nav a').map(({ text }) => text.trim())).toContain('All (51)');
    expect(page.one('#answered').text).toBe('0 of 52 clubs have answered');
    expect((await shown('name=100%25')).names).toEqual([]);
  });

  test('has the links of those without an answer as a file to send by hand, in which nothing is a formula', async () => {
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
      ['nom du club', 'lien', 'responsables', 'adresses', 'moyen de contact', 'dernier message'],
      ["'=Ski", `https://clubs.example.org${links['=Ski']}`, 'Bob', 'bob@example.org', 'ski@example.org', ''],
    ]);
    expect(text.startsWith('\uFEFF')).toBe(true);
    await endIt(board);
    expect((await board.get('/desk/round/links.csv')).status).toBe(404);
  });

  test('gets another last day, also when the first is over', async () => {
    const board = await visit(site, BOARD);
    await site.database.insertClubs('Ski');
    await start(board);
    await site.database.sql`update confirmation_round set started_on = ${dayIn(-9)}, ends_on = ${dayIn(-1)}`;
    const { Ski = '' } = await linksOf(board);
    expect((await nobody().get(Ski)).status).toBe(410);
    expect((await read(board, '/desk/round/')).one('.over').text).toContain('the links are good no more');
    const moved = await board.post('/desk/round/', { action: 'move', round: await roundOf(), ends_on: dayIn(2) });
    expect(moved.headers.get('location')).toBe('/desk/round/?done=roundMoved');
    expect((await nobody().get(Ski)).status).toBe(200);
    const seen = { action: 'move', round: await roundOf(), was: dayIn(7) };
    const late = await board.post('/desk/round/', { ...seen, ends_on: dayIn(3) });
    expect(late.status).toBe(409);
    const said = readHtml(await late.text());
    expect(said.one('[role=alert]').text).toMatch(/^Somebody else has moved the last day to .* Nothing was changed/);
    expect(said.one('input[name=was]').attributes.value).toBe(dayIn(2));
    expect(said.one('input[name=ends_on]').attributes.value).toBe(dayIn(3));
    expect((await board.post('/desk/round/', { action: 'move', round: '99', ends_on: dayIn(2) })).status).toBe(409);
  });

  test('is joined by the clubs that the board chooses in the table, or begins with them', async () => {
    const board = await visit(site, BOARD);
    const [chess, ski] = await site.database.insertClubs('Chess', 'Ski', 'Zen');
    const ask = `/desk/change/?action=ask&which=chosen&club=${ski}`;
    const page = await read(board, ask);
    expect(page.one('h1').text).toBe('Ask whether they are still right');
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
    // And is what the table is filtered by.
    const table = await read(board, '/desk/?missing=answer');
    expect(table.one('.result').text).toBe('3 clubs with these filters');
  });

  test('is ended by the board, which says what becomes of the silent ones', async () => {
    const board = await visit(site, BOARD);
    const [chess, ski] = await site.database.insertClubs('Chess', 'Ski', 'Zen');
    await start(board);
    await confirm(board, chess);
    const page = await read(board, '/desk/round/end/');
    expect(page.all('.outline li').map(({ text }) => text)).toEqual(['Ski', 'Zen']);
    expect(page.all('main a').map(({ attributes }) => attributes.href)).toContain('/desk/?missing=answer');
    expect(page.all('.inactive')).toEqual([]);
    await site.database.sql`update club set is_active = false where name = 'Zen'`;
    for (const [path, said] of [
      ['/desk/round/end/', '1 of these clubs is inactive already, and stays so whatever you choose.'],
      ['/fr/desk/round/end/', '1 de ces clubs est déjà inactif et le reste, quel que soit votre choix.'],
    ] as const) {
      expect((await read(board, path)).one('.inactive').text).toBe(said);
    }
    await site.database.sql`update club set is_active = true where name = 'Zen'`;
    expect(page.text).toContain('neither an officer nor an address to write to');
    expect(page.all('input[name=fate]').map(({ attributes }) => attributes.checked)).toEqual([undefined, undefined]);
    const round = await roundOf();
    const { value: shown = '' } = page.one('input[name=shown]').attributes;
    const unsaid = await board.post('/desk/round/end/', { shown, round });
    expect(unsaid.status).toBe(422);
    expect(readHtml(await unsaid.text()).one('fieldset .error').text).toContain('Say what becomes');
    // Somebody answers while the board looks at it.
    await confirm(board, ski);
    const late = await board.post('/desk/round/end/', { shown, round, fate: 'deactivate' });
    expect(late.status).toBe(409);
    const again = readHtml(await late.text());
    expect(again.all('.outline li').map(({ text }) => text)).toEqual(['Zen']);
    const now = again.one('input[name=shown]').attributes.value ?? '';
    const ended = await board.post('/desk/round/end/', { shown: now, round, fate: 'deactivate' });
    expect(ended.headers.get('location')).toBe('/desk/round/?done=roundEnded&changed=1&already=0');
    expect(await site.database.sql`select name from club where not is_active`).toEqual([{ name: 'Zen' }]);
    // Pressed twice.
    const second = await board.post('/desk/round/end/', { shown: now, round, fate: 'deactivate' });
    expect([second.status, second.headers.get('location')]).toEqual([303, ended.headers.get('location')]);
    // Somebody who has not seen that, and wants something else.
    const [last] = await site.database.sql<[{ step: number }]>`select max(id)::float8 as step from club_step`;
    for (const [prefix, heading, told] of [
      ['', 'The round has ended already', /^Person \d+ has ended it before you, .*: “All of them become inactive”/],
      [
        '/fr',
        'La campagne est déjà terminée',
        /^Person \d+ y a mis fin avant vous, .* « Ils deviennent tous inactifs »/,
      ],
    ] as const) {
      const otherwise = await board.post(`${prefix}/desk/round/end/`, { shown: now, round, fate: 'leave' });
      expect(otherwise.status).toBe(409);
      const said = readHtml(await otherwise.text());
      expect(said.one('h1').text).toBe(heading);
      expect(said.one('[role=alert]').text).toMatch(told);
      expect(said.one('[role=alert] a').attributes.href).toBe(`${prefix}/desk/history/${last.step}/`);
    }
    // Somebody else who wants the same, and has not done it.
    const colleague = await visit(site, { roles: ['board'] });
    const alike = await colleague.post('/desk/round/end/', { shown: now, round, fate: 'deactivate' });
    expect(alike.status).toBe(409);
    expect(readHtml(await alike.text()).one('[role=alert]').text).toMatch(
      /^Person \d+ has ended it before you, with the same choice\./,
    );
    const other = await board.post('/desk/round/end/', { shown: now, round: '99', fate: 'leave' });
    expect(other.status).toBe(409);
    expect(readHtml(await other.text()).one('[role=alert]').attributes).toMatchObject({
      tabindex: '-1',
      autofocus: '',
    });
    expect((await board.get('/desk/round/end/')).status).toBe(404);
    const over = await read(board, '/desk/round/?done=roundEnded&changed=1&already=0');
    expect(over.one('.notice').text).toBe('The round has ended. 1 club was made inactive.');
    const told = over.all('.past dd').map(({ text }) => text);
    expect(told.slice(2)).toEqual([expect.stringMatching(/^Person \d+$/), '2 of 3', '0', '1']);
    const [{ step }] = await site.database.sql<[{ step: number }]>`select max(id)::float8 as step from club_step`;
    expect(over.one('.past a').attributes.href).toBe(`/desk/history/${step}/`);
    expect(over.all('input[name=ends_on]')).toHaveLength(1);
    // One step, which can be undone.
    const history = await read(board, '/desk/history/');
    expect(history.all('.step-list > li')[0]?.text).toContain('Change of several clubs');
    const undo = await read(board, `/desk/history/${step}/undo/`);
    const fields = undo
      .all('.undo-form input')
      .map(({ attributes }) => [attributes.name ?? '', attributes.value ?? ''] as const);
    expect((await board.post(`/desk/history/${step}/undo/`, Object.fromEntries(fields))).status).toBe(303);
    for (const [prefix, says] of [
      ['', /^This was undone .*, by Person \d+/],
      ['/fr', /^Cette étape a été annulée .*, par Person \d+/],
    ] as const) {
      const past = (await read(board, `${prefix}/desk/round/`)).one('.past');
      expect(past.one('.undone').text).toMatch(says);
      const { href } = past.one('.undone a').attributes;
      expect(href).toMatch(/\/desk\/history\/\d+\/$/);
      expect(href).not.toBe(`${prefix}/desk/history/${step}/`);
      expect(past.all('a')[1]?.attributes.href).toBe(`${prefix}/desk/history/${step}/`);
    }
  });

  test('asks officers on the pages of their account and their club, and takes the same button for an answer', async () => {
    const board = await visit(site, BOARD);
    const [chess = 0, ski = 0] = await site.database.insertClubs('Chess', 'Ski');
    const officer = await visit(site, { officerOf: [chess, ski] });
    const waysOf = async () =>
      (await read(officer, '/fr/account/')).all('.clubs .asked a').map(({ attributes }) => attributes.href);
    expect(await waysOf()).toEqual([]);
    expect((await read(officer, `/club/${ski}/`)).all('.asked')).toEqual([]);
    await start(board);
    expect(await waysOf()).toEqual([`/fr/club/${chess}/`, `/fr/club/${ski}/`]);
    expect((await read(officer, `/club/${ski}/`)).one('.asked').text).toMatch(
      /^AE asks until .*: is everything here still right\?$/,
    );
    expect((await read(nobody(), `/club/${ski}/`)).all('.asked')).toEqual([]);
    await confirm(officer, ski);
    expect(await waysOf()).toEqual([`/fr/club/${chess}/`]);
    expect((await read(officer, `/club/${ski}/`)).all('.asked')).toEqual([]);
    expect((await read(board, '/desk/round/')).one('#answered').text).toBe('1 of 2 clubs has answered');
  });
});

describeSite('The link of a club', (site) => {
  const { nobody, read, start, linksOf, endIt } = around(site);
  const begin = async (...clubs: Parameters<typeof site.database.insertClub>[0][]) => {
    const board = await visit(site, BOARD);
    const ids: number[] = [];
    for (const club of clubs) ids.push(await site.database.insertClub(club));
    await start(board);
    return { board, ids, links: await linksOf(board), linksInFrench: await linksOf(board, '/fr/desk/round/') };
  };
  const clubs = async () =>
    await site.database.sql<{ name: string; description: string; confirmedOn: string | null }[]>`
      select name, description, confirmed_on::text from club order by name`;
  const UNTOUCHED = { description: '', confirmedOn: null };

  test.each([
    {
      prefix: '',
      heading: 'Are the texts of Ski still right?',
      button: 'Still right',
      mend: 'Something is to be mended',
      lacks: 'The page says nothing yet of: Description,',
      add: 'Add what is missing',
      who: 'AE asks every club once a year',
      effect: 'records today',
      thanks: 'Thank you: the texts of Ski are confirmed',
      later: 'Something to mend or to add?',
    },
    {
      prefix: '/fr',
      heading: 'Ski : les textes sont-ils encore exacts ?',
      button: 'Tout est exact',
      mend: 'Il y a quelque chose à corriger',
      lacks: 'La page ne dit encore rien de ceci : Description longue,',
      add: 'Ajouter ce qui manque',
      who: 'L’association « AE » demande',
      effect: 'la date d’aujourd’hui',
      thanks: 'Merci : les textes du club Ski sont confirmés',
      later: 'Quelque chose à corriger ou à ajouter ?',
    },
  ])(
    'shows the club as visitors see it, and takes a press of a button for an answer: $prefix/confirm/',
    async ({ prefix, heading, button, mend, lacks, add, who, effect, thanks, later }) => {
      const { board, ids, links, linksInFrench } = await begin(
        {
          name: 'Ski',
          contact: 'ski@example.org',
          shortDescription: 'We *ski*.',
          links: [{ label: 'Wiki', url: 'https://wiki.example/' }],
        },
        { name: 'Go' },
      );
      await site.database.sql`update club set short_description_html = '<p>We <em>ski</em>.</p>' where name = 'Ski'`;
      const path = (prefix === '' ? links : linksInFrench).Ski ?? '';
      const answer = await nobody().get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('referrer-policy')).toBe('same-origin');
      expect(answer.headers.get('x-robots-tag')).toContain('noindex');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.getSetCookie()).toEqual([]);
      const page = readHtml(await answer.text());
      expect(page.all('link[rel=canonical], link[rel=alternate], meta[property="og:url"]')).toEqual([]);
      expect(page.all('header a[hreflang]').map(({ attributes }) => attributes.href)).toEqual([
        prefix === '' ? `/fr${path}` : path.slice(3),
      ]);
      const mending = await nobody().get(`${path}mend/`);
      expect(mending.headers.get('cache-control')).toBe('private, no-store');
      expect(await mending.text()).not.toMatch(/https?:\/\/[^"]*\/confirm\//);
      expect(page.all('meta[name=robots]').map(({ attributes }) => attributes.content)).toEqual(['noindex, nofollow']);
      expect(page.one('h1').text).toBe(heading);
      const shown = page.one('article.club');
      expect(shown.one('.title').text).toBe('Ski');
      expect(shown.one('.contact a').attributes.href).toBe('mailto:ski@example.org');
      expect(shown.one('.links a').text).toBe('Wiki');
      expect(page.one('title').text).toContain(heading);
      expect(page.one('main').text).toContain(who);
      expect(page.one('#answer').text).toContain(effect);
      expect(page.one('#answer .lacks').text).toContain(lacks);
      expect(page.one('#answer .lacks a')).toMatchObject({ text: add, attributes: { href: `${path}mend/` } });
      const form = page.one('#answer form');
      expect([form.attributes.method, form.attributes.action, form.text]).toEqual(['post', path, button]);
      expect(page.one('#answer .ways a')).toMatchObject({ text: mend, attributes: { href: `${path}mend/` } });
      // Scanners of letters open links, and those of the page too.
      for (const one of [path, `${path}mend/`, path]) await nobody().get(one);
      expect(await clubs()).toMatchObject([UNTOUCHED, UNTOUCHED]);

      const { value: revision = '' } = form.one('input[name=revision]').attributes;
      const sent = await nobody().post(path, { revision });
      expect([sent.status, sent.headers.get('location')]).toEqual([303, path]);
      expect(await clubs()).toMatchObject([UNTOUCHED, { name: 'Ski', confirmedOn: today() }]);
      const thanked = await read(nobody(), path);
      expect(thanked.one('h1').text).toBe(thanks);
      expect(thanked.one('title').text).toContain(thanks);
      expect(thanked.one('.notice').text).toMatch(prefix === '' ? /^All of it was confirmed/ : /^Tout a été confirmé/);
      expect(thanked.one('#answer h2').text).toBe(later);
      expect(thanked.all('#answer form')).toEqual([]);
      // Twice is as good as once.
      expect((await nobody().post(path, { revision })).status).toBe(303);
      const history = await read(board, `${prefix}/club/${ids[0]}/history/`);
      expect(history.all('.steps > li')[0]?.one('.step-time').text).toContain(
        prefix === '' ? 'by the link of the yearly round' : 'par le lien de la confirmation annuelle',
      );
    },
  );

  test('mends the texts of its club, and nothing else', async () => {
    const { board, ids, links } = await begin({ name: 'Ski', category: 'Sport' }, { name: 'Go' });
    const path = `${links.Ski}mend/`;
    const page = await read(nobody(), path);
    expect(page.one('#club-form').attributes.action).toBe(path);
    expect(page.one('main').text).toContain(
      'public at once, and counts as the answer of this club. You can save until',
    );
    expect((await read(nobody(), `/fr${path}`)).one('main').text).toContain('vaut réponse pour ce club');
    expect(page.one('section.preview').attributes['hx-post']).toBe(`${path}preview/`);
    const names = page.all('#club-form [name]').map(({ attributes }) => attributes.name);
    expect(names).toEqual([
      ...[
        'revision',
        'short_description',
        'description',
        'category',
        'aliases',
        'website',
        'contact',
        'links',
        'preview',
      ],
    ]);
    const { value: revision = '' } = page.one('input[name=revision]').attributes;
    const notTheirs = { name: 'Mine', is_active: 'false', parent_name: 'Go', logo_url: '' };
    for (const [field, text] of Object.entries(notTheirs)) {
      const refused = await nobody().post(path, { revision, description: 'x', [field]: text });
      expect(refused.status, field).toBe(422);
    }
    // Without a field nothing is confirmed.
    expect((await nobody().post(path, { revision })).status).toBe(422);
    const faulty = await nobody().post(path, { revision, description: 'Kept', website: 'no website' });
    expect(faulty.status).toBe(422);
    const form = readHtml(await faulty.text());
    expect(form.one('textarea[name=description]').text).toBe('Kept');
    expect(form.all('.field .error')).toHaveLength(1);
    const fields = { description: 'We **ski**', contact: 'ski@example.org' };
    // What is not theirs to change is not shown as if it were.
    const preview = (where: string, more: Record<string, string>) =>
      nobody().post(where, { ...fields, ...notTheirs, ...more });
    const whole = readHtml(await (await preview(path, { revision, preview: '' })).text());
    expect(whole.one('.preview').text).not.toContain('Mine');
    const previewed = readHtml(await (await preview(`${path}preview/`, {})).text()).one('article.club');
    expect(previewed.one('[hx-ignore] strong').text).toBe('ski');
    expect(previewed.text).toMatch(/^Ski.*ski@example\.org/);
    expect(await clubs()).toMatchObject([UNTOUCHED, UNTOUCHED]);

    const saved = await nobody().post(path, { revision, description: 'Every *Sunday*', contact: 'ski@example.org' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${links.Ski}?mended`]);
    for (const [prefix, title, notice] of [
      ['', 'Thank you: what you have mended of Ski is saved', 'Your corrections are saved, and visitors read them'],
      [
        '/fr',
        'Merci : vos corrections pour Ski sont enregistrées',
        'Vos corrections sont enregistrées, et les visiteurs',
      ],
    ] as const) {
      const thanked = await read(nobody(), `${prefix}${links.Ski}?mended`);
      expect(thanked.one('h1').text).toBe(title);
      expect(thanked.one('.notice').text).toContain(notice);
    }
    expect(await clubs()).toEqual([
      { name: 'Go', ...UNTOUCHED },
      { name: 'Ski', description: 'Every *Sunday*', confirmedOn: today() },
    ]);
    // Whoever has the page of before is shown both.
    const late = await nobody().post(path, { revision, description: 'Every Monday' });
    expect(late.status).toBe(409);
    const conflict = readHtml(await late.text());
    expect(conflict.one('textarea[name=description]').text).toBe('Every Monday');
    expect(conflict.one('#club-form').text).toContain('Every *Sunday*');
    expect(conflict.one('.conflict .last').text).toContain('by the link of the yearly round');
    expect((await read(board, '/desk/round/?state=mended')).all('#clubs h3').map(({ text }) => text)).toEqual(['Ski']);
    const steps = await read(board, `/club/${ids[0]}/history/`);
    expect(steps.all('.steps > li')[0]?.one('.step-time').text).toContain('by the link of the yearly round');
  });

  test('takes no picture', async () => {
    const { links } = await begin({ name: 'Ski' });
    const { value: revision = '' } = (await read(nobody(), `${links.Ski}mend/`)).one('input[name=revision]').attributes;
    const form = new FormData();
    form.append('description', 'New');
    form.append('revision', revision);
    form.append('logo', new File([Buffer.alloc(2000, 1)], 'logo.png', { type: 'image/png' }));
    const answer = await nobody().send(`${links.Ski}mend/`, form);
    // What it says of the texts counts.
    expect(answer.status).toBe(303);
    expect(await site.database.sql`select from image`).toHaveLength(0);
  });

  test('is asked once more when somebody has changed the club while it was looked at', async () => {
    const { ids, links } = await begin({ name: 'Ski' });
    const { Ski = '' } = links;
    const { value: revision = '' } = (await read(nobody(), Ski)).one('input[name=revision]').attributes;
    await site.database.sql`update club set description = 'By others' where id = ${ids[0] ?? 0}`;
    const answer = await nobody().post(Ski, { revision });
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.one('.error').text).toContain('Somebody has changed this club');
    const again = page.one('input[name=revision]').attributes.value ?? '';
    expect(await clubs()).toMatchObject([{ confirmedOn: null }]);
    expect((await nobody().post(Ski, { revision: again })).status).toBe(303);
  });

  test.each([
    ['', 'Are the texts of Ski still right?', 'Somebody has changed this club and answered for it'],
    ['/fr', 'Ski : les textes sont-ils encore exacts ?', 'Quelqu’un a modifié ce club et répondu pour lui'],
  ])(
    'says so when another has mended and answered meanwhile, and takes the answer to that: %s/confirm/',
    async (prefix, heading, told) => {
      const { links, linksInFrench } = await begin({ name: 'Ski' });
      const path = (prefix === '' ? links : linksInFrench).Ski ?? '';
      const { value: revision = '' } = (await read(nobody(), path)).one('input[name=revision]').attributes;
      await nobody().post(`${path}mend/`, { revision, description: 'By another' });
      const answer = await nobody().post(path, { revision });
      expect(answer.status).toBe(409);
      const page = readHtml(await answer.text());
      expect(page.one('h1').text).toBe(heading);
      expect(page.one('.notice').text).toContain(told);
      expect(page.all('.error')).toEqual([]);
      expect(page.one('article.club').text).toContain('By another');
      const again = page.one('#answer form input[name=revision]').attributes.value ?? '';
      expect((await nobody().post(path, { revision: again })).status).toBe(303);
      expect((await read(nobody(), path)).all('#answer form')).toEqual([]);
    },
  );

  test.each([
    ['', 'The round is over'],
    ['/fr', 'La campagne est terminée'],
  ])('ends with the round, and says so, with what was typed: %s/confirm/', async (prefix, heading) => {
    const { board, ids, links, linksInFrench } = await begin({ name: 'Ski' });
    const path = (prefix === '' ? links : linksInFrench).Ski ?? '';
    const { value: revision = '' } = (await read(nobody(), path)).one('input[name=revision]').attributes;
    expect((await endIt(board)).status).toBe(303);
    for (const answer of [
      await nobody().get(path),
      await nobody().get(`${path}mend/`),
      await nobody().post(path, { revision }),
    ]) {
      expect(answer.status).toBe(410);
      const page = readHtml(await answer.text());
      expect(page.one('h1').text).toBe(heading);
      expect(page.all('main a').map(({ attributes }) => attributes.href)).toContain(`${prefix}/club/${ids[0]}/`);
      expect(page.all('main form')).toEqual([]);
    }
    const typed = await nobody().post(`${path}mend/`, { revision, description: 'Written for long' });
    expect(typed.status).toBe(410);
    expect(readHtml(await typed.text()).one('main textarea').text).toBe('Written for long');
    expect((await nobody().post(`${path}mend/preview/`, { description: 'x' })).status).toBe(410);
    expect(await clubs()).toMatchObject([UNTOUCHED]);
  });

  test('is nothing once the club is deleted, and for whoever guesses', async () => {
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
    for (const path of [Ski, `${Ski}mend/`]) expect((await nobody().get(path)).status).toBe(404);
  });

  test('opens nothing else', async () => {
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

describeSite('The yearly round of many clubs', (site) => {
  const { read, start } = around(site);

  test('asks thousands at once', async () => {
    const board = await visit(site, BOARD);
    await site.database.insertClubs(...Array.from({ length: 4000 }, (_, index) => `Club ${index + 1000}`));
    await start(board);
    const page = await read(board, '/desk/round/?page=last');
    expect(page.one('#answered').text).toBe('0 of 4,000 clubs have answered');
    const file = await (await board.get('/desk/round/links.csv')).text();
    expect(parse(file, { bom: true, record_delimiter: '\r\n' })).toHaveLength(4001);
  });
});
