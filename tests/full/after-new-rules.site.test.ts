import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { changeRules } from '../support/collations.ts';
import { withEmbeddedIn } from '../support/database.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { startSite } from '../support/site.ts';

test('The list has the order of the current collation after a start, not the order of an old index', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-site-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  copyEmbedded(inject('embeddedTemplate'), dataDir);
  await withEmbeddedIn(dataDir, async (sql) => {
    // Enough rows for the planner to use the index.
    await sql`insert into club (name) select 'Club ' || n from generate_series(1, 5000) n`;
    await sql`insert into club (name) values ('abacus'), ('Zebra')`;
    await changeRules(sql);
    await sql`analyze club`;
    const [first] = await sql`select name from club order by name, id limit 1`;
    expect(first).toEqual({ name: 'Club 1' });
  });
  const site = await startSite({ DATA_DIR: dataDir });
  onTestFinished(async () => {
    await site.stop();
  });
  expect(site.output()).toContain('The version of collation pg_catalog."und-x-icu" changed from 1.2.3');
  const list = await (await fetch(`${site.url}/club/?club_status=`)).text();
  expect(list).toContain('abacus');
});
