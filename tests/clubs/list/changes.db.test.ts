import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeBackup } from '../../../db/backup.ts';
import { restoreBackup } from '../../../db/restore.ts';
import { mergeClubs } from '../../../src/clubs/board/merge.ts';
import type { Change } from '../../../src/clubs/list/api-schemas.ts';
import { loadChanges } from '../../../src/clubs/list/changes.ts';
import { beginEpoch } from '../../../src/clubs/record/version-queries.ts';
import { readAfter } from '../../../src/clubs/search.ts';
import { describeDatabase } from '../../support/database.ts';
import { inFull } from '../../support/scope.ts';
import { undoHelpers } from '../../support/undo.ts';
import { createRandom, pick } from '../../support/random.ts';

describeDatabase('The changes of the API', (database) => {
  const { insertActor, create, edit, remove, undo, revisionOf } = undoHelpers(database);
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

  test('keep a copy right through edits, merges, deletions, undos and a restored backup', async () => {
    const random = createRandom(7);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const ada = await insertActor();
    const file = join(await mkdtemp(join(tmpdir(), 'club-changes-')), 'a.backup');
    onTestFinished(() => rm(dirname(file), { recursive: true }));
    const consumers: ReturnType<typeof createConsumer>[] = [];
    const change = async (n: number) => {
      const ids = (await current()).map(([id]) => id);
      const [one = 0] = ids.splice(upTo(ids.length - 1), 1);
      const other = ids.length > 3 ? pick(random, ids) : 0;
      const kind = other === 0 ? 'create' : pick(random, ['create', 'create', 'edit', 'merge', 'delete', 'undo']);
      if (kind === 'create') await create(ada, { name: `Club ${n}` });
      else if (kind === 'edit') await edit(ada, one, { name: `Renamed ${n}` });
      else if (kind === 'delete') await remove(ada, one);
      else if (kind === 'merge') {
        const seen = [await revisionOf(one), await revisionOf(other)];
        await mergeClubs(database.client, ada, [one, other], { seen, choose: () => null });
      } else {
        const steps = await database.sql<{ id: number }[]>`
          select id::integer from club_step where kind <> 'other' order by id desc limit 20`;
        await undo(ada, pick(random, steps).id);
      }
    };
    const changeOften = async (from: number) => {
      for (let n = from; n < from + inFull(15, 170); n += 1) {
        await change(n);
        if (random() < 0.05) consumers.push(createConsumer());
        await consumers[upTo(9)]?.read();
      }
    };
    await changeOften(0);
    await writeBackup(database.client, file);
    await changeOften(1000);
    await database.client.begin(async (tx) => {
      await restoreBackup(tx, file);
      await beginEpoch(tx);
    });
    await changeOften(2000);
    for (const consumer of [...consumers, createConsumer()]) expect(await consumer.catchUp()).toEqual(await current());
  });

  test.each(['x', '1-2', 'a-1-2-3', `${'a'.repeat(16)}-1-2-1234567890`])('do not start at %s', (after) => {
    expect(readAfter(new URLSearchParams({ after })).issues).toMatchObject([{ field: 'after' }]);
  });
});
