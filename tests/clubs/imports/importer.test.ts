import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createImporter } from '../../../src/clubs/imports/importer.ts';
import { BEAT, findKeptImport, listKeptImports } from '../../../src/clubs/imports/kept-imports.ts';
import { describeDatabase } from '../../support/database.ts';

const THREAD = new URL('../../support/programs/wait-for-word.ts', import.meta.url);
const OPTIONS = { deleteMissing: false, replaceSamples: false };
/** Its bytes go to the thread. */
const file = () => ({ name: 'clubs.csv', bytes: new Uint8Array(1) });
const ADA = { userId: 0, name: 'Ada' };

/** Lets the threads end; answers what ends the saying of it. */
function sayWord(): () => void {
  const channel = new BroadcastChannel('wait-for-word');
  // Said again until the thread hears it, which takes some time to start.
  const saying = setInterval(() => channel.postMessage('on'), 20);
  return () => {
    clearInterval(saying);
    channel.close();
  };
}

describeDatabase('What works on imports', (database) => {
  test('holds four files at most, until one of them is read', async () => {
    const reports: string[] = [];
    const importer = createImporter(database.client, THREAD, (line) => reports.push(line));
    const read = () => importer.read(file(), OPTIONS, ADA);
    const ids = await Promise.all(Array.from({ length: 8 }, read));
    expect(ids.filter((id) => id !== null)).toHaveLength(4);
    expect(await read()).toBeNull();
    expect(await listKeptImports(database.client)).toHaveLength(4);

    const stop = sayWord();
    await expect.poll(read).not.toBeNull();
    expect(reports).toEqual([]);
    stop();
    await importer.close();
  });

  test('takes up a writing that broke off also while the thread still ends that has read the file', async () => {
    const importer = createImporter(database.client, THREAD, () => {});
    const { id } = (await importer.read(file(), OPTIONS, ADA)) ?? { id: 0 };
    await database.sql`update club_import set state = 'writing', beat_at = '-infinity' where id = ${id}`;
    // Its work says meanwhile that it goes on, but not of what has become of the import.
    await sleep(BEAT * 1000 + 500);
    const kept = await findKeptImport(database.client, id);
    if (!kept) throw new Error('There is no import.');
    expect(kept).toMatchObject({ state: 'writing', isAbandoned: true });
    await importer.recover(kept);
    expect(await findKeptImport(database.client, id)).toMatchObject({
      state: 'planned',
      failure: { code: 'brokeOff' },
    });
    await importer.close();
  });

  test('still writes an import after the thread has ended that has read its file', async () => {
    const importer = createImporter(database.client, THREAD, () => {});
    const { id } = (await importer.read(file(), OPTIONS, ADA)) ?? { id: 0 };
    const reading = importer.settled(id);
    let isOver = false;
    await database.client.begin(async (tx) => {
      await tx`lock table club_import in access exclusive mode`;
      importer.write(id, { actor: ADA, isChanged: false, mayDelete: true });
      const stop = sayWord();
      await reading;
      stop();
      const writing = importer.settled(id).then(() => (isOver = true));
      await sleep(100);
      expect(isOver).toBe(false);
      return { writing };
    });
    await expect.poll(() => isOver).toBe(true);
    await importer.close();
  });
});
