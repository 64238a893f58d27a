import { describe, expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { visit, type Visitor } from '../support/people.ts';
import { plain } from '../support/pictures.ts';
import { describeSite } from '../support/site.ts';
import { expectOneWaiting } from '../support/waiting.ts';

/** The values in the form of a page. */
function readFields(page: Element): Record<string, string> {
  const inputs = page
    .all('main form input[name]')
    .map(({ attributes }) => attributes)
    .filter(
      ({ type = '', checked }) => type !== 'file' && (!['checkbox', 'radio'].includes(type) || checked !== undefined),
    );
  return Object.fromEntries([
    ...inputs.map(({ name = '', value = '' }) => [name, value]),
    ...page.all('main form [name=is_active] [selected]').map(({ attributes }) => ['is_active', attributes.value]),
    ...page.all('main form textarea').map(({ attributes, html }) => [attributes.name, html.replace(/^\n/, '')]),
  ]) as Record<string, string>;
}

/** Sends the form of a page as a browser does, with these fields replaced. A Blob is a file; null removes a field. */
async function send(visitor: Visitor, path: string, fields: Record<string, string | Blob | null>): Promise<Response> {
  const form = new FormData();
  const page = readHtml(await (await visitor.get(path)).text());
  for (const [name, value] of Object.entries({ ...readFields(page), ...fields }))
    if (value !== null) form.append(name, value);
  return await visitor.send(path, form);
}

const picture = async (width: number, height: number, colour = 'red') =>
  new Blob([new Uint8Array(await plain(width, height, colour).png().toBuffer())]);

describeSite('The form of a club', (site) => {
  const board = () => visit(site, { name: 'Ada', roles: ['board'] });

  test('creates a club with a logo, which is on the list at once', async () => {
    const visitor = await board();
    const answer = await send(visitor, '/club/new/', {
      name: ' Échecs ',
      short_description: 'Chess, **slowly**.',
      website: 'https://chess.example.org/',
      logo: await picture(30, 10),
    });
    expect(answer.status, await answer.text()).toBe(303);
    const path = answer.headers.get('location') ?? '';
    const list = readHtml(await (await site.get('/club/?name=echecs')).text());
    expect(list.one('#paginated h4').text).toBe('Échecs');
    expect(list.one('#paginated .club-card-description').html).toContain('<strong>slowly</strong>');
    const logo = list.one('#paginated img').attributes.src ?? '';
    expect(logo).toMatch(/^\/image\/[\da-f]{64}-200\.webp$/);
    expect((await site.get(logo)).status).toBe(200);
    const club = readHtml(await (await site.get(path)).text());
    expect(club.one('main h1').text).toBe('Échecs');
  });

  test('keeps the input and the logo after errors', async () => {
    await site.database.insertClubs('Chess');
    const visitor = await board();
    const answer = await send(visitor, '/fr/club/new/', {
      name: 'Chess',
      short_description: '<b>Texte</b>',
      website: 'chess',
      logo: await picture(8, 8),
    });
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.all('main .error[data-field]')).toHaveLength(2);
    expect(page.one('main textarea[name=short_description]').text).toBe('<b>Texte</b>');
    const kept = page.one('main input[name=logo_url]').attributes.value ?? '';
    expect((await site.get(kept)).status).toBe(200);
    const done = await send(visitor, '/fr/club/new/', { name: 'Échecs', logo_url: kept });
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/fr\/club\/\d+\/\?done=clubCreated$/),
    ]);
    expect(await site.database.sql`select logo from club where name = 'Échecs'`).toEqual([{ logo: kept }]);
  });

  test('warns about a logo that is hard to see on white, and saves it', async () => {
    const half = async (colour: string, left: number) => ({
      input: await plain(8, 10, colour).png().toBuffer(),
      left,
      top: 0,
    });
    const parts = [await half('#fff', 0), await half('red', 12)];
    const logo = new Blob([new Uint8Array(await plain(30, 10, '#0000').composite(parts).png().toBuffer())]);
    const visitor = await board();
    const previewed = await send(visitor, '/club/new/', { name: 'Chess', logo, preview: 'true' });
    expect(readHtml(await previewed.text()).one('main form .notice:not(.error)').text).toContain('hard to see');
    const saved = await send(visitor, '/club/new/', { name: 'Chess', logo });
    const page = await visitor.get(saved.headers.get('location') ?? '');
    expect(readHtml(await page.text()).one('main .notice').text).toContain('hard to see');
    expect(await site.database.sql`select from club where logo like '/image/%'`).toHaveLength(1);
  });

  /** Opens a form as `other`, has Ada save `theirs`, and sends the form with `mine`. */
  const saveSecond = async (
    path: string,
    theirs: Record<string, string | Blob | null>,
    mine: Record<string, string | Blob | null>,
    other: Visitor,
  ) => {
    const opened = readFields(readHtml(await (await other.get(path)).text()));
    const ada = await board();
    expect((await send(ada, path.replace('/fr/', '/'), theirs)).status).toBe(303);
    return await send(other, path, { ...opened, ...mine });
  };
  const bob = () => visit(site, { name: 'Bob', roles: ['board'] });

  test.each([
    ['', 'Short description, Status, Logo.'],
    ['/fr', 'Description courte, Statut, Logo.'],
  ])('saves at once when two changed different fields, and names the newer values: %s', async (prefix, names) => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: 'Old', logo: '/logos/chess.svg' });
    const visitor = await bob();
    const theirs = { short_description: 'From Ada', is_active: 'false', logo: await picture(9, 9) };
    const saved = await saveSecond(`${prefix}/club/${id}/edit/`, theirs, { category: 'Snow' }, visitor);
    expect(saved.status).toBe(303);
    const path = saved.headers.get('location') ?? '';
    expect(path).toBe(`${prefix}/club/${id}/?done=cellSaved&kept=short_description,is_active,logo_url`);
    const notice = readHtml(await (await visitor.get(path)).text()).one('main [role=status]').text;
    expect(notice.split(': ')[1]).toBe(names);
    expect(notice).toMatch(/\. [VL]/);
    const [club] = await site.database.sql`select short_description, is_active, category, logo from club`;
    expect(club).toEqual({
      shortDescription: 'From Ada',
      isActive: false,
      category: 'Snow',
      logo: expect.stringMatching(/^\/image\//) as string,
    });
    // Only names of fields become text.
    const forged = readHtml(await (await visitor.get(`/club/${id}/?done=clubSaved&kept=evil,constructor`)).text());
    expect(forged.one('main [role=status]').text).toBe('Saved and marked as checked today.');
  });

  test('merges what it can into the form of a conflict, which then reverts nothing', async () => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: 'Old', category: 'Sport' });
    const officer = await visit(site, { officerOf: [id] });
    const path = `/club/${id}/edit/`;
    const theirs = { short_description: 'From Ada', category: 'Snow', website: 'https://b.example/', name: 'Skiing' };
    const mine = { short_description: 'From Bob', contact: 'ski@example.org', logo: await picture(9, 9) };
    const answer = await saveSecond(path, theirs, mine, officer);
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.all('main .now .as-written').map(({ text }) => text)).toEqual(['From Ada']);
    const { logo_url: logo = '', ...fields } = readFields(page);
    expect(fields).toMatchObject({
      short_description: 'From Bob',
      category: 'Snow',
      website: 'https://b.example/',
      contact: 'ski@example.org',
    });
    expect((await site.get(logo)).status).toBe(200);
    expect(page.one('main [role=alert]:has(h2)').text).toContain('Website, Categories.');
    const again = await officer.post(path, { ...fields, logo_url: logo });
    expect(again.headers.get('location')).toBe(`/club/${id}/?done=clubSaved`);
    const [club] = await site.database.sql`select name, short_description, category, website, contact, logo from club`;
    expect(club).toEqual({
      name: 'Skiing',
      shortDescription: 'From Bob',
      category: 'Snow',
      website: 'https://b.example/',
      contact: 'ski@example.org',
      logo,
    });
  });

  test('keeps a newer logo when the old one was deleted from the site meanwhile', async () => {
    const visitor = await bob();
    const id = await site.database.insertClub({ name: 'Ski' });
    const path = `/club/${id}/edit/`;
    expect((await send(visitor, path, { logo: await picture(9, 9, 'blue') })).status).toBe(303);
    const opened = readFields(readHtml(await (await visitor.get(path)).text()));
    expect((await send(visitor, path, { logo: await picture(9, 9) })).status).toBe(303);
    await site.database.sql`delete from image where hash <> (select substr(logo, 8, 64) from club)`;
    const saved = await visitor.post(path, { ...opened, category: 'Snow' });
    expect(saved.headers.get('location')).toBe(`/club/${id}/?done=cellSaved&kept=logo_url`);
  });

  test('shows the current values beside those of the form, which replace them when it is saved again', async () => {
    const [id, , go] = (await site.database.insertClubs('Ski', 'Sports', 'Go')) as [number, number, number];
    const theirs = { name: 'Skiing', website: 'https://b.example/', parent_name: 'Sports' };
    const logo = await picture(9, 9);
    const mine = { name: 'Skis', website: 'https://c.example/', parent_name: 'Go', logo_url: '/logos/chess.svg' };
    const path = `/club/${id}/edit/`;
    const visitor = await bob();
    const answer = await saveSecond(path, { ...theirs, logo }, { ...mine, category: 'Snow' }, visitor);
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    const box = page.one('main [role=alert]:has(h2)');
    expect(box.text).toContain('Name, Part of, Logo, Website.');
    expect(box.one('.step-time').text).toContain('by Ada');
    expect(page.all('main .now .as-written').map(({ text }) => text.trim())).toEqual([
      ...['Skiing', 'https://b.example/', 'Sports'],
    ]);
    const [chosen, current] = page.all('main [type=radio][name=logo_url]').map(({ attributes }) => attributes.value);
    expect(chosen).toBe('/logos/chess.svg');
    expect(current).toMatch(/^\/image\//);
    expect((await visitor.post(path, readFields(page))).status).toBe(303);
    const [club] = await site.database.sql`
      select name, website, is_active, parent_id, logo, category from club where id = ${id}`;
    expect(club).toEqual({
      name: 'Skis',
      website: 'https://c.example/',
      isActive: true,
      parentId: go,
      logo: '/logos/chess.svg',
      category: 'Snow',
    });
  });

  test('has only the texts for an officer', async () => {
    const [id, parent] = (await site.database.insertClubs('Ski', 'Sports')) as [number, number];
    const officer = await visit(site, { officerOf: [id] });
    const page = readHtml(await (await officer.get(`/club/${id}/edit/`)).text());
    const names = [...page.all('main [name]')].map(({ attributes }) => attributes.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'website',
        'category',
        'short_description',
        'description',
        'logo_url',
        'logo',
        'revision',
      ]),
    );
    for (const [name, value] of [
      ['name', 'Ski 2'],
      ['is_active', 'false'],
      ['parent_name', 'Sports'],
      ['id', '99'],
    ] as const) {
      expect(names).not.toContain(name);
      const answer = await send(officer, `/club/${id}/edit/`, { [name]: value, website: 'https://evil.example/' });
      expect(answer.status, name).toBe(422);
    }
    await send(officer, `/club/${id}/edit/`, { parent_id: String(parent), isActive: 'false', html_rules: '0' });
    expect(await site.database.sql`select name, is_active, parent_id, website from club where id = ${id}`).toEqual([
      { name: 'Ski', isActive: true, parentId: null, website: null },
    ]);
  });

  test('names the lines of invalid links, and links to the field', async () => {
    const fields = { name: 'Go', contact: 'Ada', links: 'https://example.org/\nInstagram go\n@go' };
    const answer = await send(await board(), '/club/new/', fields);
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.one('main [name=links]').text).toBe('https://example.org/ Instagram go @go');
    expect(page.one('main .error[data-field=links]').text).toMatch(/^Line 2 .*Line 3 /s);
    const summary = page.all('main [role=alert] li a').map(({ attributes }) => attributes.href);
    expect(summary).toEqual(['#field-contact', '#field-links', '#field-links']);
  });

  test('removes a logo, and deactivates a club', async () => {
    const id = await site.database.insertClub({ name: 'Ski', logo: '/logos/chess.svg' });
    const visitor = await board();
    const answer = await send(visitor, `/club/${id}/edit/`, { remove_logo: 'true', is_active: 'false' });
    expect(answer.status).toBe(303);
    expect(await site.database.sql`select logo, is_active from club`).toEqual([{ logo: null, isActive: false }]);
    expect(readHtml(await (await site.get('/club/?club_status=false')).text()).one('#paginated h4').text).toBe(
      'Ski (inactive)',
    );
    expect(readHtml(await (await site.get('/club/')).text()).all('#paginated h4')).toEqual([]);
  });

  test.each([
    ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, /not a PNG, JPEG or WebP/],
    ['truncated', null, 422, /damaged/],
  ])('refuses a logo that is %s, and gives back the rest', async (_, file, status, words) => {
    const whole = await plain(300, 300, 'red').jpeg().toBuffer();
    const visitor = await board();
    const answer = await send(visitor, '/club/new/', {
      name: 'Ski',
      logo: new Blob([new Uint8Array(file ?? whole.subarray(0, whole.length / 2))]),
    });
    expect(answer.status).toBe(status);
    const page = readHtml(await answer.text());
    expect(page.one('main .error[data-field]').text).toMatch(words);
    expect(page.one('main input[name=name]').attributes.value).toBe('Ski');
    expect(await site.database.sql`select from club`).toHaveLength(0);
  });

  test('refuses a logo that is too large with 413', async () => {
    const visitor = await board();
    const form = new FormData();
    form.append('name', 'Ski');
    form.append('logo', new Blob([Buffer.alloc(3 * 1024 * 1024)]));
    const answer = await visitor.send('/club/new/', form);
    expect(answer.status).toBe(413);
    expect(readHtml(await answer.text()).all('main .error[data-field]')).toHaveLength(1);
  });

  test('deletes a club', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const visitor = await board();
    const path = `/club/${id}/delete/`;
    expect((await send(visitor, path, { revision: '0' })).status).toBe(409);
    const done = await send(visitor, path, {});
    expect([done.status, done.headers.get('location')]).toEqual([303, '/club/deleted/?done=clubDeleted']);
    expect((await site.get(`/club/${id}/`)).status).toBe(404);
    const told = readHtml(await (await visitor.get('/club/deleted/?done=clubDeleted')).text());
    expect(told.all('.toast')).toHaveLength(1);
    expect((await visitor.get(path)).status).toBe(404);
  });

  const TYPED = { short_description: '<b>Long</b>\r\ntext', category: 'Snow', website: '', is_active: 'false' };
  const typedOf = (page: Element) =>
    page.all('main .field').map((field) => [field.one('label').text, field.one('textarea[readonly]').text]);

  test('keeps the input for a club that was deleted meanwhile', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const visitor = await board();
    await site.database.sql`delete from club`;
    for (const fields of [TYPED, { ...TYPED, website: 'ski' }, { ...TYPED, preview: 'true' }]) {
      const answer = await visitor.post(`/club/${id}/edit/`, fields);
      expect(answer.status).toBe(404);
      const page = readHtml(await answer.text());
      expect(typedOf(page)).toEqual(
        expect.arrayContaining([
          ['Short description', '<b>Long</b> text'],
          ['Categories', 'Snow'],
        ]),
      );
      expect(page.one('main a').attributes.href).toBe('/club/deleted/');
      expect(page.all('main form')).toEqual([]);
    }
    expect(await site.database.sql`select from club`).toEqual([]);
  });

  test('keeps the input without the permission to save it', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const visitor = await visit(site, { name: 'Bob' });
    for (const path of [`/club/${id}/edit/`, `/fr/club/${id}/edit/`, '/club/new/']) {
      const answer = await visitor.post(path, { ...TYPED, name: 'Snow' });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = readHtml(await answer.text());
      expect(typedOf(page).map(([, text]) => text)).toEqual(['Snow', '<b>Long</b> text', 'Snow']);
      expect(page.all('main :is(form, a)')).toEqual([]);
    }
    expect((await visitor.post(`/club/${id}/edit/`, { name: 'x'.repeat(600 * 1024) })).status).toBe(413);
    expect(await site.database.sql`select name, category from club`).toEqual([{ name: 'Ski', category: '' }]);
  });

  test('keeps the input when the session has ended, to be saved after the login', async () => {
    const id = await site.database.insertClub({ name: 'Ski', category: 'Old' });
    const [nobody, visitor] = [await visit(site, null), await board()];
    const path = `/fr/club/${id}/edit/`;
    const opened = readFields(readHtml(await (await visitor.get(path)).text()));
    const form = new FormData();
    const fields = { ...opened, ...TYPED, short_description: 'Long\r\ntext', preview: 'true' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('logo', await picture(9, 9));
    const answer = await nobody.send(path, form);
    expect(answer.status).toBe(403);
    const page = readHtml(await answer.text());
    expect(page.all('main [role=alert]')).toHaveLength(1);
    expect(page.one('main a').attributes.href).toBe(`/fr/login/?next=${encodeURIComponent(path)}`);
    expect(page.one('main form').attributes.action).toBe(path);
    expect(await site.database.sql`select category from club`).toEqual([{ category: 'Old' }]);
    expect((await visitor.post(path, readFields(page))).status).toBe(303);
    expect(await site.database.sql`select name, category, is_active, short_description from club`).toEqual([
      { name: 'Ski', category: 'Snow', isActive: false, shortDescription: 'Long\ntext' },
    ]);
  });

  describe('has a preview', () => {
    const previewOf = async (visitor: Visitor, path: string, fields: Record<string, string | string[]>) => {
      const answer = await visitor.post(path, { ...fields, preview: 'true' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      return readHtml(await answer.text()).one('#preview');
    };

    test('that matches the saved page', async () => {
      await site.database.insertClubs('Sports', 'Old parent');
      const old = await site.database.sql<[{ id: number }]>`select id from club where name = 'Old parent'`;
      const id = await site.database.insertClub({ name: 'Ski', parentId: old[0].id, confirmedOn: '2001-02-03' });
      await site.database.insertClub({ name: 'Juniors', parentId: id, isActive: false });
      const visitor = await board();
      const fields = {
        name: 'Ski & Snow',
        short_description: '*Snow*',
        description: '# Title\n\nText [a](https://a.example/)',
        category: 'Sport; Outdoors',
        website: 'ski.example.org',
        contact: 'ski@example.org',
        is_active: 'false',
        links: 'Instagram https://www.instagram.com/ski',
        parent_name: 'sports',
        logo_url: '/logos/chess.svg',
      };
      const shownIn = (page: Element) => {
        const article = page.one('article.club');
        return {
          // Without the star, which a preview does not have.
          parts: ['.title', '.short', '.categories', '.facts', '.description'].map((part) => article.one(part).text),
          links: article.all('a[href]').map(({ attributes }) => attributes.href),
          logo: article.one('img').attributes.src,
        };
      };
      const previewed = await previewOf(visitor, `/club/${id}/edit/`, fields);
      expect(previewed.all('.refused')).toEqual([]);
      expect(previewed.all('a:not([tabindex="-1"])')).toEqual([]);
      expect((await send(visitor, `/club/${id}/edit/`, fields)).status).toBe(303);
      const page = readHtml(await (await site.get(`/club/${id}/`)).text());
      const saved = shownIn(page);
      expect(shownIn(previewed)).toEqual(saved);
      expect(saved.parts.join()).toMatch(
        /\(inactive\).*Sport.*Outdoors.*Instagram.*ski@example\.org.*Sports.*Juniors.*Title/,
      );
    });

    test('that lists invalid fields instead of showing them', async () => {
      const fields = {
        name: 'Ski',
        website: 'no site',
        contact: 'nobody',
        links: 'a\nb',
        parent_name: 'Nobody',
        description: '*a* '.repeat(10_000),
      };
      const preview = await previewOf(await board(), '/club/new/', fields);
      expect(preview.all('.refused').map(({ text }) => text.split(':')[0])).toEqual(
        expect.arrayContaining(['Website', 'Contact', 'Links', 'Part of', 'Description']),
      );
      expect(preview.all('article.club :is(.contact, .links, .family, .button)')).toEqual([]);
    });

    test('with clubs that a new one may be', async () => {
      await site.database.insertClubs('Acroyoga', 'Chess');
      const fields = { name: 'Acro-Yoga Club', preview: 'true' };
      const page = readHtml(await (await (await board()).post('/club/new/', fields)).text());
      expect(page.one('#similar-clubs a').text.trim()).toBe('Acroyoga');
    });

    test('without scripts', async () => {
      const preview = await previewOf(await board(), '/club/new/', {
        name: ' Ski ',
        short_description: 'a **b** <script>alert(1)</script> [c](javascript:alert(1))',
        description: '# Title\r\n\r\nx'.repeat(2),
        is_active: ['false', 'true'],
        logo_url: '/logos/chess.svg',
        remove_logo: 'true',
      });
      expect(preview.html).not.toMatch(/<script|javascript:|<img|<a\b[^>]*class/);
      expect(preview.all('h4').map(({ text }) => text.trim())).toEqual(['Ski', 'Ski']);
      expect(preview.one('.club-card-description strong').text).toBe('b');
      expect(await site.database.sql`select from club`).toHaveLength(0);
    });
  });

  test('redirects to the login when the account is deleted while it is saved', async ({ skip }) => {
    // The embedded database has one transaction at a time.
    if (!site.database.url) skip();
    const id = await site.database.insertClub({ name: 'Ski' });
    const visitor = await board();
    const { answer } = await site.database.connect().begin(async (tx) => {
      await tx`delete from site_user`;
      const answer = visitor.post(`/club/${id}/edit/`, { category: 'x' });
      await expectOneWaiting(site.database);
      return { answer };
    });
    expect([(await answer).status, (await answer).headers.get('location')]).toEqual([
      303,
      `/login/?next=%2Fclub%2F${id}%2Fedit%2F`,
    ]);
    expect(await site.database.sql`select category from club`).toEqual([{ category: '' }]);
  });
});
