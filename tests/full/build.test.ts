import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOldBuilds } from '../../src/process/build.ts';
import { copyProject } from '../support/copy-project.ts';
import { startSite } from '../support/site.ts';

test('A site keeps its build while it runs and serves the hashed files of the build before', async () => {
  const folder = await copyProject();
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-build-'));
  onTestFinished(async () => {
    for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true });
  });
  const builds = join(folder, 'dist');
  await mkdir(join(builds, 'a/client/_astro'), { recursive: true });
  await writeFile(join(builds, 'a/client/_astro/a.css'), '');
  const site = await startSite({ DATA_DIR: dataDir }, folder);
  const [own] = (await readdir(builds)).filter((name) => name !== 'a');
  for (const later of ['b', 'c', 'd', 'e']) await mkdir(join(builds, later));
  await removeOldBuilds(builds);
  expect(await readdir(builds)).toContain(own);
  const html = await (await fetch(`${site.url}/`)).text();
  const island = /\/_server-islands\/ActiveClubCount\?[^"']+/.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
  for (const path of [island, '/_astro/a.css', '/club/', '/fr/club/?page_size=24', '/page/ae/', '/api/club/search']) {
    expect((await fetch(site.url + path)).status, path).toBe(200);
  }
  expect(await site.stop()).toBe(0);
});
