import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('An import', (site) => {
  test('refuses a file of more than 20,000 rows', async () => {
    const board = await visit(site, { roles: ['board'] });
    const header = 'name,short_description,is_active,parent_name,logo_url,website,category\n';
    const form = new FormData();
    form.append('file', new File([header, 'x,,true,,,,\n'.repeat(20_001)], 'clubs.csv'));
    const page = readHtml(await (await board.send('/desk/import/', form)).text());
    expect(page.one('.plain-form').text).toContain('more than 20,000 rows');
  });
});
