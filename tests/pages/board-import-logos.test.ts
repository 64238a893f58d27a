import { expect, test } from 'vitest';
import { clubsCsv } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import { startOtherSite } from '../support/other-site.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('The page of a written import', (site) => {
  test('offers to download logos from other sites, and lists those that failed', async () => {
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
    // Not before the import is written.
    await visitor.post(path, { logos: 'download', shown: '' });
    await visitor.post(path, { shown, listed: 'line-2,line-3', 'in-line-2': 'line-2', 'in-line-3': 'line-3' });
    const written = await open(path);
    expect(written.one('button[name=logos]').text.trim()).toBe('Download 2 logos from their sites');
    expect(written.all('.missed-logos')).toEqual([]);

    const started = await visitor.post(path, { logos: 'download' });
    expect([started.status, started.headers.get('Location')]).toEqual([303, path]);
    const isRefreshed = async () => (await open(path)).all('meta[http-equiv=refresh]').length > 0;
    await expect.poll(isRefreshed).toBe(false);
    const failed = (await open(`/fr${path}`)).all('.missed-logos li').map(({ text }) => text.trim());
    expect(failed).toEqual(
      ['a', 'b'].map((name) => `Club ${name}: ${other.url}/${name}.png n’est pas une adresse publique du web`),
    );
    expect((await open(path)).all('button[name=logos]')).toHaveLength(1);
    expect(other.asked).toEqual([]);
    expect((await (await visit(site, { roles: [] })).post(path, { logos: 'download' })).status).toBe(403);
  });
});
