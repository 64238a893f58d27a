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
  /** What a form of the cell says that was filled now. */
  const fill = async (visitor: Visitor, path: string) => ({ revision: revisionOn(await read(visitor, path)) });

  test.each([
    ['', 'Change: Categories, Ski', 'Categories: Ski', 'Cancel', 'Saved.'],
    ['/fr', 'Modifier\u202f: Catégories, Ski', 'Catégories : Ski', 'Annuler', 'Enregistré.'],
  ])(
    'leads to a form of its field alone, and back to where it was: %s/desk/',
    async (prefix, link, title, cancel, done) => {
      const visitor = await visit(site, BOARD);
      const id = await site.database.insertClub({ name: 'Ski', category: 'Sport', confirmedOn: '2001-02-03' });
      const table = await read(visitor, `${prefix}/desk/?name=ski&sort=-name`);
      const change = table.all('td a').find(({ attributes }) => attributes['aria-label'] === link);
      const path = (change?.attributes.href ?? '').replaceAll('&amp;', '&');
      expect(path).toBe(`${prefix}/desk/cell/?name=ski&sort=-name&club=${id}&field=category`);

      const page = await read(visitor, path);
      expect(page.one('h1').text).toBe(title);
      expect(page.all('main label').map(({ text }) => text)).toEqual([title]);
      expect(page.all('main form :is(input:not([type=hidden]), select)')).toHaveLength(1);
      expect(page.one('input[name=category]').attributes.value).toBe('Sport');
      const back = `${prefix}/desk/?name=ski&sort=-name`;
      const { text, attributes } = page.one('[data-cancel]');
      expect([text, attributes.href?.replaceAll('&amp;', '&')]).toEqual([cancel, `${back}#club-${id}`]);

      const answer = await visitor.post(path, { revision: revisionOn(page), category: 'Sport; Snow' });
      expect(answer.status).toBe(303);
      const location = `${back}&done=cellSaved&saved=${id}-category`;
      expect(answer.headers.get('location')).toBe(`${location}#saved`);
      const after = await read(visitor, location);
      expect(after.all('main [role=status]')).toHaveLength(1);
      expect(after.one(`#club-${id} td #saved[role=status][tabindex='-1']`).text.replace(/\s+/g, ' ').trim()).toBe(
        `${done} ${title}`.replace(/\s+/g, ' '),
      );
      expect((await read(visitor, back)).all(`#club-${id}`)).toHaveLength(1);
      // The rest of the club was not looked at.
      expect(await site.database.sql`select category, confirmed_on::text from club`).toEqual([
        { category: 'Sport; Snow', confirmedOn: '2001-02-03' },
      ]);
      expect(await steps()).toEqual([{ kind: 'edit', userName: 'Bob' }]);
    },
  );

  test.each(['', '/fr'])('keeps what somebody types who is signed out meanwhile: %s/desk/cell/', async (prefix) => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski' });
    const path = `${prefix}/desk/cell/?name=ski&club=${id}&field=category`;
    const filled = await fill(visitor, path);
    await site.database.sql`delete from user_session`;
    const answer = await visitor.post(path, { ...filled, category: 'Sport' });
    expect(answer.status).toBe(403);
    const page = readHtml(await answer.text());
    expect(page.one('textarea').text.trim()).toBe('Sport');
    expect(page.one('main a[target=_blank]').attributes.href).toBe(
      `${prefix}/login/?${new URLSearchParams({ next: path }).toString()}`,
    );
    const form = page.one('main form');
    expect(form.attributes.action?.replaceAll('&amp;', '&')).toBe(path);
    const sent = form.all('[name]').map(({ attributes: { name = '', value }, text }) => [name, value ?? text.trim()]);
    const again = await visit(site, BOARD);
    expect((await again.post(path, Object.fromEntries(sent) as Record<string, string>)).status).toBe(303);
    expect(await site.database.sql`select category from club`).toEqual([{ category: 'Sport' }]);
  });

  test('of the status is chosen, and one of the contact may be empty', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    const status = `/desk/cell/?club=${id}&field=is_active`;
    const page = await read(visitor, status);
    expect(page.all('option').map(({ text }) => text)).toEqual(['Active', 'Inactive']);
    expect(page.one('option[selected]').text).toBe('Active');
    expect((await visitor.post(status, { revision: revisionOn(page), is_active: 'false' })).status).toBe(303);
    const contact = `/desk/cell/?club=${id}&field=contact`;
    expect((await visitor.post(contact, { ...(await fill(visitor, contact)), contact: '' })).status).toBe(303);
    expect(await site.database.sql`select is_active, contact from club`).toEqual([{ isActive: false, contact: null }]);
    expect(await steps()).toHaveLength(2);
    // What is so already is no step.
    expect((await visitor.post(contact, { ...(await fill(visitor, contact)), contact: '' })).status).toBe(303);
    expect(await steps()).toHaveLength(2);
  });

  test('keeps what was typed where that does not fit, and says beside it why', async () => {
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
    expect(page.one(`#${fieldId ?? ''}-error`).text).toContain('telephone number');
    expect(await steps()).toEqual([]);
  });

  test('tells both texts when somebody else was faster in this field, and does not mind what they did to others', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski', category: 'Sport', contact: 'old@example.org' });
    const path = `/desk/cell/?club=${id}&field=category`;
    const filled = await fill(visitor, path);
    await site.database.sql`update club set contact = 'new@example.org', description = 'new'`;
    expect((await visitor.post(path, { ...filled, category: 'Mine' })).status).toBe(303);

    const late = await fill(visitor, path);
    await site.database.sql`update club set category = 'Theirs'`;
    const answer = await visitor.post(path, { ...late, category: 'Mine again' });
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.one('input[name=category]').attributes.value).toBe('Mine again');
    expect(page.one('.now').text).toBe('It says now:Theirs');
    expect(page.one('main').text).toContain('Somebody else has changed this meanwhile');
    expect(await site.database.sql`select category, contact from club`).toEqual([
      { category: 'Theirs', contact: 'new@example.org' },
    ]);
    // Who has seen both may save theirs.
    expect((await visitor.post(path, { revision: revisionOn(page), category: 'Mine again' })).status).toBe(303);
    expect(await site.database.sql`select category from club`).toEqual([{ category: 'Mine again' }]);
  });

  test('answers a script with the row as it is now, also where the filters do not find it any more', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski' });
    await site.database.insertClub({ name: 'Go' });
    const path = `/desk/cell/?missing=category&club=${id}&field=category`;
    const filled = await fill(visitor, path);
    const answer = await visitor.post(path, { ...filled, category: 'Sport' }, { 'HX-Request': 'true' });
    expect(answer.status).toBe(200);
    const page = readHtml(await answer.text());
    expect(page.all('tbody tr').map(({ attributes }) => attributes.id)).toEqual([`club-${id}`]);
    expect(page.one('tbody tr').text).toContain('Sport');
    expect(page.all('tbody td a')[0]?.attributes.href?.replaceAll('&amp;', '&')).toContain('missing=category&club=');
  });

  test('is not there for what is no cell, and shows what was typed for a club that is gone', async () => {
    const visitor = await visit(site, BOARD);
    const id = await site.database.insertClub({ name: 'Ski' });
    for (const query of [
      `club=${id}`,
      `club=${id}&field=name`,
      'club=x&field=category',
      `club=${id}&field=category&missing=money`,
    ]) {
      expect((await visitor.get(`/desk/cell/?${query}`)).status, query).toBe(404);
    }
    const path = `/desk/cell/?name=ski&club=${id}&field=category`;
    await site.database.sql`delete from club`;
    expect((await visitor.get(path)).status).toBe(404);
    const answer = await visitor.post(path, { revision: '1', category: 'Typed' });
    expect(answer.status).toBe(404);
    const page = readHtml(await answer.text());
    expect(page.one('textarea').text).toContain('Typed');
    expect(page.one('main').text).toContain('was deleted while you were writing');
  });
});
