import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { dayIn } from '../../src/clubs/round.ts';
import { clubsCsv } from '../support/clubs-csv.ts';
import { insertPerson, visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';
import { findHtmlFaults } from '../support/valid-html.ts';

const LONG_WORD = 'Donaudampfschifffahrt'.repeat(4);

describeSite('Every page', (site) => {
  test('is one document, with everything inside of it', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    for (const path of [
      '/',
      '/page/ae/',
      '/nothing/',
      '/club/',
      '/club/?page_size=24',
      '/club/?club_status=x',
      '/club/1/',
      '/fr/',
      '/fr/club/?name=k',
      '/fr/nothing/',
    ]) {
      const html = await (await site.get(path)).text();
      expect(html, path).toMatch(/^<!doctype html>/i);
      expect(html.trimEnd(), path).toMatch(/<\/body>\s*<\/html>$/);
      const faults: string[] = [];
      parse(html, {
        onParseError: ({ code, startLine, startCol }) => faults.push(`${code} (${startLine}:${startCol})`),
      });
      expect(faults, path).toEqual([]);
    }
  });

  test('is valid HTML', async () => {
    const parent = await site.database.insertClub({ name: 'Sports & <b>' });
    await site.database.insertClubs('Chess', 'Ski');
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
    const paths = [
      '/',
      '/page/ae/',
      ...['/page/imprint/', '/page/privacy/', '/fr/page/imprint/', '/fr/page/privacy/'],
      '/nothing/',
      '/club/',
      '/club/?page=2',
      '/club/?page_size=24&name=%3C',
      '/club/?club_status=x',
      '/club/?page=99',
      '/club/1/',
      '/club/?club_status=&page_size=24',
      '/club/?name=nothing',
      '/club/4/',
      '/club/5/',
      ...['/club/shortlist/', '/club/shortlist/?ids=1,4,99', '/fr/club/shortlist/?ids=5,1'],
      ...['/club/compare/', '/club/compare/?ids=1,4,5', '/fr/club/compare/?ids=5'],
      ...['/club/1/suggest/', '/club/1/suggest/?sent', '/club/propose/', '/fr/club/propose/?name=%3C'],
      ...['/fr/', '/fr/page/ae/', '/fr/nothing/', '/fr/club/?page=2', '/fr/club/?club_status=x', '/fr/club/4/'],
    ];
    const manager = await visit(site, { roles: ['administrator'], officerOf: [1, 2] });
    await insertPerson(site.database, { name: LONG_WORD });
    const ofAccounts = [
      '/login/',
      '/users/',
      '/fr/users/',
      '/users/?page=99',
      '/users/1/',
      '/users/2/',
      '/invitation/x/',
      '/club/new/',
      '/club/1/edit/',
      '/club/1/delete/',
      '/desk/',
      '/fr/desk/?name=chess&missing=logo&sort=-confirmed',
      '/desk/?page=99',
      '/desk/?chosen=page',
      ...['/inbox/', '/fr/inbox/?state=closed'],
      '/desk/cell/?name=chess&club=1&field=is_active',
      '/desk/cell/?club=1&field=name',
      '/desk/change/?action=set_category&which=filtered',
      '/desk/change/?action=confirm',
    ];
    for (const path of [...paths, ...ofAccounts]) {
      const answer = await (ofAccounts.includes(path) ? manager.get(path) : site.get(path));
      expect(await findHtmlFaults(await answer.text(), path), path).toEqual([]);
    }
  });

  test('is valid HTML in the yearly round', async () => {
    await site.database.insertClub({ name: `Ski <b> ${LONG_WORD}`, contact: 'https://ski.example/' });
    await site.database.insertClub({ name: 'Go', contact: 'go@example.org' });
    const board = await visit(site, { roles: ['board'], officerOf: [1] });
    const look = async (path: string) => {
      const html = await (await board.get(path)).text();
      expect(await findHtmlFaults(html, path), path).toEqual([]);
      return html;
    };
    await look('/desk/round/');
    const refused = await board.post('/desk/round/', { action: 'start', ends_on: 'soon' });
    expect(await findHtmlFaults(await refused.text(), 'a day that is none')).toEqual([]);
    await look('/desk/change/?action=ask&which=filtered');
    await board.post('/desk/round/', { action: 'start', ends_on: dayIn(9) });
    const [, link = ''] = /clubs\.example\.org(\/confirm\/[\w-]+\/)/.exec(await look('/desk/round/')) ?? [];
    for (const path of [link, `${link}mend/`, `/fr${link}`, '/fr/desk/round/?state=silent', '/desk/round/end/']) {
      await look(path);
    }
    await look('/account/');
    await look('/club/1/');
    const outdated = await board.post(link, { revision: '0' });
    expect(await findHtmlFaults(await outdated.text(), 'an answer to what was changed')).toEqual([]);
    const unsaid = await board.post('/desk/round/end/');
    expect(await findHtmlFaults(await unsaid.text(), 'an end that says nothing')).toEqual([]);
    await board.post('/desk/round/end/', { fate: 'leave', round: '1' });
    for (const path of ['/desk/round/', '/desk/round/end/', link, `${link}mend/`]) await look(path);
  });

  test('is valid HTML in an import', async () => {
    await site.database.insertClub({ name: `Échecs <b> ${LONG_WORD}` });
    const board = await visit(site, { roles: ['board'] });
    const look = async (path: string) =>
      expect(await findHtmlFaults(await (await board.get(path)).text(), path), path).toEqual([]);
    for (const csv of [
      clubsCsv({ name: 'Chess', category: LONG_WORD }, { name: 'Echecs & <b>' }),
      clubsCsv({ name: 'Go', is_active: 'maybe' }),
    ]) {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(csv)], '<b>.csv'));
      const path = (await board.send('/desk/import/', form)).headers.get('Location') ?? '';
      for (const one of [path, `/fr${path}`, `${path}?page=9`]) await look(one);
    }
    for (const path of ['/desk/import/', '/fr/desk/import/', '/desk/import/999/']) await look(path);
  });

  test('is valid HTML for those who keep the clubs', async () => {
    const [id, gone] = await site.database.insertClubs('Ski', 'Chess');
    await site.database.sql`update club set description = 'Every <b> Sunday', is_active = false where id = ${id ?? 0}`;
    await site.database.sql`update club set description = 'Every <b> Monday' where id = ${id ?? 0}`;
    await site.database.sql`delete from club where id = ${gone ?? 0}`;
    const board = await visit(site, { roles: ['board'] });
    const officers = `/club/${id}/officers/`;
    await visit(site, { email: 'ada@example.org' });
    await board.post(officers, { email: 'ada@example.org' });
    const desk = ['/desk/history/', '/desk/history/1/', '/desk/history/1/undo/', '/fr/desk/history/2/undo/'];
    const answers = [
      ...[
        ...desk,
        `/club/${id}/`,
        `/club/${id}/history/`,
        `/club/${gone}/history/`,
        officers,
        '/club/deleted/',
        '/club/',
      ].map(async (path) => [path, await board.get(path)] as const),
      board
        .post(`/desk/cell/?club=${id}&field=contact`, { contact: 'none' })
        .then((answer) => ['a contact that is none', answer] as const),
      ...['/desk/history/1/undo/', `/club/${id}/history/`, officers, '/club/deleted/'].map(
        async (path) => [`a form to ${path}`, await board.post(path)] as const,
      ),
    ];
    for (const [what, answer] of await Promise.all(answers)) {
      expect(await findHtmlFaults(await answer.text(), what), what).toEqual([]);
    }
  });
});
