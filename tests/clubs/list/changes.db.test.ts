import { expect, test } from 'vitest';
import type { Change } from '../../../src/clubs/list/api-schemas.ts';
import { loadChanges } from '../../../src/clubs/list/changes.ts';
import { startNewEpoch } from '../../../src/clubs/record/version-queries.ts';
import { readAfter } from '../../../src/clubs/search.ts';
import { describeDatabase } from '../../support/database.ts';
import { createRandom } from '../../support/random.ts';

describeDatabase('The changes of the API', (database) => {
  /** A consumer's copy, and the loop that keeps it. */
  const createConsumer = () => {
    const clubs = new Map<number, string>();
    let next = 'https://clubs.example.org/api/club/changes';
    const read = async (): Promise<Change[]> => {
      const { value: after } = readAfter(new URL(next).searchParams);
      if (!after) throw new Error(`Unusable address: ${next}`);
      const { body } = await loadChanges(database.client, after, 'https://clubs.example.org');
      if (body.items.length === 0)
        expect(readAfter(new URL(body.next).searchParams).value).toMatchObject({ id: after.id });
      next = body.next;
      for (const item of body.items)
        if (item.state === 'deleted') clubs.delete(item.id);
        else clubs.set(item.id, item.data.name);
      return body.items;
    };
    const catchUp = async () => {
      while ((await read()).length > 0);
      return [...clubs].sort(([a], [b]) => a - b);
    };
    return { read, catchUp };
  };
  const current = async () =>
    (await database.sql<{ id: number; name: string }[]>`select id, name from club order by id`).map(
      ({ id, name }) => [id, name] as const,
    );

  test('are pages in order, and the last page repeats its address', async () => {
    await database.sql`insert into club (name) select 'Club ' || n from generate_series(1, 450) n`;
    const consumer = createConsumer();
    const sizes = [];
    for (let page = 0; page < 4; page += 1) sizes.push((await consumer.read()).length);
    expect(sizes).toEqual([200, 200, 50, 0]);
    const [id = 0] = await database.insertClubs('New');
    await database.sql`delete from club where name = 'Club 7'`;
    expect(await consumer.read()).toMatchObject([
      { state: 'updated', id, data: { name: 'New' } },
      { state: 'deleted' },
    ]);
    expect(await consumer.read()).toEqual([]);
  });

  test('keep a copy right through changes, deletions and a restored backup', async () => {
    const random = createRandom(7);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const { sql } = database;
    const consumers = [createConsumer(), createConsumer(), createConsumer()];
    const change = async (n: number) => {
      const ids = (await current()).map(([id]) => id);
      const id = ids[upTo(Math.max(0, ids.length - 1))] ?? 0;
      const kind = upTo(3);
      if (kind < 2) await database.insertClub({ name: `Club ${n}` });
      else if (kind === 2) await sql`update club set name = ${`Renamed ${n}`} where id = ${id}`;
      else await sql`delete from club where id = ${id}`;
    };
    const changeOften = async (from: number) => {
      for (let n = from; n < from + 100; n += 1) {
        await change(n);
        const reader = consumers[upTo(9)];
        if (reader) await reader.read();
      }
    };
    await changeOften(0);
    const tables = ['club', 'club_version', 'directory_version'];
    for (const table of tables) await sql`create table ${sql(`${table}_backup`)} as table ${sql(table)}`;
    await changeOften(100);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      for (const table of tables) {
        const columns = await tx<{ name: string }[]>`
          select attname as name from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
        const names = tx(columns.map(({ name }) => name));
        await tx`delete from ${tx(table)}`;
        await tx`insert into ${tx(table)} (${names}) overriding system value select ${names} from ${tx(`${table}_backup`)}`;
        await tx`drop table ${tx(`${table}_backup`)}`;
      }
    });
    await startNewEpoch(database.client);
    for (const consumer of consumers) await consumer.read();
    await changeOften(200);
    for (const consumer of consumers) expect(await consumer.catchUp()).toEqual(await current());
    expect(await createConsumer().catchUp()).toEqual(await current());
  });

  test.each(['x', '1-2', 'a-1-2-3', `${'a'.repeat(16)}-1-2-1234567890`])('do not start at %s', (after) => {
    expect(readAfter(new URLSearchParams({ after })).issues).toMatchObject([{ field: 'after' }]);
  });
});
