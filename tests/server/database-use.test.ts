import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openServerDatabase } from '../support/database.ts';
import { countQueries } from '../support/query-counter.ts';
import { startSite } from '../support/site.ts';

/** The question of a page whose clubs are in memory. */
const VERSION = "select directory_epoch(epoch) || '-' || version as version from directory_version";
/** A site asks this once a second. */
const COMPARISON = 'pg_is_in_recovery()';
const ofPages = (texts: readonly string[]) => texts.filter((text) => !text.includes(COMPARISON));

/** How it takes away the images that no club uses. */
const SWEEP = /^\s*delete from image\b/;
/** How it looks whether somebody may look after accounts. */
const KEEPERS = /select exists \(\s*select from site_user/;

describe('What a site asks of its database', () => {
  async function openSite(settings: Record<string, string> = {}) {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    await database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Club ${index}`));
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { url, executed } = await countQueries(database.url ?? '');
    const site = await startSite({ DATABASE_URL: url, DATA_DIR: dataDir, ...settings });
    onTestFinished(async () => {
      await site.stop();
    });
    // What a start asks for once, beside the first requests.
    const isSwept = () => executed.lastIndexOf('commit') > executed.findLastIndex((text) => SWEEP.test(text));
    const isAsked = () => executed.some((text) => SWEEP.test(text)) && executed.some((text) => KEEPERS.test(text));
    await expect.poll(() => isAsked() && isSwept()).toBe(true);
    // Until the names are loaded, the database counts and cuts pages itself. Each try is another page.
    let page = 0;
    const isLoading = async () => {
      executed.length = 0;
      await (await fetch(`${site.url}/club/?page_size=1&page=${++page}`)).text();
      return executed.some((text) => text.includes('counted') || text === 'commit');
    };
    await expect.poll(isLoading, { interval: 100 }).toBe(false);
    return { site, executed };
  }

  const readAll = async (url: string, count: number) =>
    await Promise.all(Array.from({ length: count }, async () => (await fetch(url)).text()));

  test('is one question for a hundred equal requests at the same time', async () => {
    const { site, executed } = await openSite();
    executed.length = 0;
    const pages = await readAll(`${site.url}/club/?page_size=20&page=2`, 100);
    expect(new Set(pages).size).toBe(1);
    expect(ofPages(executed).filter((text) => text !== VERSION)).toHaveLength(1);
  });

  test('is one question for each page, and nothing but the version when its clubs are in memory', async () => {
    const { site, executed } = await openSite({ PAGE_CACHE: 'off' });
    for (const path of ['/club/?page_size=20', '/club/?page_size=20&page=2', '/club/?page=last&page_size=20']) {
      executed.length = 0;
      await (await fetch(site.url + path)).text();
      expect(
        ofPages(executed).filter((text) => text !== VERSION),
        path,
      ).toEqual([expect.stringContaining('from club')]);
      executed.length = 0;
      await (await fetch(site.url + path)).text();
      const questions = ofPages(executed).length;
      expect(
        ofPages(executed).filter((text) => text !== VERSION),
        path,
      ).toEqual([]);
      expect(questions, path).toBeGreaterThan(0);
    }
  });

  test('is shared by different pages of the same moment whose clubs are in memory', async () => {
    const { site, executed } = await openSite({ PAGE_CACHE: 'off' });
    await (await fetch(`${site.url}/club/?page_size=100`)).text();
    executed.length = 0;
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => (await fetch(`${site.url}/club/?page=${index + 1}`)).text()),
    );
    expect(executed.length).toBeLessThan(45);
    expect(new Set(ofPages(executed))).toEqual(new Set([VERSION]));
  });
});
