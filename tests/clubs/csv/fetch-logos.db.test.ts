import { expect, test } from 'vitest';
import { importClubs, type ImportOptions } from '../../../src/clubs/csv/import.ts';
import { CONCURRENCY, fetchLogos } from '../../../src/clubs/csv/fetch-logos.ts';
import { clubsCsv, type CsvRow } from '../../support/clubs-csv.ts';
import { describeDatabase, type TestDatabase } from '../../support/database.ts';
import { startOtherSite } from '../../support/other-site.ts';
import { plain } from '../../support/pictures.ts';

const STEP = { kind: 'import', note: 'clubs.csv' } as const;
const fetchAll = (database: TestDatabase, more: Partial<Parameters<typeof fetchLogos>[1]> = {}) =>
  fetchLogos(database.client, { step: STEP, from: 'https://clubs.example.org', mayConnect: () => true, ...more });

const pictureOf = (colour: string) => plain(20, 10, colour).png().toBuffer();

async function importRows(database: TestDatabase, rows: CsvRow[], options: ImportOptions = {}) {
  const result = await importClubs(database.client, clubsCsv(...rows), {
    confirm: () => Promise.resolve(true),
    ...options,
  });
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  const { counts, warnings, reading } = result.plan;
  return { ...counts, warnings: warnings.length, file: reading.counts };
}

const findClubs = (database: TestDatabase) =>
  database.sql<{ name: string; logo: string | null; foreignLogoUrl: string | null }[]>`
    select name, logo, foreign_logo_url from club order by name`;

const IMAGE = /^\/image\/[\da-f]{64}-400\.webp$/;

