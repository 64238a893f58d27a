import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('An officer', (site) => {
  test('confirms the club by a button on its page', async () => {
    const id = await site.database.insertClub({ name: 'Go', confirmedOn: '2001-02-03' });
    const officer = await visit(site, { name: 'Bob', officerOf: [id] });
    const view = `/club/${id}/`;
    const read = async () => readHtml(await (await officer.get(view)).text());
    const form = (await read()).one('form[action$=confirm/]');
    expect(form.attributes).toMatchObject({ method: 'post', action: `${view}confirm/` });
    const revision = form.one('input[name=revision]').attributes.value ?? '';
    // The button may be pressed twice.
    for (let press = 0; press < 2; press += 1) {
      const answer = await officer.post(`${view}confirm/`, { revision });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${view}?done=clubConfirmed`]);
    }
    // Only the user who confirmed it sees the message.
    const noticesFor = async (by: { get(path: string): Promise<Response> }) =>
      readHtml(await (await by.get(`${view}?done=clubConfirmed`)).text()).all('main [role=status]').length;
    expect([await noticesFor(officer), await noticesFor(site)]).toEqual([1, 0]);

    const after = await read();
    expect(after.all('.club-tools .confirmed')).toHaveLength(1);
    expect(after.all('form[action$=confirm/]')).toEqual([]);
    const visitors = readHtml(await (await site.get(view)).text());
    expect(visitors.one('.confirmed time').attributes.datetime).toBe(today());
    expect(visitors.all('.club-tools')).toEqual([]);

    const history = readHtml(await (await officer.get(`/club/${id}/history/`)).text());
    const [step] = history.all('.steps > li');
    expect(step?.one('.step-time').text).toContain('Bob');
    expect(step?.all('[data-field]').map(({ attributes }) => attributes['data-field'])).toEqual(['confirmed_on']);
  });

  test.each([false, true])(
    'does not confirm a version that was not shown; confirmed by another user: %s',
    async (isConfirmed) => {
      const id = await site.database.insertClub({ contact: 'right@example.org', confirmedOn: '2001-02-03' });
      const officer = await visit(site, { officerOf: [id] });
      const view = `/club/${id}/`;
      const revisionsOn = (page: ReturnType<typeof readHtml>) =>
        page.all('.club-tools input[name=revision]').map(({ attributes }) => attributes.value ?? '');
      const [revision = ''] = revisionsOn(readHtml(await (await officer.get(view)).text()));
      const day = isConfirmed ? today() : '2001-02-03';
      await site.database.sql`update club set contact = 'wrong@example.org', confirmed_on = ${day}`;
      for (const sent of [revision, '']) {
        const answer = await officer.post(`${view}confirm/`, { revision: sent });
        expect(answer.status).toBe(409);
        const page = readHtml(await answer.text());
        expect(page.all('[role=alert]')).toHaveLength(1);
        expect(page.one('main').text).toContain('wrong@example.org');
        expect(revisionsOn(page)).toHaveLength(isConfirmed ? 0 : 1);
        expect(await site.database.sql`select confirmed_on::text as day from club`).toEqual([{ day }]);
      }
    },
  );
});
