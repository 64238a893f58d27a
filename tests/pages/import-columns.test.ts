import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { FIELD_NAMES } from '../../src/clubs/record/fields.ts';
import { readHtml } from '../support/html.ts';
import { visit, type Visitor } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('The columns of an import', (site) => {
  /** Uploads a list, and returns the address of its import. */
  const upload = async (visitor: Visitor, text: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new File([text], 'list.csv'));
    const answer = await visitor.send('/desk/import/', form);
    return answer.headers.get('Location') ?? '';
  };

  test('are asked for once for the same header, also by others', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    const path = await upload(visitor, 'Club,E-mail,Notes\nGo,go@example.org,x\n');
    expect((await visitor.get(path)).headers.get('Location')).toBe(`${path}columns/`);
    const chosen = { 'column-0': 'name', 'column-1': 'contact' };
    expect((await visitor.post(`${path}columns/`, chosen)).headers.get('Location')).toBe(path);
    expect((await visitor.get(path)).status).toBe(200);

    const other = await visit(site, { email: 'other@example.org', roles: ['board'] });
    const next = await upload(other, 'club,e_mail,NOTES\nSki,not an address,\n');
    const plan = readHtml(await (await other.get(next)).text());
    expect(plan.all('.issues td code').map(({ text }) => text)).toEqual(['e_mail']);
    const report: string[][] = parse(await (await other.get(`${next}report.csv`)).text());
    expect(report[1]?.slice(0, 3)).toEqual(['2', 'e_mail', 'not an address']);
  });

  test.each([
    [{ 'column-0': '', 'column-1': 'website' }, 'which column has the names'],
    [{ 'column-0': 'name', 'column-1': 'name' }, '“Name” is chosen more than once'],
    [{ 'column-0': 'password' }, 'which column has the names'],
  ])('are refused, and stay as they were chosen: %o', async (chosen, words) => {
    const visitor = await visit(site, { roles: ['board'] });
    const path = await upload(visitor, 'Club,Web\nGo,https://go.example\n');
    const answer = await visitor.post(`${path}columns/`, chosen);
    const page = readHtml(await answer.text());
    expect([answer.status, page.one('[role=alert]').text]).toEqual([422, expect.stringContaining(words)]);
    expect((await visitor.get(path)).headers.get('Location')).toBe(`${path}columns/`);
  });

  test('are all in the empty template, which asks nothing', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    const template = await (await visitor.get('/desk/clubs.csv?template=')).arrayBuffer();
    expect(Buffer.from(template).toString()).toBe(`\ufeff${FIELD_NAMES.join()}\r\n`);
    const path = await upload(visitor, `${Buffer.from(template).toString()}Go,,yes,,,,,,,,,,\r\n`);
    expect((await visitor.get(path)).status).toBe(200);
  });
});
