import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { openServerDatabase, type OpenTestDatabase } from '../support/database.ts';
import { followWrites, readNames } from '../support/freshness.ts';
import { hiddenFieldsOf, readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { inFull } from '../support/scope.ts';
import { startReadySite, type Site } from '../support/site.ts';

describe('Two sites on one database', () => {
  let database: OpenTestDatabase;
  let sites: [Site, Site];
  let dataDir: string;
  beforeAll(async () => {
    database = await openServerDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'club-directory-'));
    const start = () => startReadySite({ DATABASE_URL: database.url ?? '', DATA_DIR: dataDir });
    sites = await Promise.all([start(), start()]);
  });
  beforeEach(() => database.clear());
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const expectEverywhere = async <T>(read: (site: Site) => Promise<T>, expected: T) => {
    for (const site of sites) await expect.poll(() => read(site), { interval: 10 }).toEqual(expected);
  };
  const names = (site: Site) => readNames(site.url);

  test('never show an older state again, and show every change, while clubs are read and written', async () => {
    const { reads } = await followWrites(sites, database.sql, inFull(60, 401));
    expect(reads).toBeGreaterThan(0);
  });

  test('show the content of the site that was saved through one of them', async () => {
    const nameOf = async ({ url }: Site) =>
      readHtml(await (await fetch(`${url}/page/ae/`)).text())
        .one('header .site-name')
        .text.trim();
    for (const name of ['Hill', 'Dale']) {
      await database.sql`
        insert into site_entry (kind, name, value) values ('setting', 'name', ${JSON.stringify(name)})
        on conflict (kind, name) do update set value = excluded.value`;
      await expectEverywhere(nameOf, name);
    }
    await database.sql`delete from site_entry`;
    await expectEverywhere(nameOf, 'AE student clubs');
  });

  test('show the change of a form as soon as the form is answered', async () => {
    const [site] = sites;
    const reach = (path: string, options?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...options });
    const board = await visit({ get: reach, database }, { roles: ['board'] });
    const form = readHtml(await (await board.get('/club/new/')).text());
    const hidden = hiddenFieldsOf(form, 'main form');
    const late: string[] = [];
    for (let number = 0; number < 10; number += 1) {
      const name = `Club ${number}`;
      const count = async () =>
        ((await (await reach(`/api/club/search?search=${name.replace(' ', '+')}`)).json()) as { count: number }).count;
      // The cache has a response that the form makes stale.
      const before = await count();
      const answer = await board.post('/club/new/', { ...hidden, name });
      expect(answer.status).toBe(303);
      if ((await count()) !== before + 1) late.push(name);
    }
    expect(late).toEqual([]);
  });

  test('show the state of a restored backup', async () => {
    const file = join(dataDir, 'a.backup');
    const settings = { DATABASE_URL: database.url ?? '' };
    await database.insertClubs('Chess', 'Ski');
    expect(await runCommand('db-backup', [file], settings)).toMatchObject({ code: 0 });
    await database.sql`delete from club where name = 'Ski'`;
    await database.insertClubs('Tarot', 'Zen');
    await expectEverywhere(names, ['Chess', 'Tarot', 'Zen']);
    expect(await runCommand('db-restore', [file, '--yes'], settings)).toMatchObject({ code: 0 });
    await expectEverywhere(names, ['Chess', 'Ski']);
  });
});
