import { describe, expect, onTestFinished, test } from 'vitest';
import { saveLogo } from '../../src/images/queries.ts';
import { readLogo } from '../../src/images/read-logo.ts';
import { paths } from '../../src/paths.ts';
import { openServerDatabase } from '../support/database.ts';
import { plain } from '../support/pictures.ts';
import { countQueries } from '../support/query-counter.ts';
import { startReadySite } from '../support/site.ts';

/** The only query of a page whose clubs are in memory. */
const VERSION = "select directory_epoch(epoch) || '-' || version as version from directory_version";
/** A site also runs this every second. */
const COMPARISON = 'pg_is_in_recovery()';
/** And this after each change. */
const PREVIEWS = 'from club_preview';

/** The queries of pages: a site that has just started runs others in the background. */
const ofPages = (texts: readonly string[]) =>
  texts.filter(
    (text) =>
      /^\s*(?:select|with)\b[^]*\bfrom (club|directory_version)\b/.test(text) &&
      ![COMPARISON, PREVIEWS].some((other) => text.includes(other)),
  );
const ofClubs = (texts: readonly string[]) => ofPages(texts).filter((text) => text !== VERSION);

const read = async (url: string) => await (await fetch(url)).text();
const readOften = (url: string, count: number) => Promise.all(Array.from({ length: count }, () => read(url)));

describe('The database queries of a site', () => {
  async function openSite(settings: Record<string, string> = {}) {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    await database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Club ${index}`));
    const { url, executed } = await countQueries(database.url ?? '');
    const site = await startReadySite({ DATABASE_URL: url, ...settings });
    onTestFinished(() => site.stop().then(() => undefined));
    // Until the names are loaded, the database counts clubs. Each attempt reads another page.
    let page = 0;
    const isLoading = async () => {
      executed.length = 0;
      await read(`${site.url}/club/?page_size=1&page=${++page}`);
      return executed.some((text) => text.includes('counted'));
    };
    await expect.poll(isLoading, { interval: 100 }).toBe(false);
    executed.length = 0;
    return { site, executed, database };
  }

  test('include one for each page, and only the version when its clubs are in memory', async () => {
    const { site, executed, database } = await openSite({ PAGE_CACHE: 'off' });
    for (const path of ['/club/?page_size=20', '/club/?page_size=20&page=2', '/club/?page=last&page_size=20']) {
      executed.length = 0;
      await read(site.url + path);
      expect(ofClubs(executed), path).toEqual([expect.stringContaining('from club')]);
      executed.length = 0;
      await read(site.url + path);
      expect(new Set(ofPages(executed)), path).toEqual(new Set([VERSION]));
    }

    await read(`${site.url}/club/?page_size=100`);
    executed.length = 0;
    await Promise.all(Array.from({ length: 60 }, (_, index) => read(`${site.url}/club/?page=${index + 1}`)));
    expect(new Set(ofPages(executed))).toEqual(new Set([VERSION]));

    const { logo } = await readLogo(await plain(30, 20, '#d22').png().toBuffer());
    if (!logo) throw new Error('The picture is not a logo.');
    await database.client.begin((tx) => saveLogo(tx, logo));
    for (let times = 0; times < 2; times += 1) {
      await readOften(site.url + paths.image({ hash: logo.hash, size: 400 }), 100);
    }
    expect(executed.filter((text) => /\bbytes from image\b/.test(text))).toHaveLength(1);
  });
});
