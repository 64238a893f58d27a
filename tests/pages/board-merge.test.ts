import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('The page that merges two clubs', (site) => {
  const insertTwo = async () => {
    const [ski = 0, snow = 0] = await site.database.insertClubs('Ski', 'Snow');
    await site.database.sql`update club set description = 'Slopes', contact = 'a@example.org' where id = ${ski}`;
    await site.database
      .sql`update club set website = 'https://snow.example/', contact = 'b@example.org' where id = ${snow}`;
    return { ski, snow, path: `/desk/merge/?club=${ski}&club=${snow}` };
  };
  const fieldsOf = (html: string) => {
    const inputs = readHtml(html)
      .all('main form input')
      .map(({ attributes }) => attributes);
    const checked = inputs.filter(({ type, checked }) => type === 'radio' && checked !== undefined);
    return {
      ...Object.fromEntries(checked.map(({ name = '', value = '' }) => [name, value])),
      revision: inputs.filter(({ name }) => name === 'revision').map(({ value = '' }) => value),
    };
  };

  test('merges as chosen, and the old addresses lead to the club that stays until an undo', async () => {
    const { ski, snow, path } = await insertTwo();
    const board = await visit(site, { roles: ['board'] });
    const html = await (await board.get(path)).text();
    const fields = fieldsOf(html);
    expect(fields).toMatchObject({ name: `${ski}`, contact: `${ski}`, description: `${ski}`, website: `${snow}` });
    const merged = await board.post(path, { ...fields, contact: `${snow}` });
    const location = merged.headers.get('location') ?? '';
    expect([merged.status, location]).toEqual([303, expect.stringContaining(`/club/${ski}/?done=clubsMerged`)]);
    const club = await (await board.get(`/club/${ski}/edit/`)).text();
    for (const text of ['Slopes', 'https://snow.example/', 'b@example.org', 'Snow']) expect(club).toContain(text);

    for (const address of ['/club/#/', '/fr/club/#/', '/api/club/#', '/club/#/suggest/?x=1', '/fr/club/#/poster/']) {
      const moved = await site.get(address.replace('#', `${snow}`));
      expect([moved.status, moved.headers.get('location')]).toEqual([301, address.replace('#', `${ski}`)]);
      expect(moved.headers.get('cache-control')).toContain('no-cache');
    }
    for (const list of ['/club/shortlist/', '/club/compare/']) {
      const page = await (await site.get(`${list}?ids=${snow}`)).text();
      expect(page).toContain(`href="/club/${ski}/"`);
    }
    const step = /step=(\d+)/.exec(location)?.[1] ?? '';
    const undo = `/desk/history/${step}/undo/`;
    const shown = readHtml(await (await board.get(undo)).text()).one('[name=shown]').attributes.value ?? '';
    expect((await board.post(undo, { shown })).status).toBe(303);
    expect((await site.get(`/club/${snow}/`)).status).toBe(200);
  });

  test('refuses a form that is older than a change, and shows the current values', async () => {
    const { ski, path } = await insertTwo();
    const board = await visit(site, { roles: ['board'] });
    const fields = fieldsOf(await (await board.get(path)).text());
    await site.database.sql`update club set contact = 'new@example.org' where id = ${ski}`;
    const refused = await board.post(path, fields);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('new@example.org');
  });

  test('is found from the table for exactly two clubs, and from a club with the similar ones', async () => {
    const { ski, snow, path } = await insertTwo();
    const board = await visit(site, { roles: ['board'] });
    const answer = async (address: string) => {
      const { status, headers } = await board.get(address);
      return [status, headers.get('location')];
    };
    const change = `/desk/change/?action=merge&club=${ski}`;
    expect(await answer(change)).toEqual([422, null]);
    expect(await answer(`${change}&which=filtered`)).toEqual([422, null]);
    expect(await answer(`${change}&club=${snow}`)).toEqual([303, path]);
    const first = `/desk/merge/?club=${ski}`;
    expect(readHtml(await (await board.get(`/club/${ski}/`)).text()).all(`a[href="${first}"]`)).toHaveLength(1);
    await site.database.sql`update club set website = 'https://snow.example/'`;
    const similar = readHtml(await (await board.get(first)).text()).one('main .hint');
    expect(similar.text.replace(/\s+/g, ' ')).toContain('Snow (same website)');
    expect(similar.one('a').attributes.href).toBe(path);
    expect(await answer(`${first}&club=999`)).toEqual([404, null]);
  });
});
