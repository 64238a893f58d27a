import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { clubsCsv } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, insertPassword, insertResetToken, visit, visitWith, type Visitor } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

/** A text that no column accepts and no browser sends. */
const NUL = 'a\0b';

/** A form of a page with its address and its fields. */
interface SentForm {
  path: string;
  fields: [name: string, value: string][];
}

/** The forms of a page, each with its first button. */
function formsOf(html: string, path: string): SentForm[] {
  const page = readHtml(html);
  return page.all('main form[method=post]').map((form) => {
    const outside = form.attributes.id === undefined ? [] : page.all(`[form="${form.attributes.id}"][name]`);
    const named = [...form.all('[name]'), ...outside];
    const isButton = ({ attributes }: (typeof named)[number]) => attributes.type === 'submit';
    const button = named.find(isButton);
    const sent = [...named.filter((one) => !isButton(one)), ...(button ? [button] : [])];
    return {
      path: form.attributes.action ?? path,
      fields: sent.map(({ attributes, html: text }): [string, string] => [
        attributes.name ?? '',
        attributes.value ?? (text.startsWith('<') ? '' : text),
      ]),
    };
  });
}

describeSite('A form of any page', (site) => {
  /** Fills the database and returns the pages with forms. Those that delete most come last. */
  async function makePages(board: Visitor): Promise<string[]> {
    const [chess = 0, ski = 0, gone = 0] = await site.database.insertClubs('Chess', 'Ski', 'Gone');
    const { sql } = site.database;
    await sql`delete from club where id = ${gone}`;
    await sql`update club set category = 'Snow' where id = ${ski}`;
    const someone = await insertPerson(site.database, { email: 'someone@example.org', officerOf: [chess] });
    await insertPassword(site.database, someone);
    const reset = await insertResetToken(site.database, 'someone@example.org');
    await sql`insert into zero_result_search (day, term, count) values (${today()}, 'curling', 1)`;
    const invited = await board.post('/users/', { action: 'invite', email: 'new@example.org', role: 'board' });
    const invitation = new URL(readHtml(await invited.text()).one('.notice .link').text).pathname;
    const nobody = visitWith(site, null);
    await nobody.post(`/club/${chess}/suggest/`, { topic: 'inactive' });
    await nobody.post('/club/propose/', { name: 'Fencing', short_description: 'En garde.' });
    const asked = new FormData();
    asked.append('file', new File([new Uint8Array(clubsCsv({ name: 'Rowing' }))], 'clubs.csv', { type: 'text/csv' }));
    const sent = await board.send('/desk/import/', asked);
    const [step] = await sql<{ id: number }[]>`select max(id) as id from club_step`;
    await board.post('/desk/round/', { action: 'start', ends_on: dayIn(10) });
    const links = readHtml(await (await board.get('/desk/round/')).text()).all('a.link');
    const byLink = new URL(links[0]?.text ?? '').pathname;
    return [
      '/club/new/',
      `/club/${chess}/edit/`,
      `/club/${chess}/suggest/`,
      '/club/propose/',
      `/desk/cell/?club=${ski}&field=category`,
      `/desk/change/?action=set_category&to_category=Games&which=chosen&club=${ski}`,
      '/desk/missed/',
      '/inbox/',
      `/club/${chess}/officers/`,
      '/login/',
      invitation,
      reset === '' ? '' : `/password-reset/${reset}/`,
      byLink,
      `${byLink}edit/`,
      (sent.headers.get('Location') ?? '').replace('categories/', ''),
      '/desk/import/',
      `/desk/history/${step?.id ?? 0}/undo/`,
      '/club/deleted/',
      `/club/${ski}/history/`,
      `/club/${ski}/delete/`,
      `/club/${ski}/`,
      '/desk/round/',
      '/users/',
      `/users/${someone}/`,
      '/account/',
      '/desk/categories/',
    ];
  }

  test('answers a NUL character in any field with a 4xx status', async () => {
    const board = await visit(site, { roles: ['board', 'administrator'] });
    const nobody = visitWith(site, null);
    const failed: string[] = [];
    /** Pages without a form would test nothing. */
    const without: string[] = [];
    for (const page of await makePages(board)) {
      const visitor = page === '/login/' ? nobody : board;
      const forms = formsOf(await (await visitor.get(page)).text(), page);
      if (forms.length === 0) without.push(page);
      for (const { path, fields } of forms) {
        for (const index of fields.keys()) {
          const form = new URLSearchParams(fields.map(([name, value], place) => [name, place === index ? NUL : value]));
          const answer = await visitor.raw(path, 'application/x-www-form-urlencoded', form.toString());
          await answer.text();
          if (answer.status >= 500) failed.push(`${answer.status} ${path} ${String(fields[index]?.[0])}`);
        }
      }
    }
    expect(failed).toEqual([]);
    expect(without).toEqual([]);
  });
});
