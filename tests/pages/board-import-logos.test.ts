import { expect, test } from 'vitest';
import { clubsCsv } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import { startOtherSite } from '../support/other-site.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('The page of logos on other sites', (site) => {
  test('downloads them after an import, and lists those that failed', async () => {
    const other = await startOtherSite((_, response) => response.end('secret'));
    const visitor = await visit(site, { roles: ['board'] });
    const open = async (path: string) => readHtml(await (await visitor.get(path)).text());
    const form = new FormData();
    const rows = ['a', 'b'].map((name) => ({ name: `Club ${name}`, logo_url: `${other.url}/${name}.png` }));
    form.append('file', new File([new Uint8Array(clubsCsv(...rows))], 'clubs.csv'));
    const asked = (await visitor.send('/desk/import/', form)).headers.get('Location') ?? '';
    const path = asked.replace('categories/', '');
    const plan = await open(path);
    const shown = plan.one('input[name=shown]').attributes.value ?? '';
    await visitor.post(path, { shown, listed: 'line-2,line-3', 'in-line-2': 'line-2', 'in-line-3': 'line-3' });
    expect((await open(path)).one('main a[href="/desk/logos/"]').text).toBe('Download 2 logos');
    expect((await open('/desk/')).one('.tasks [href="/desk/logos/"]').text).toContain('2 logos still on other sites');

    const started = await visitor.post('/desk/logos/', {});
    expect([started.status, started.headers.get('Location')]).toEqual([303, '/desk/logos/']);
    const isRefreshed = async () => (await open('/desk/logos/')).all('meta[http-equiv=refresh]').length > 0;
    await expect.poll(isRefreshed).toBe(false);
    const failed = (await open('/fr/desk/logos/')).all('.missed-logos li').map(({ text }) => text.trim());
    expect(failed).toEqual(
      ['a', 'b'].map((name) => `Club ${name}: ${other.url}/${name}.png n’est pas une adresse publique du web`),
    );
    expect((await open('/desk/logos/')).one('main form button').text.trim()).toBe('Download 2 logos');
    expect(other.asked).toEqual([]);
  });
});
