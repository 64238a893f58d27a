import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOldBuilds } from '../../src/process/build.ts';
import { copyProject } from '../support/copy-project.ts';
import { startMailServer } from '../support/mail-server.ts';
import { visitWith } from '../support/people.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
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
  const site = await startSite({ DATA_DIR: dataDir }, { folder });
  const [own] = (await readdir(builds)).filter((name) => name !== 'a');
  for (const later of ['b', 'c', 'd', 'e']) await mkdir(join(builds, later));
  await removeOldBuilds(builds);
  expect(await readdir(builds)).toContain(own);
  const html = await (await fetch(`${site.url}/`)).text();
  const island = /\/_server-islands\/AccountMenu\?[^"']+/.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
  for (const path of [island, '/_astro/a.css', '/club/', '/fr/club/?page_size=24', '/page/ae/', '/api/club/search']) {
    expect((await fetch(site.url + path)).status, path).toBe(200);
  }
  expect(await site.stop()).toBe(0);
});

test('A site sends e-mail and signs users in while an update has removed its packages', async () => {
  const folder = await copyProject();
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-update-'));
  const mail = await startMailServer();
  onTestFinished(async () => {
    await mail.stop();
    for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true });
  });
  const [email, password] = ['ada@example.org', 'tulip-harbour-copper'];
  const user = ['--email', email, '--password', password, '--role', 'board'];
  const created = await runProgram('src/commands/users-create.ts', user, siteEnvironment({ DATA_DIR: dataDir }));
  expect(created).toMatchObject({ code: 0 });
  const settings = { DATA_DIR: dataDir, SMTP_URL: mail.url, MAIL_FROM: 'clubs@example.org' };
  const site = await startSite(settings, { folder });
  // The last package.
  await expect.poll(() => readFile(`/proc/${site.pid}/maps`, 'latin1')).toContain('sharp');
  await rename(join(folder, 'node_modules'), join(folder, 'node_modules.old'));
  const nobody = visitWith({ get: (path, init) => fetch(site.url + path, { redirect: 'manual', ...init }) }, null);
  expect((await nobody.post('/password-reset/', { email })).status).toBeLessThan(400);
  await expect.poll(() => mail.emails.map(({ to }) => to)).toEqual([email]);
  const answer = await nobody.post('/login/', { email, password });
  expect([answer.status, answer.headers.has('set-cookie')]).toEqual([303, true]);
  expect(await site.stop()).toBe(0);
}, 300_000);
