import { expect, test } from 'vitest';
import sharp from 'sharp';
import { readHtml, type Element } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

describeOwnSite(
  'The content of the site',
  (site) => {
    const read = async (path: string) => readHtml(await (await site.get(path)).text());
    const nameOn = async (path: string) => (await read(path)).one('header .site-name').text.trim();
    const lastStep = async () => {
      const [{ id }] = await site.database.sql<[{ id: number }]>`select max(id)::int as id from club_step`;
      return id;
    };
    const administrator = () => visit(site, { roles: ['administrator'] });
    /** The form as a browser sends it, with some fields changed. */
    const fieldsOf = async (person: Awaited<ReturnType<typeof visit>>, path: string) => {
      const page = readHtml(await (await person.get(path)).text());
      const form = page.all('main form').find(({ attributes }) => attributes.enctype === 'multipart/form-data');
      const isSent = ({ attributes: { type = '', checked } }: Element) =>
        type !== 'file' && (checked !== undefined || !['radio', 'checkbox'].includes(type));
      const inputs = form?.all('input').filter(isSent) ?? [];
      const texts = form?.all('textarea') ?? [];
      return Object.fromEntries([
        ...inputs.map(({ attributes }) => [attributes.name ?? '', attributes.value ?? '']),
        [
          'languages',
          form
            ?.all('[name=languages][checked]')
            .map(({ attributes }) => attributes.value)
            .join(' '),
        ],
        ...texts.map(({ attributes, text }) => [attributes.name ?? '', text.replaceAll(/[ \n]+/g, ' ').trim()]),
      ]) as Record<string, string>;
    };
    const errorsOf = (html: string): Record<string, string> =>
      Object.fromEntries(
        readHtml(html)
          .all('.field .error')
          .map(({ attributes, text }) => [attributes['data-field'] ?? '', text.trim()] as const),
      );

    test('is changed in the browser, at once on every page, and back by an undo', async () => {
      const ada = await administrator();
      const club = await site.database.insertClub({ name: 'Ski' });
      const pages = ['/', '/fr/', '/club/', `/club/${club}/`, '/page/imprint/', '/nothing/'];
      for (const path of pages) await site.get(path);
      const fields = await fieldsOf(ada, '/desk/site/');
      expect(fields).toMatchObject({ name_en: 'AE student clubs', accent: '#1a5680', footer_0_target: 'imprint' });
      const saved = await ada.post('/desk/site/', {
        ...fields,
        name_en: 'Hill Clubs',
        name_fr: '',
        accent: '#8a1c4f',
        footer_2_label_en: 'Rooms',
        footer_2_target: 'https://hill.example.org/rooms',
      });
      expect(saved.status).toBe(303);
      expect(saved.headers.get('Location')).toMatch(/^\/desk\/site\/\?done=cellSaved.*step=\d+$/);
      // The key for the undo on other pages does not undo it.
      const after = readHtml(await (await ada.get(saved.headers.get('Location') ?? '')).text());
      expect(after.one('.toast form').attributes['data-undo']).toBeUndefined();
      for (const path of pages) expect(await nameOn(path), path).toBe('Hill Clubs');
      const home = await read('/');
      expect(home.one('title').text).toBe('Hill Clubs');
      const colours = home.one('link[rel=stylesheet][href^="/brand/"]').attributes.href ?? '';
      expect(await (await site.get(colours)).text()).toContain('#8a1c4f');
      expect(home.all('footer a').at(-1)?.attributes.href).toBe('https://hill.example.org/rooms');
      expect(await fieldsOf(ada, '/desk/site/')).toMatchObject({ name_fr: '', footer_2_label_en: 'Rooms' });

      const step = await lastStep();
      const untouched = await site.database.sql`select from site_entry where name in ('accent_dark', 'contact')`;
      expect(untouched).toHaveLength(0);
      const history = readHtml(await (await ada.get('/desk/history/')).text());
      expect(history.all('.summary')[0]?.text).toContain('Name of the site: AE student clubs');
      const undo = readHtml(await (await ada.get(`/desk/history/${step}/undo/`)).text());
      const shown = undo.one('input[name=shown]').attributes.value ?? '';
      expect((await ada.post(`/desk/history/${step}/undo/`, { shown })).status).toBe(303);
      await expect.poll(() => nameOn('/')).toBe('AE student clubs');
      await expect.poll(() => nameOn('/club/')).toBe('AE student clubs');
    });

    test('keeps links that the form has no rows for', async () => {
      const ada = await administrator();
      const label = { en: 'Rooms', fr: 'Salles' };
      const menu = Array.from({ length: 12 }, (_, index) => ({ label, href: `https://hill.example.org/${index}` }));
      const value = JSON.stringify({ menu, footer: [] });
      await site.database.sql`insert into site_entry (kind, name, value) values ('setting', 'links', ${value})`;
      const links = async () =>
        (await read('/'))
          .all('nav details a')
          .map(({ attributes }) => attributes.href)
          .slice(2);
      await expect.poll(async () => (await links()).length).toBe(12);
      const fields = await fieldsOf(ada, '/desk/site/');
      await ada.post('/desk/site/', { ...fields, name_en: 'Hill', menu_0_target: 'https://hill.example.org/new' });
      expect(await links()).toEqual(['https://hill.example.org/new', ...menu.slice(1).map(({ href }) => href)]);
      await ada.post('/desk/site/', { reset: 'true' });
    });

    test('cannot be changed or undone by the board', async () => {
      const ada = await administrator();
      await ada.post('/desk/site/', { ...(await fieldsOf(ada, '/desk/site/')), name_en: 'Hill Clubs' });
      const step = await lastStep();
      const board = await visit(site, { roles: ['board'] });
      expect((await board.get('/desk/site/')).status).toBe(403);
      const undo = readHtml(await (await board.get(`/desk/history/${step}/undo/`)).text());
      expect(undo.all('input[name=shown]')).toEqual([]);
      await ada.post('/desk/site/', { reset: 'true' });
      expect(await nameOn('/')).toBe('AE student clubs');
    });

    test.each([
      [{ name_fr: '', name_en: '' }, { name_en: 'Fill in this field.' }],
      [{ accent: '#ffcc00' }, { accent: expect.stringContaining('1.29') as string }],
      [{ contact: 'javascript:alert(1)' }, { contact: expect.stringContaining('e-mail') as string }],
      [
        { footer_2_label_en: 'X', footer_2_target: 'none' },
        { footer_2_target: expect.stringContaining('none') as string },
      ],
      [
        { footer_2_label_en: 'X', footer_2_target: '/files/none.pdf' },
        { footer_2_target: 'There is no file /files/none.pdf.' },
      ],
      [{ footer_2_target: 'imprint' }, { footer_2_label_en: 'Fill in this field.' }],
    ])('is refused with a reason, and keeps the input: %j', async (changed, errors) => {
      const ada = await administrator();
      const answer = await ada.post('/desk/site/', { ...(await fieldsOf(ada, '/desk/site/')), ...changed });
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(errorsOf(html)).toEqual(errors);
      const links = readHtml(html).all('[role=alert] a');
      expect(links.map(({ attributes }) => attributes.href)).toEqual([`#field-${Object.keys(errors)[0]}`]);
      const [name = '', value] = Object.entries(changed).at(-1) ?? [];
      expect(readHtml(html).one(`[name=${name}]`).attributes.value).toBe(value);
      expect(await nameOn('/')).toBe('AE student clubs');
    });

    const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`;
    const send = async (content: string | Buffer, name: string) => {
      const ada = await administrator();
      const form = new FormData();
      for (const [field, value] of Object.entries(await fieldsOf(ada, '/desk/site/'))) form.set(field, value);
      form.set('mark_file', new File([typeof content === 'string' ? content : Uint8Array.from(content)], name));
      return await ada.send('/desk/site/', form);
    };

    test('has an uploaded logo, also as icons', async () => {
      const png = await sharp({ create: { width: 900, height: 600, channels: 4, background: '#c03' } })
        .png()
        .toBuffer();
      for (const [content, name] of [
        [`<?xml version="1.0"?><!DOCTYPE svg><!-- Made by hand -->${svg('<path d="M0 0h8v8z"/>')}`, 'a.svg'],
        [png, 'a.png'],
      ] as const) {
        expect((await send(content, name)).status, name).toBe(303);
        const mark = (await read('/')).one('header .site-name img').attributes.src ?? '';
        const answer = await site.get(mark);
        expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
        expect(await answer.text()).toMatch(/^<svg/);
        expect((await site.get('/apple-touch-icon.png')).status).toBe(200);
      }
      const ada = await administrator();
      await ada.post('/desk/site/', { reset: 'true' });
    });

    test.each([
      ['plain text', 'text'],
      ['a script', svg('<script>alert(1)</script>')],
      ['an event handler', svg('<path onload="alert(1)" d="M0 0"/>')],
      ['a link to another site', svg('<image href="https://x.example/a.png"/>')],
      ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`],
      ['too many bytes', svg(`<!-- -->${'<path d="M0 0"/>'.repeat(5000)}`)],
      ['broken XML', svg('<path')],
    ])('refuses a logo with %s', async (_, content) => {
      const answer = await send(content, 'a.svg');
      expect(answer.status).toBe(422);
      expect(Object.keys(errorsOf(await answer.text()))).toEqual(['mark_file']);
    });

    test('has pages that are written, previewed, renamed and deleted in the browser', async () => {
      const ada = await administrator();
      const path = '/desk/page/?name=rooms';
      expect((await ada.get('/desk/pages/?name=rooms')).headers.get('Location')).toBe(path);
      const texts = {
        name: 'rooms',
        title_en: 'Rooms: "all"',
        text_en: '## Book\n\n<b onclick="x">Now</b><script>x</script>',
      };
      const preview = await (await ada.post(path, { ...texts, preview: 'true' })).text();
      expect(readHtml(preview).all('.prose h2')[0]?.text).toBe('Rooms: "all"');
      expect((await site.get('/page/rooms/')).status).toBe(404);

      expect((await ada.post(path, texts)).status).toBe(303);
      const page = await read('/page/rooms/');
      expect([page.one('main h1').text, page.one('main h2').text]).toEqual(['Rooms: "all"', 'Book']);
      const html = await (await site.get('/page/rooms/')).text();
      expect(html).toContain('<b>Now</b>');
      expect(html).not.toMatch(/onclick|<script>x/);
      const french = await read('/fr/page/rooms/');
      expect(french.one('article').attributes.lang).toBe('en');
      expect(await fieldsOf(ada, path)).toMatchObject({ ...texts, text_en: texts.text_en.replace('\n\n', ' ') });

      const site_ = await fieldsOf(ada, '/desk/site/');
      await ada.post('/desk/site/', { ...site_, footer_2_label_en: 'Rooms', footer_2_target: 'rooms' });
      expect((await ada.post(path, { ...texts, name: 'halls' })).status).toBe(303);
      expect((await site.get('/page/rooms/')).status).toBe(404);
      expect((await read('/')).all('footer a').at(-1)?.attributes.href).toBe('/page/halls/');

      expect((await ada.post('/desk/page/?name=halls', { delete: 'true' })).status).toBe(303);
      expect((await site.get('/page/halls/')).status).toBe(404);
      expect((await read('/')).all('footer a').map(({ text }) => text)).not.toContain('Rooms');
      await ada.post('/desk/site/', { reset: 'true' });
    });

    test('merges the changes of two people, and asks about a field that both changed', async () => {
      const [ada, bob] = [await administrator(), await administrator()];
      for (const [path, mine, theirs] of [
        ['/desk/site/', 'tagline_en', 'contact'],
        ['/desk/page/?name=ae', 'title_en', 'title_fr'],
      ] as const) {
        const fields = await fieldsOf(ada, path);
        const other = theirs === 'contact' ? 'bob@example.org' : 'Bob';
        expect((await bob.post(path, { ...fields, [theirs]: other })).status).toBe(303);
        expect((await ada.post(path, { ...fields, [mine]: 'Ada' })).status).toBe(303);
        expect(await fieldsOf(ada, path)).toMatchObject({ [mine]: 'Ada', [theirs]: other });
        const late = await bob.post(path, { ...fields, [mine]: 'Late' });
        expect(late.status).toBe(422);
        expect(errorsOf(await late.text())[mine]).toContain('meantime');
        expect(await fieldsOf(ada, path)).toMatchObject({ [mine]: 'Ada' });
      }
    });

    test.each([
      ['nested HTML', '<div>'.repeat(5000)],
      ['nested quotes', '> '.repeat(3000)],
      ['too many brackets', '[['.repeat(9000)],
      ['too many characters', 'x'.repeat(20_001)],
    ])('stores no page with %s', async (_, text) => {
      const ada = await administrator();
      const answer = await ada.post('/desk/page/?name=deep', { name: 'deep', title_en: 'Deep', text_en: text });
      expect([answer.status, Object.keys(errorsOf(await answer.text()))]).toEqual([422, ['text_en']]);
      expect((await site.get('/page/deep/')).status).toBe(404);
    });

    test('has a page with an uploaded image, saved at once, and one named like a route', async () => {
      const ada = await administrator();
      const form = new FormData();
      for (const [name, value] of Object.entries({ name: 'club', title_en: 'Club', text_en: 'Ours' }))
        form.set(name, value);
      const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#c03' } })
        .png()
        .toBuffer();
      form.set('image', new File([Uint8Array.from(png)], 'a.png'));
      expect((await ada.send('/desk/page/?name=club', form)).status).toBe(303);
      const image = (await read('/page/club/')).one('article img').attributes.src ?? '';
      expect((await site.get(image)).headers.get('Content-Type')).toBe('image/webp');
      await ada.post('/desk/page/?name=club', { delete: 'true' });
    });

    test('has pages of the folder that can be changed, deleted and restored, except the required ones', async () => {
      const ada = await administrator();
      const imprint = await fieldsOf(ada, '/desk/page/?name=imprint');
      expect(imprint.title_fr).toBe('Mentions légales');
      await ada.post('/desk/page/?name=imprint', {
        ...imprint,
        text_en: 'Hill Union, 1 Hill Road',
        title_fr: '',
        text_fr: '',
      });
      expect((await read('/page/imprint/')).one('article').text).toContain('1 Hill Road');
      expect((await read('/fr/page/imprint/')).one('article').attributes.lang).toBe('en');
      // Without a place to fill in, visitors see the link.
      expect((await read('/')).all('footer a').map(({ text }) => text)).toContain('Legal notice');

      await ada.post('/desk/page/?name=imprint', { delete: 'true' });
      expect((await site.get('/page/imprint/')).status).toBe(404);
      for (let step = 0; step < 2; step += 1) {
        const id = (await lastStep()) - step * 2;
        const undo = readHtml(await (await ada.get(`/desk/history/${id}/undo/`)).text());
        await ada.post(`/desk/history/${id}/undo/`, { shown: undo.one('input[name=shown]').attributes.value ?? '' });
      }
      await expect.poll(async () => (await read('/fr/page/imprint/')).one('main h1').text).toBe('Mentions légales');

      const home = { title_en: '', text_en: '', title_fr: '', text_fr: '' };
      expect((await ada.post('/desk/page/?name=home', home)).status).toBe(422);
      await ada.post('/desk/page/?name=home', { delete: 'true' });
      expect((await site.get('/')).status).toBe(200);
      expect((await ada.get('/desk/page/?name=Not%20a%20name')).status).toBe(404);
    });
  },
  { PAGE_CACHE: 'on' },
);