describeDatabase('Logos of other sites', (database) => {
  test('are stored for their clubs in one history step, and failures are reported', async () => {
    const red = await pictureOf('red');
    const site = await startOtherSite((request, response) => {
      if (request.url === '/red.png') response.end(red);
      else if (request.url === '/page') response.end('<!doctype html><html></html>');
      else response.writeHead(404).end();
    });
    const rows = ['red.png', 'none.png', 'page', 'red.png'].map((path, index) => ({
      name: `Club ${index}`,
      logo_url: `${site.url}/${path}`,
    }));
    await importRows(database, [...rows, { name: 'Club 4', logo_url: '/logos/chess.svg' }]);
    const shown: number[] = [];
    const summary = await fetchAll(database, { onProgress: ({ done }) => shown.push(done) });
    const missed = summary.missed.map((logo) => ({ ...logo, problem: logo.problem('en') }));
    expect({ ...summary, missed }).toEqual({
      fetched: 1,
      assigned: 2,
      missed: [
        { address: `${site.url}/none.png`, clubs: ['Club 1'], problem: 'returned status 404' },
        {
          address: `${site.url}/page`,
          clubs: ['Club 2'],
          problem: expect.stringMatching(/^is not a usable logo: /) as string,
        },
      ],
    });
    expect(shown).toEqual([0, 1, 2, 3]);
    const clubs = await findClubs(database);
    expect(clubs[0]?.logo).toMatch(IMAGE);
    expect(clubs).toEqual([
      { name: 'Club 0', logo: clubs[0]?.logo, foreignLogoUrl: null },
      { name: 'Club 1', logo: null, foreignLogoUrl: `${site.url}/none.png` },
      { name: 'Club 2', logo: null, foreignLogoUrl: `${site.url}/page` },
      { name: 'Club 3', logo: clubs[0]?.logo, foreignLogoUrl: null },
      { name: 'Club 4', logo: '/logos/chess.svg', foreignLogoUrl: null },
    ]);
    expect(await database.sql`select kind, note from club_step order by id`).toEqual([
      { kind: 'import', note: '' },
      STEP,
    ]);
    expect(site.asked.toSorted()).toEqual(['/none.png', '/page', '/red.png']);
  });

  test('are not downloaded again by a second import', async () => {
    const picture = await pictureOf('blue');
    const site = await startOtherSite((_, response) => response.end(picture));
    const rows = [{ name: 'Chess', logo_url: `${site.url}/a.png` }];
    await importRows(database, rows);
    await fetchAll(database);
    const before = await findClubs(database);
    expect(before[0]?.logo).toMatch(IMAGE);
    const again = await importRows(database, rows);
    expect(again).toMatchObject({ unchanged: 1, updated: 0, warnings: 0, file: { foreignLogos: 0 } });
    expect(await fetchAll(database)).toEqual({ fetched: 0, assigned: 0, missed: [] });
    expect(await findClubs(database)).toEqual(before);
    // A new club with that URL gets the stored logo, and so does one whose logo was changed in the meantime.
    await database.sql`update club set logo = '/logos/chess.svg'`;
    await importRows(database, [...rows, { name: 'Go', logo_url: `${site.url}/a.png` }]);
    expect((await findClubs(database)).map(({ logo }) => logo)).toEqual([before[0]?.logo, before[0]?.logo]);
    expect(site.asked).toEqual(['/a.png']);
    // Another URL is downloaded.
    await importRows(database, [{ name: 'Chess', logo_url: `${site.url}/b.png` }]);
    expect(await fetchAll(database)).toMatchObject({ fetched: 1, assigned: 1 });
    expect(site.asked).toEqual(['/a.png', '/b.png']);
  });

  test('never replace a logo that was chosen in the meantime', async () => {
    const picture = await pictureOf('green');
    const site = await startOtherSite((_, response) => {
      void database.sql`update club set logo = '/logos/own.svg', foreign_logo_url = null where name = 'Chess'`.then(
        () => response.end(picture),
      );
    });
    const logo_url = `${site.url}/a.png`;
    await importRows(database, [
      { name: 'Chess', logo_url },
      { name: 'Go', logo_url },
    ]);
    expect(await fetchAll(database)).toEqual({ fetched: 1, assigned: 1, missed: [] });
    expect((await findClubs(database)).map(({ logo }) => logo)).toEqual([
      '/logos/own.svg',
      expect.stringMatching(IMAGE) as string,
    ]);
  });

  test('are downloaded with limited concurrency', async () => {
    const picture = await pictureOf('red');
    let open = 0;
    let most = 0;
    const site = await startOtherSite((_, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end(picture);
      }, 5);
    });
    const rows = Array.from({ length: 9 }, (_, index) => ({ name: `Club ${index}`, logo_url: `${site.url}/${index}` }));
    await importRows(database, rows);
    expect(await fetchAll(database)).toEqual({ fetched: 9, assigned: 9, missed: [] });
    expect(most).toBeLessThanOrEqual(CONCURRENCY);
    expect(await database.sql`select from image`).toHaveLength(2);
  });

  test('stay after a failure, and the next run downloads the rest', async () => {
    const picture = await pictureOf('red');
    const site = await startOtherSite((_, response) => response.end(picture));
    const rows = Array.from({ length: 24 }, (_, index) => ({
      name: `Club ${index}`,
      logo_url: `${site.url}/${index}.png`,
    }));
    await importRows(database, rows);
    const onProgress = ({ done }: { done: number }) => {
      if (done === 20) throw new Error('ended');
    };
    await expect(fetchAll(database, { onProgress })).rejects.toThrow('ended');
    const written = (await findClubs(database)).filter(({ logo }) => logo !== null).length;
    expect(written).toBeGreaterThanOrEqual(16);
    expect(written).toBeLessThan(24);
    expect(await fetchAll(database)).toMatchObject({ assigned: 24 - written, missed: [] });
  });
});

describeDatabase('A logo address on this site', (database) => {
  test('is stored without the host of this site', async () => {
    const cases: [logoUrl: string, path: string | null][] = [
      ['https://clubs.example.org/logos/chess.svg', '/logos/chess.svg'],
      ['http://Clubs.Example.org/logos/chess.svg?v=1', '/logos/chess.svg?v=1'],
      ['/logos/chess.svg', '/logos/chess.svg'],
      ['https://clubs.example.org/', null],
      ['https://clubs.example.org//evil.example/x.png', null],
      ['https://clubs.example.org:8443/logos/chess.svg', null],
      ['https://clubs.example.org.evil.example/logos/chess.svg', null],
    ];
    const { file } = await importRows(
      database,
      cases.map(([logo_url], index) => ({ name: `Club ${index}`, logo_url })),
      { siteUrl: 'https://clubs.example.org' },
    );
    const clubs = await findClubs(database);
    expect(clubs.map(({ logo, foreignLogoUrl }) => [logo, foreignLogoUrl])).toEqual(
      cases.map(([logoUrl, path]) => (path === null ? [null, logoUrl] : [path, null])),
    );
    expect(file).toMatchObject({ foreignLogos: 4 });
  });

  test('counts as another site when the site address is unknown', async () => {
    const bytes = clubsCsv({ name: 'Chess', logo_url: 'https://clubs.example.org/a.png' });
    await importClubs(database.client, bytes);
    expect((await findClubs(database))[0]?.foreignLogoUrl).toBe('https://clubs.example.org/a.png');
  });
});
