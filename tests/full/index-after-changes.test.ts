import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom, pick } from '../support/random.ts';
import { seedClubs } from '../support/seed-clubs.ts';
import { median } from '../support/statistics.ts';
import { openServerDatabase, type OpenTestDatabase } from '../support/database.ts';
import { startSite, type Site } from '../support/site.ts';

const CLUBS = 100_000;
const PAGE_SIZE = 20;
/** Requests of a kind in one measurement. */
const REQUESTS = 17;
/** The site looks at the version once a second: what goes wrong then has done so after this time, in ms. */
const SETTLED = 1500;

/** Medians in ms. */
interface Times {
  farPage: number;
  filter: number;
}

/** As much as a change may cost once it is known. */
const isWithin = (times: Times, unchanged: Times) =>
  (['farPage', 'filter'] as const).every((kind) => times[kind] <= 2.5 * unchanged[kind] + 3);

/** A site without a page cache, with a database of its own. */
interface Subject {
  site: Site;
  database: OpenTestDatabase;
  /** One connection, for changes and to end others. */
  sql: postgres.Sql;
}

describe('With a hundred thousand clubs', () => {
  let dataDir: string;
  let changed: Subject;
  /** The same clubs and no changes: asked in turn with the other, so that a busy machine slows down both. */
  let unchanged: Subject;

  async function openSubject(): Promise<Subject> {
    const database = await openServerDatabase();
    const sql = postgres(database.url ?? '', { max: 1, onnotice: () => undefined });
    await seedClubs(sql, CLUBS);
    const settings = { DATABASE_URL: database.url ?? '', DATA_DIR: dataDir, PAGE_CACHE: 'off' };
    return { site: await startSite(settings), database, sql };
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'club-directory-'));
    [changed, unchanged] = await Promise.all([openSubject(), openSubject()]);
  });
  afterAll(async () => {
    for (const { site, database, sql } of [changed, unchanged]) {
      await site.stop();
      await sql.end();
      await database.close();
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  const random = createRandom(8);
  const LETTERS = Array.from('aeiouclmnrstdp');
  const askedFor = new Set<string>();
  /** An address that was not asked for before, as long as there is one: what is remembered would not show the index. */
  const chooseNew = (choose: () => string): string => {
    let path = choose();
    for (let tries = 0; askedFor.has(path) && tries < 1000; tries += 1) path = choose();
    askedFor.add(path);
    return path;
  };
  const farPage = () => `&page=${Math.floor((0.5 + random() / 3) * (CLUBS / PAGE_SIZE))}`;
  const filter = () =>
    `&name=${pick(random, LETTERS)}${pick(random, LETTERS)}&club_status=${pick(random, ['', 'true', 'false'])}`;

  async function time({ site }: Subject, query: string): Promise<number> {
    const start = performance.now();
    const response = await fetch(`${site.url}/club/?page_size=${PAGE_SIZE}${query}`);
    await response.text();
    expect(response.status, query).toBe(200);
    return performance.now() - start;
  }

  /** Asks both sites the same in turn, one request after the other. */
  async function measure(): Promise<{ changed: Times; unchanged: Times }> {
    const measureKind = async (choose: () => string) => {
      const times = { changed: [] as number[], unchanged: [] as number[] };
      for (let count = 0; count < REQUESTS; count += 1) {
        const query = chooseNew(choose);
        times.changed.push(await time(changed, query));
        times.unchanged.push(await time(unchanged, query));
      }
      return { changed: median(times.changed), unchanged: median(times.unchanged) };
    };
    const [pages, filters] = [await measureKind(farPage), await measureKind(filter)];
    return {
      changed: { farPage: pages.changed, filter: filters.changed },
      unchanged: { farPage: pages.unchanged, filter: filters.unchanged },
    };
  }

  /** Expects the site to be as fast as the other at some moment until then; a busy machine gets as long again. */
  async function expectFastWithin(milliseconds: number): Promise<void> {
    for (const pause of [SETTLED, milliseconds - SETTLED, milliseconds]) {
      await sleep(pause);
      const times = await measure();
      if (isWithin(times.changed, times.unchanged)) return;
      if (pause === milliseconds) expect(times.changed, 'the medians').toEqual(times.unchanged);
    }
  }

  const terminate = ({ sql }: Subject, which = sql`true`) => sql<{ isEnded: boolean }[]>`
    select pg_terminate_backend(pid) as is_ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and ${which}`;
  const endListener = async () => {
    expect(await terminate(changed, changed.sql`application_name = 'club-directory-listener'`)).toHaveLength(1);
  };
  const changeText = (text: string) =>
    changed.sql`update club set short_description = ${text} where id = ${1 + Math.floor(random() * CLUBS)}`;

  test('a site without changes is fast to begin with', async () => {
    await expectFastWithin(3000);
  });

  test.each<[what: string, within: number, change: () => Promise<unknown>]>([
    ['a text changed', 3000, async () => await changeText('Another text')],
    ['a name changed', 3000, async () => await changed.sql`update club set name = 'Aaa' where id = 77`],
    [
      'a club moved and became inactive',
      3000,
      async () => await changed.sql`update club set name = 'Zzz', is_active = not is_active where id = 78`,
    ],
    ['a club came and another went', 3000, addAndRemove],
    ['four thousand names changed at once', 8000, changeManyNames],
    ['its listener was cut off', 5000, endListener],
    ['its listener was cut off and a text changed', 5000, cutOffAndChange],
    ['all its connections were cut off', 5000, async () => await terminate(changed)],
    ['some idle seconds', 3000, () => sleep(6000)],
    ['some idle seconds and a name changed', 3000, idleAndChange],
  ])('a site is as fast as before after %s', async (_, within, change) => {
    await change();
    await expectFastWithin(within);
  });

  async function addAndRemove(): Promise<void> {
    await changed.sql`insert into club (name) values ('Mmm')`;
    await changed.sql`delete from club where id = 79`;
  }
  async function changeManyNames(): Promise<void> {
    await changed.sql`update club set name = name || ' II' where id between 1001 and 5000`;
  }
  async function cutOffAndChange(): Promise<void> {
    await endListener();
    await changeText('Yet another text');
  }
  async function idleAndChange(): Promise<void> {
    await sleep(6000);
    await changed.sql`update club set name = 'Bbb' where id = 80`;
  }
});
