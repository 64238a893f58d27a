import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit, type Visitor } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

const BOARD = { roles: ['board'], name: 'Bob' } as const;

describeSite('A cell of the table of all clubs', (site) => {
  const read = async (visitor: Visitor, path: string) => readHtml(await (await visitor.get(path)).text());
  const revisionOn = (page: ReturnType<typeof readHtml>) => page.one('input[name=revision]').attributes.value ?? '';
  const steps = async () =>
    await site.database.sql`select kind, user_name from club_step where kind <> 'other' order by id`;
  /** The revision of a form that is opened now. */
  const fill = async (visitor: Visitor, path: string) => ({ revision: revisionOn(await read(visitor, path)) });

  test('is edited in a separate form, which returns to the table', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', category: 'Sport', confirmedOn: '2001-02-03' });
    await site.database.insertClub({ name: 'Snowboard', category: 'Snow' });
    const back = '/desk/clubs/?name=ski&sort=-name';
    const table = await read(visitor, back);
    const link = table.all('td a').find(({ text }) => text.endsWith('Edit: Categories, Ski'));
    const path = (link?.attributes.href ?? '').replaceAll('&amp;', '&');
    expect(path).toBe(`/desk/cell/?name=ski&sort=-name&club=${id}&field=category`);

    const page = await read(visitor, path);
    expect(page.all('main form :is(input:not([type=hidden]), select)')).toHaveLength(1);
    expect(page.one('input[name=category]').attributes.value).toBe('Sport');
    expect(page.one('[data-cancel]').attributes.href?.replaceAll('&amp;', '&')).toBe(`${back}#club-${id}`);

    const answer = await visitor.post(path, { revision: revisionOn(page), category: 'Sport; Snow' });
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(location).toContain(`${back}&done=cellSaved&step=`);
    const after = await read(visitor, location);
    expect(after.one('.toast').text).toBe('Saved.Undo');
    expect(after.one('.toast form').attributes['data-undo']).toBe('Club edit: Ski');
    // Editing one cell does not confirm the club.
    expect(await site.database.sql`select category, confirmed_on::text from club where id = ${id}`).toEqual([
      { category: 'Sport; Snow', confirmedOn: '2001-02-03' },
    ]);
    expect(await steps()).toEqual([{ kind: 'edit', userName: 'Bob' }]);
  });

  test('may be the status, or an empty contact', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    const status = `/desk/cell/?club=${id}&field=is_active`;
    const page = await read(visitor, status);
    expect(page.all('button[name=is_active]').map(({ text }) => text)).toEqual(['Active', 'Inactive']);
    expect(page.one('button[aria-pressed=true]').text).toBe('Active');
    expect((await visitor.post(status, { revision: revisionOn(page), is_active: 'false' })).status).toBe(303);
    const contact = `/desk/cell/?club=${id}&field=contact`;
    expect((await visitor.post(contact, { ...(await fill(visitor, contact)), contact: '' })).status).toBe(303);
    expect(await site.database.sql`select is_active, contact from club`).toEqual([{ isActive: false, contact: null }]);
    expect(await steps()).toHaveLength(2);
    // The same value again adds no step.
    expect((await visitor.post(contact, { ...(await fill(visitor, contact)), contact: '' })).status).toBe(303);
    expect(await steps()).toHaveLength(2);
  });

  test('shows an invalid value again with the error beside it', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    const path = `/desk/cell/?club=${id}&field=contact`;
    const answer = await visitor.post(path, { ...(await fill(visitor, path)), contact: '01 23 45 67 89' });
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    const { value, id: fieldId, ...said } = page.one('input[name=contact]').attributes;
    expect(value).toBe('01 23 45 67 89');
    expect(said['aria-invalid']).toBe('true');
    expect(said['aria-describedby']).toBe(`${fieldId ?? ''}-error`);
    expect(page.all(`#${fieldId ?? ''}-error`)).toHaveLength(1);
    expect(await steps()).toEqual([]);
  });

  test('asks before it creates a category, and names it while it is typed', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', category: 'Music; Sport' });
    const path = `/desk/cell/?club=${id}&field=category`;
    const question = 'This creates the category “Muisc”. Use “Music”';
    const filled = { ...(await fill(visitor, path)), category: 'SPORT; Muisc' };
    const typed = await read(visitor, `${path}&${new URLSearchParams(filled).toString()}`);
    expect(typed.one('.creates').text).toBe(question);
    const answer = await visitor.post(path, filled);
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.one('.creates').text).toBe(question);
    const { value = '' } = page.one('input[name=create]').attributes;
    const { value: instead } = page.one('button[name=instead]').attributes;
    expect(instead).toBe('SPORT; Music');
    expect((await visitor.post(path, { ...filled, create: value })).status).toBe(303);
    expect((await visitor.post(path, { ...(await fill(visitor, path)), category: 'muisc' })).status).toBe(303);
  });

  test('shows both values when another user has changed this field', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', category: 'Sport', contact: 'old@example.org' });
    const path = `/desk/cell/?club=${id}&field=category`;
    const filled = await fill(visitor, path);
    await site.database.sql`update club set contact = 'new@example.org', description = 'new'`;
    expect((await visitor.post(path, { ...filled, category: 'Mine', create: 'Mine' })).status).toBe(303);

    const late = await fill(visitor, path);
    await site.database.sql`update club set category = 'Theirs'`;
    const answer = await visitor.post(path, { ...late, category: 'Mine again', create: 'Mine again' });
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.one('input[name=category]').attributes.value).toBe('Mine again');
    expect(page.one('.now').text).toBe('Current value:Theirs');
    expect(await site.database.sql`select category, contact from club`).toEqual([
      { category: 'Theirs', contact: 'new@example.org' },
    ]);
    // After both were shown, it can be saved.
    expect(
      (await visitor.post(path, { revision: revisionOn(page), category: 'Mine again', create: 'Mine again' })).status,
    ).toBe(303);
    expect(await site.database.sql`select category from club`).toEqual([{ category: 'Mine again' }]);
  });

  test('keeps a newer value after an unchanged form is saved, with a notice, also in place', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    await site.database.insertClub({ name: 'Go', category: 'Sport' });
    const path = `/desk/cell/?name=ski&club=${id}&field=category`;
    const filled = await fill(visitor, path);
    await site.database.sql`update club set category = 'Theirs' where id = ${id}`;
    const saved = await visitor.post(path, { ...filled, category: 'Sport' });
    const location = '/desk/clubs/?name=ski&done=cellSaved&kept=category';
    expect([saved.status, saved.headers.get('location')]).toEqual([303, location]);
    expect((await read(visitor, location)).one('.toast').text).toContain(': Categories.');
    // htmx takes the cell and the notice from this page.
    const inPlace = await visitor.post(path, { ...filled, category: 'Sport' }, { 'HX-Request': 'true' });
    expect(inPlace.headers.get('location')).toBe(location);
    expect(await site.database.sql`select category from club where id = ${id}`).toEqual([{ category: 'Theirs' }]);
    expect(await steps()).toEqual([]);
  });

  test('returns 404 for an unknown cell and a deleted club', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski' });
    expect((await visitor.get(`/desk/cell/?club=${id}&field=name`)).status).toBe(404);
    const path = `/desk/cell/?name=ski&club=${id}&field=category`;
    await site.database.sql`delete from club`;
    expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.post(path, { revision: '1', category: 'Typed' })).status).toBe(404);
  });
});
