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
  const load = () => loadLogoDownload(database.client);
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
    await importLogos(`${site.url}/a`, `${site.url}/none`, `${site.url}/b`, `${site.url}/b`);
    expect(await load()).toEqual({ logos: 3, clubs: 4, download: null });
    const actor = await insertActor(database, 'Ada');
    const start = (mayConnect = () => true) => startLogoDownload(database.client, actor, { from, mayConnect });

    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    start(() => {
      throw new Error('broken');
    });
    await expect.poll(load).toMatchObject({ logos: 3, download: { isRunning: false, summary: null } });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();

    start();
    start();
    await expect.poll(() => site.asked.toSorted()).toEqual(['/a', '/b', '/none']);
    expect(await load()).toMatchObject({ logos: 3, download: { isRunning: true, total: 3 } });
    finish();
    await expect.poll(load).toMatchObject({ logos: 1, clubs: 1, download: { isRunning: false, done: 3 } });
    expect((await load()).download?.summary).toMatchObject({
      fetched: 2,
      assigned: 3,
      missed: [{ clubs: ['Club 1'] }],
    });
    expect(site.asked).toHaveLength(3);
    const [step] = await database.sql`select kind, note, user_name from club_step order by id desc limit 1`;
    expect(step).toEqual({ kind: 'import', note: 'Logos', userName: 'Ada' });
  });
});
