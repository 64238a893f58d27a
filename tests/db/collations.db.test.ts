import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { refreshCollations } from '../../db/collations.ts';
import { beginEpoch } from '../../src/clubs/record/version-queries.ts';
import { findVersion } from '../../src/clubs/record/version-queries.ts';
import { isBefore } from '../../src/lib/version.ts';
import { changeRules } from '../support/collations.ts';
import { runCommand } from '../support/command.ts';
import { describeDatabase, describeServer, useSharedEmbedded, type TestDatabase } from '../support/database.ts';

const INDEXES =
  'public.club_by_name, public.club_by_parent, public.club_by_status_and_name, public.club_name_is_unique';

/** The names in the order of the index, as on a page. */
const namesInOrder = ({ sql }: TestDatabase) =>
  sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    await tx`set local enable_bitmapscan = off`;
    await tx`set local enable_sort = off`;
    return (await tx<{ name: string }[]>`select name from club order by name, id`).map(({ name }) => name);
  });

const findVersions = async ({ sql }: TestDatabase) => {
  const [found] = await sql<[{ written: string; actual: string }]>`
    select collversion as written, pg_collation_actual_version(oid) as actual
    from pg_collation where collname = 'und-x-icu'`;
  return found;
};

describeDatabase('The order of names', (database) => {
  test('is rebuilt and reported when the rules have another version', async () => {
    await database.insertClubs('Zebra', 'école', 'apple', 'Éclair');
    await changeRules(database.sql);
    expect(await namesInOrder(database)).toEqual(['Zebra', 'apple', 'Éclair', 'école']);
    const before = await findVersion(database.client);

    const reports: string[] = [];
    const refresh = () => refreshCollations(database.client, (line) => reports.push(line), beginEpoch);
    await refresh();
    expect(await namesInOrder(database)).toEqual(['apple', 'Éclair', 'école', 'Zebra']);
    const { written, actual } = await findVersions(database);
    expect(written).toBe(actual);
    expect(reports).toEqual([
      `The version of collation pg_catalog."und-x-icu" changed from 1.2.3 to ${actual}. Rebuilt ${INDEXES}.`,
    ]);
    // The new epoch makes other sites drop the old order.
    const after = await findVersion(database.client);
    expect([isBefore(after, before), isBefore(before, after)]).toEqual([false, false]);
    expect(after).not.toBe(before);

    await refresh();
    expect(reports).toHaveLength(1);
    expect(await findVersion(database.client)).toBe(after);
  });
});

describeServer('The order of names', (database) => {
  const open = (user?: string) => {
    const url = new URL(database.url ?? '');
    if (user !== undefined) url.username = user;
    const client = openClient({ url: url.href });
    onTestFinished(() => client.close());
    return client;
  };

  test('is left to an administrator, with the statements, when the user lacks rights', async () => {
    const user = `owner_${randomUUID().replaceAll('-', '')}`;
    await database.sql`create role ${database.sql(user)} login`;
    await database.insertClubs('Zebra', 'apple');
    await changeRules(database.sql);
    const reports: string[] = [];
    await refreshCollations(open(user), (line) => reports.push(line), beginEpoch);
    const [report = ''] = reports;
    expect(reports).toHaveLength(1);
    expect(report).toContain('Ask an administrator');
    expect((await findVersions(database)).written).toBe('1.2.3');

    const lines = report.split('\n').slice(1);
    expect(lines.at(-1)).toBe('  alter collation pg_catalog."und-x-icu" refresh version;');
    for (const line of lines) await database.sql.unsafe(line);
    expect(await namesInOrder(database)).toEqual(['apple', 'Zebra']);
    await refreshCollations(open(user), (line) => reports.push(line), beginEpoch);
    expect(reports).toHaveLength(1);
  });
});

const sharedEmbedded = useSharedEmbedded();

test('npm run db:migrate rebuilds and reports the order of names', async () => {
  const { dataDir, sql } = await sharedEmbedded();
  await changeRules(sql);
  const { code, output } = await runCommand('db-migrate', [], { DATA_DIR: dataDir });
  expect(code).toBe(0);
  expect(output).toContain(`Rebuilt ${INDEXES}.`);
});
