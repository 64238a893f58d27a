import { expect, test, vi } from 'vitest';
import { importClubs } from '../../../src/clubs/csv/import.ts';
import { loadLogoDownload, startLogoDownload } from '../../../src/clubs/imports/logo-download.ts';
import { clubsCsv } from '../../support/clubs-csv.ts';
import { describeDatabase } from '../../support/database.ts';
import { startOtherSite } from '../../support/other-site.ts';
import { insertActor } from '../../support/people.ts';
import { plain } from '../../support/pictures.ts';

describeDatabase('The download of logos', (database) => {
  const from = 'https://clubs.example.org';
  const load = async (id: number) => {
    const [step] = await database.sql<
      [{ id: number }]
    >`select min(id)::float8 as id from club_step where kind = 'import'`;
    return await loadLogoDownload(database.client, { id, stepId: step.id });
  };
  const importLogos = (...urls: string[]) =>
    importClubs(database.client, clubsCsv(...urls.map((logo_url, index) => ({ name: `Club ${index}`, logo_url }))));

  test('runs once at a time in the background, as one step, and continues after an interruption', async () => {
    const picture = await plain(20, 10, 'red').png().toBuffer();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const site = await startOtherSite((request, response) => {
      if (request.url === '/none') response.writeHead(404).end();
      else void finished.then(() => response.end(picture));
    });
    await importLogos(`${site.url}/a`, `${site.url}/none`, `${site.url}/b`);
    expect(await load(1)).toEqual({ waiting: 3, download: null });
    expect(await loadLogoDownload(database.client, { id: 1, stepId: null })).toMatchObject({ waiting: 0 });
    const actor = await insertActor(database, 'Ada');
    const start = (id: number, mayConnect = () => true) =>
      startLogoDownload(database.client, { id, fileName: 'clubs.csv' }, actor, { from, mayConnect });

    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    start(1, () => {
      throw new Error('broken');
    });
    await expect.poll(() => load(1)).toMatchObject({ waiting: 3, download: { isRunning: false, summary: null } });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();

    start(1);
    start(2);
    await expect.poll(() => site.asked.toSorted()).toEqual(['/a', '/b', '/none']);
    // Every import's page shows the progress, and only this one the result.
    expect(await load(2)).toMatchObject({ waiting: 3, download: { importId: 1, isRunning: true, total: 3 } });
    finish();
    await expect.poll(() => load(1)).toMatchObject({ waiting: 1, download: { isRunning: false, done: 3 } });
    expect((await load(1)).download?.summary).toMatchObject({ fetched: 2, missed: [{ clubs: ['Club 1'] }] });
    expect(await load(2)).toEqual({ waiting: 1, download: null });
    expect(site.asked).toHaveLength(3);
    const [step] = await database.sql`select kind, note, user_name from club_step order by id desc limit 1`;
    expect(step).toEqual({ kind: 'import', note: 'clubs.csv', userName: 'Ada' });
  });
});
