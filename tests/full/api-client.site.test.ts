import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, onTestFinished, test } from 'vitest';
import { describeSite } from '../support/site.ts';

const run = promisify(execFile);

/** A consumer that is written from the description alone. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { paths } from './api.mjs';
const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const names: string[] = [];
const page = await client.GET('/api/club/search-profile', {
  params: { query: { is_active: true, day: ['mon'], open: 'now', page_size: 2 } },
});
for (const { name, logo } of page.data?.results ?? []) names.push(\`\${name} \${logo ?? 'without logo'}\`);
const missing = await client.GET('/api/club/{club_id}', { params: { path: { club_id: 999999 } } });
const changes = await client.GET('/api/club/changes');
const states = changes.data?.items.map((item) => (item.state === 'updated' ? item.data.name : String(item.id)));
console.log(JSON.stringify({ names, missing: missing.error?.detail, states }));
`;

describeSite('A client from the description of the API', (site) => {
  test('compiles in strict mode, and reads clubs, errors and changes', async () => {
    await site.database.insertClub({ name: 'Chess', meetingDays: 'mon', joiningFrom: '2000-01-01' });
    await site.database.insertClub({ name: 'Ski' });
    // In the project, so that its packages are found.
    const folder = await mkdtemp(join('node_modules', '.cache', 'api-client-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const document = (await (await site.get('/api/openapi.json')).json()) as Parameters<typeof openapiTypes>[0];
    await writeFile(join(folder, 'api.mts'), astToString(await openapiTypes(document)));
    await writeFile(join(folder, 'client.mts'), CLIENT);
    const options = '--strict --module nodenext --target es2024 --types node';
    await run('node_modules/.bin/tsc', ['--ignoreConfig', ...options.split(' '), join(folder, 'client.mts')]);
    await expect
      .poll(async () => {
        const { stdout } = await run(process.execPath, [join(folder, 'client.mjs'), site.url]);
        return JSON.parse(stdout) as unknown;
      })
      .toEqual({ names: ['Chess without logo'], missing: 'No club has this id.', states: ['Chess', 'Ski'] });
  });
});
