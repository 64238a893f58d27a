import { expect, test } from 'vitest';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { clubsCsv } from '../support/clubs-csv.ts';
import { insertPerson, visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';
import { findHtmlIssues } from '../support/valid-html.ts';

const LONG_WORD = 'Donaudampfschifffahrt'.repeat(4);

describeSite('Every page', (site) => {
  /** Checks the HTML of a response, and returns it. */
  const check = async (answer: Response, what: string): Promise<string> => {
    const html = await answer.text();
    expect(answer.status, what).toBeLessThan(500);
    expect(html, what).toMatch(/^<!doctype html>/i);
    expect(await findHtmlIssues(html, what), what).toEqual([]);
    return html;
  };

  test('is valid HTML for visitors', async () => {
    const parent = await site.database.insertClub({ name: 'Sports & <b>' });
    await site.database.insertClub({
      ...{ name: 'Zen', parentId: parent, logo: '/logos/zen.svg', description: 'Quiet.', contact: "o'z+e@zen.example" },
      links: [
        { label: 'Discord "<', url: 'https://discord.gg/"<' },
        { label: 'Wiki', url: 'https://wiki.example/' },
      ],
      confirmedOn: '2026-11-22',
    });
    await site.database.insertClub({
      name: `العربية ${LONG_WORD}`,
      category: `Games; ${LONG_WORD}`,
      isActive: false,
      description: `## One\n\n    ${LONG_WORD}`,
    });
    for (const path of [
      ...['/', '/page/ae/', '/page/privacy/', '/nothing/', '/login/', '/fr/', '/fr/nothing/', '/invitation/x/'],
      ...['/club/?page_size=24&name=%3C', '/club/?club_status=x', '/club/?page=99', '/club/?name=nothing'],
      ...['/club/?club_status=&page_size=24', '/fr/club/?page=2', '/club/1/', '/club/2/', '/fr/club/3/'],
      ...['/club/shortlist/', '/fr/club/shortlist/?ids=1,3,99', '/club/compare/?ids=1,2,3'],
      ...['/club/1/suggest/', '/club/1/suggest/?sent', '/fr/club/propose/?name=%3C'],
    ]) {
      await check(await site.get(path), path);
    }
  });

  test('is valid HTML for the board', async () => {
    const [id, gone] = await site.database.insertClubs('Ski', 'Chess');
    await site.database.sql`update club set description = 'Every <b> Sunday', is_active = false where id = ${id ?? 0}`;
    await site.database.sql`update club set description = 'Every <b> Monday' where id = ${id ?? 0}`;
    await site.database.sql`delete from club where id = ${gone ?? 0}`;
    await insertPerson(site.database, { name: LONG_WORD, email: 'ada@example.org' });
    const board = await visit(site, { roles: ['administrator'], officerOf: [id ?? 0] });
    const officers = `/club/${id}/officers/`;
    await board.post(officers, { email: 'ada@example.org' });
    for (const path of [
      ...['/users/', '/users/?page=99', '/users/1/', '/account/', '/club/deleted/', '/club/', '/club/new/'],
      ...['', 'edit/', 'delete/', 'history/'].map((page) => `/club/${id}/${page}`),
      ...[`/club/${gone}/history/`, officers],
      ...['/desk/', '/fr/desk/?name=ski&missing=logo&sort=-confirmed', '/desk/?page=99', '/desk/?chosen=page'],
      ...[`/desk/cell/?club=${id}&field=is_active`, '/desk/change/?action=set_category&which=filtered'],
      ...['/desk/history/', '/desk/history/1/', '/fr/desk/history/1/undo/', '/inbox/', '/desk/missed/', '/desk/start/'],
    ]) {
      await check(await board.get(path), path);
    }
    for (const path of ['/desk/history/1/undo/', `/club/${id}/history/`, officers, '/club/deleted/']) {
      await check(await board.post(path), `an empty form to ${path}`);
    }
    const wrong = await board.post(`/desk/cell/?club=${id}&field=contact`, { contact: 'none' });
    await check(wrong, 'an invalid contact');
  });

  test('is valid HTML in the yearly confirmation', async () => {
    await site.database.insertClub({ name: `Ski <b> ${LONG_WORD}`, contact: 'https://ski.example/' });
    await site.database.insertClub({ name: 'Go', contact: 'go@example.org' });
    const board = await visit(site, { roles: ['board'], officerOf: [1] });
    const look = async (path: string) => await check(await board.get(path), path);
    await check(await board.post('/desk/round/', { action: 'start', ends_on: 'soon' }), 'an invalid day');
    await look('/desk/change/?action=ask&which=filtered');
    await board.post('/desk/round/', { action: 'start', ends_on: dayIn(9) });
    const [, link = ''] = /clubs\.example\.org(\/confirm\/[\w-]+\/)/.exec(await look('/desk/round/')) ?? [];
    for (const path of [link, `/fr${link}mend/`, '/fr/desk/round/?state=silent', '/desk/round/end/', '/club/1/']) {
      await look(path);
    }
    await check(await board.post(link, { revision: '0' }), 'an outdated confirmation');
    await check(await board.post('/desk/round/end/'), 'an empty form to end the round');
    await board.post('/desk/round/end/', { fate: 'leave', round: '1' });
    for (const path of ['/desk/round/', link]) await look(path);
  });

  test('is valid HTML in an import', async () => {
    await site.database.insertClub({ name: `Échecs <b> ${LONG_WORD}` });
    const board = await visit(site, { roles: ['board'] });
    const look = async (path: string) => await check(await board.get(path), path);
    for (const csv of [
      clubsCsv({ name: 'Chess', category: LONG_WORD }, { name: 'Echecs & <b>' }),
      clubsCsv({ name: 'Go', is_active: 'maybe' }),
    ]) {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(csv)], '<b>.csv'));
      const path = (await board.send('/desk/import/', form)).headers.get('Location') ?? '';
      await look(path);
    }
    for (const path of ['/desk/import/', '/fr/desk/import/999/']) await look(path);
  });
});
