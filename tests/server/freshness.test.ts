import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClub, deleteClub, restoreClub, saveClub } from '../../src/clubs/save.ts';
import { openServerDatabase, type OpenTestDatabase } from '../support/database.ts';
import { followWrites, KNOWN_WITHIN, readNames, readStamp } from '../support/freshness.ts';
import { hiddenFieldsOf, readHtml } from '../support/html.ts';
import { insertPerson, visit } from '../support/people.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { startSite, type Site } from '../support/site.ts';
import { changeOf } from '../../src/clubs/revision.ts';

describe('Two sites on one database', () => {
  let database: OpenTestDatabase;
  let sites: Site[];
  let dataDir: string;
  beforeEach(async () => {
    database = await openServerDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'club-directory-'));
    sites = await Promise.all([1, 2].map(() => startSite({ DATABASE_URL: database.url ?? '', DATA_DIR: dataDir })));
  });
  afterEach(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('never go back, and know every change in time, while one is read as fast as the other is written', async () => {
    const { reads, delays } = await followWrites(sites, database.sql, 401);
    expect(reads).toBeGreaterThan(401);
    expect(delays).toHaveLength(2 * 401);
    expect(Math.max(...delays)).toBeLessThan(KNOWN_WITHIN);
  });

  test('show a club that came, and not one that went, in lists and counts', async () => {
    const names = (site: Site) => readNames(site.url);
    const expectEverywhere = async (expected: string[]) => {
      for (const site of sites)
        await expect.poll(() => names(site), { timeout: KNOWN_WITHIN, interval: 10 }).toEqual(expected);
    };
    await expectEverywhere([]);
    await database.insertClubs('Chess', 'Ski', 'Zen');
    await expectEverywhere(['Chess', 'Ski', 'Zen']);
    await database.sql.begin(async (tx) => {
      await tx`update club set name = 'Aikido' where name = 'Zen'`;
      await tx`insert into club (name) values ('Belote'), ('Tarot')`;
      await tx`delete from club where name = 'Ski'`;
    });
    await expectEverywhere(['Aikido', 'Belote', 'Chess', 'Tarot']);
    await database.sql`truncate club cascade`;
    await expectEverywhere([]);
  });

  test('show what has changed of a club that stayed in its place', async () => {
    const id = await database.insertClub({ name: 'Ski', shortDescription: 'Snow' });
    await database.insertClubs(...Array.from({ length: 30 }, (_, index) => `Other ${index}`));
    const card = async (site: Site, query: string) =>
      /<article(?:(?!<article).)*Ski(?:(?!<article).)*<\/article>/s.exec(
        await (await fetch(`${site.url}/club/?page_size=50&${query}`)).text(),
      )?.[0];
    for (const site of sites) expect(await card(site, 'club_status=')).toContain('Snow');
    for (const [sql, expected] of [
      [database.sql`update club set short_description = 'Powder' where id = ${id}`, 'Powder'],
      [database.sql`update club set logo = '/media/ski.png' where id = ${id}`, '/media/ski.png'],
      [database.sql`update club set short_description = 'Ice', category = 'x'`, 'Ice'],
    ] as const) {
      await sql;
      for (const site of sites) {
        await expect
          .poll(() => card(site, 'club_status='), { timeout: KNOWN_WITHIN, interval: 10 })
          .toContain(expected);
        // Another page with the same club, which is not in the cache.
        expect(await card(site, `name=ski&x=${expected}`)).toContain(expected);
      }
    }
  });

  test('show what somebody has saved, deleted and restored', async () => {
    const nobody = { userId: await insertPerson(database), name: '' };
    const { client } = database;
    const card = async (site: Site) =>
      /<article[^]*?<\/article>/.exec(await (await fetch(`${site.url}/club/?club_status=`)).text())?.[0] ?? 'no club';
    const expectEverywhere = async (text: string) => {
      for (const site of sites)
        await expect.poll(() => card(site), { timeout: KNOWN_WITHIN, interval: 10 }).toContain(text);
    };
    const created = await createClub(client, nobody, { name: 'Ski', shortDescription: '*Snow*' });
    if (created.outcome !== 'saved') throw new Error(JSON.stringify(created));
    const { id, revision } = created.club;
    await expectEverywhere('<em>Snow</em>');
    const saved = await saveClub(client, nobody, id, revision, { shortDescription: '*Ice*', isActive: false });
    if (saved.outcome !== 'saved') throw new Error(JSON.stringify(saved));
    await expectEverywhere('<em>Ice</em>');
    const deleted = await deleteClub(client, nobody, id, saved.club.revision, 'Ski');
    if (deleted.outcome !== 'deleted') throw new Error(JSON.stringify(deleted));
    await expectEverywhere('no club');
    await restoreClub(client, nobody, id, changeOf(revision), deleted.revision);
    await expectEverywhere('<em>Snow</em>');
  });

  test('show everybody what a form has done as soon as it is said to be done', async () => {
    const [site] = sites;
    if (!site) throw new Error('No site has started.');
    const reach = (path: string, options?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...options });
    const board = await visit({ get: reach, database }, { roles: ['board'] });
    const form = readHtml(await (await board.get('/club/new/')).text());
    const hidden = hiddenFieldsOf(form, 'main form');
    const late: string[] = [];
    for (let number = 0; number < 30; number += 1) {
      const name = `Club ${number}`;
      const count = async () =>
        ((await (await reach(`/api/club/search?search=${name.replace(' ', '+')}`)).json()) as { count: number }).count;
      // So that an answer is there that holds no more.
      const before = await count();
      const answer = await board.post('/club/new/', { ...hidden, name });
      expect(answer.status).toBe(303);
      if ((await count()) !== before + 1) late.push(name);
    }
    expect(late).toEqual([]);
  });

  test('show within two seconds the earlier state that a backup has brought back', async () => {
    const file = join(dataDir, 'a.backup');
    const environment = siteEnvironment({ DATABASE_URL: database.url ?? '' });
    const shown = (site: Site) => readNames(site.url);
    await database.insertClubs('Chess', 'Ski');
    expect(await runProgram('src/commands/db-backup.ts', [file], environment)).toMatchObject({ code: 0 });
    await database.sql`delete from club where name = 'Ski'`;
    await database.insertClubs('Tarot', 'Zen');
    for (const site of sites) await expect.poll(() => shown(site)).toEqual(['Chess', 'Tarot', 'Zen']);
    expect(await runProgram('src/commands/db-restore.ts', [file, '--yes'], environment)).toMatchObject({ code: 0 });
    const end = Date.now() + 2000;
    for (const site of sites)
      await expect.poll(() => shown(site), { timeout: end - Date.now(), interval: 10 }).toEqual(['Chess', 'Ski']);
  });

  test('learn of changes whose announcement was lost', async () => {
    const [id] = await database.insertClubs('Stamp 1');
    for (const site of sites) await expect.poll(() => readStamp(`${site.url}/club/?name=stamp`)).toBe(1);
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await database.sql`update club set name = 'Stamp 2' where id = ${id ?? 0}`;
    for (const site of sites) {
      await expect
        .poll(() => readStamp(`${site.url}/club/?name=stamp`).catch(() => -1), { timeout: 3 * KNOWN_WITHIN })
        .toBe(2);
    }
  });

  test('go on with the last good answer while the database fails, and say how old it is', async () => {
    const [site] = sites;
    if (!site) throw new Error('There is no site.');
    await database.insertClubs('Stamp 1');
    await expect.poll(() => readStamp(`${site.url}/club/?name=stamp`)).toBe(1);
    await database.sql`alter table club rename to club_gone`;
    await database.sql`update directory_version set version = version + 1`;
    await expect
      .poll(async () => (await fetch(`${site.url}/club/?name=stamp`)).headers.get('age'), { timeout: 5000 })
      .not.toBeNull();
    const old = await fetch(`${site.url}/club/?name=stamp`);
    expect([old.status, await old.text()]).toEqual([200, expect.stringContaining('Stamp 1')]);
    expect(site.output()).toMatch(/ error GET \/club\/\?name=stamp\S* failed: .*does not exist/);
    expect((await fetch(`${site.url}/club/?name=other`)).status).toBe(500);
    await database.sql`alter table club_gone rename to club`;
    await expect.poll(async () => (await fetch(`${site.url}/club/?name=stamp`)).headers.get('age')).toBeNull();
  });
});
