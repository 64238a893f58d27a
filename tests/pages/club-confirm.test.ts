import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

/** Far from UTC, and from wherever the tests run. */
const TZ = 'Pacific/Kiritimati';
const today = () => new Intl.DateTimeFormat('sv', { timeZone: TZ }).format(new Date());

describeOwnSite(
  'Who keeps a club',
  (site) => {
    test.each([
      ['', 'Confirm: everything here is still right', 'Confirmed today: everything here is right'],
      ['/fr', 'Confirmer que tout est encore exact', 'Confirmé aujourd’hui : tout est exact'],
    ])('says on its page that all of it is right, and reads that it is done: %s/club/', async (prefix, ask, done) => {
      const id = await site.database.insertClub({ name: 'Go', confirmedOn: '2001-02-03' });
      const officer = await visit(site, { name: 'Bob', officerOf: [id] });
      const view = `${prefix}/club/${id}/`;
      const read = async () => readHtml(await (await officer.get(view)).text());
      // Kept for visitors, who are told the new day all the same.
      await site.get(view);

      const before = await read();
      const form = before.one('.club-tools form');
      expect([form.text, form.attributes.method, form.attributes.action]).toEqual([ask, 'post', `${view}confirm/`]);
      const revision = form.one('input[name=revision]').attributes.value ?? '';
      // Twice, as by a second press.
      const [answer] = [
        await officer.post(form.attributes.action ?? '', { revision }),
        await officer.post(form.attributes.action ?? '', { revision }),
      ];
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${view}?done=clubConfirmed`]);
      // It says so to whoever has done it, and to nobody else who comes by that address.
      const told = async (by: { get(path: string): Promise<Response> }) =>
        readHtml(await (await by.get(`${view}?done=clubConfirmed`)).text()).all('main [role=status]').length;
      expect([await told(officer), await told(site)]).toEqual([1, 0]);

      const after = await read();
      expect(after.one('.club-tools .confirmed').text).toBe(done);
      expect(after.all('.club-tools form')).toEqual([]);
      await expect
        .poll(async () => readHtml(await (await site.get(view)).text()).one('.confirmed time').attributes.datetime)
        .toBe(today());
      const visitors = readHtml(await (await site.get(view)).text());
      expect(visitors.all('.club-tools')).toEqual([]);

      const history = readHtml(await (await officer.get(`${prefix}/club/${id}/history/`)).text());
      const [step] = history.all('.steps > li');
      expect(step?.one('.step-time').text).toContain('Bob');
      expect(step?.all('[data-field]').map(({ attributes }) => attributes['data-field'])).toEqual(['confirmed_on']);
      expect(step?.text).toMatch(prefix === '' ? /February 3, 2001/ : /3 février 2001/);
    });

    test.each([
      ['', false, 'you have confirmed nothing yet'],
      ['/fr', false, 'vous n’avez encore rien confirmé'],
      ['', true, 'it is confirmed by that'],
      ['/fr', true, 'l’a confirmé ainsi'],
    ])(
      'confirms nothing that they have not seen, and sees it then: %s/club/, confirmed: %s',
      async (prefix, isConfirmed, said) => {
        const id = await site.database.insertClub({
          name: 'Go',
          contact: 'right@example.org',
          confirmedOn: '2001-02-03',
        });
        const officer = await visit(site, { officerOf: [id] });
        const view = `${prefix}/club/${id}/`;
        const revisionOn = (page: ReturnType<typeof readHtml>) =>
          page.all('.club-tools input[name=revision]').map(({ attributes }) => attributes.value ?? '');
        const [revision = ''] = revisionOn(readHtml(await (await officer.get(view)).text()));
        await site.database.sql`
        update club set contact = 'wrong@example.org', confirmed_on = ${isConfirmed ? today() : '2001-02-03'}`;
        for (const sent of [{ revision }, { revision: '' }]) {
          const answer = await officer.post(`${view}confirm/`, sent);
          expect(answer.status).toBe(409);
          const page = readHtml(await answer.text());
          expect(page.one('[role=alert]').text).toContain(said);
          expect(page.one('main').text).toContain('wrong@example.org');
          expect(revisionOn(page)).toHaveLength(isConfirmed ? 0 : 1);
          const [{ day }] = await site.database.sql<[{ day: string }]>`select confirmed_on::text as day from club`;
          expect(day).toBe(isConfirmed ? today() : '2001-02-03');
          if (sent.revision === '' && !isConfirmed) {
            const [now = ''] = revisionOn(page);
            expect((await officer.post(`${view}confirm/`, { revision: now })).status).toBe(303);
          }
        }
      },
    );

    test('is told when the club is gone', async () => {
      const visitor = await visit(site, { roles: ['board'] });
      expect((await visitor.post('/club/77/confirm/')).status).toBe(404);
    });
  },
  { TZ },
);
