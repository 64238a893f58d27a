import { expect, test } from 'vitest';
import { createImporter } from '../../../src/clubs/imports/importer.ts';
import { listKeptImports } from '../../../src/clubs/imports/kept-imports.ts';
import { describeDatabase } from '../../support/database.ts';

const THREAD = new URL('../../support/programs/wait-for-word.ts', import.meta.url);
const OPTIONS = { deleteMissing: false, replaceSamples: false };
/** A new file each time, since its bytes are transferred to the thread. */
const file = () => ({ name: 'clubs.csv', bytes: new Uint8Array(1) });
const ADA = { userId: 0, name: 'Ada' };

/** Lets the threads end. Returns a function that stops the messages to them. */
function releaseThreads(): () => void {
  const channel = new BroadcastChannel('wait-for-word');
  // Repeated, since a thread takes some time to start.
  const timer = setInterval(() => channel.postMessage('on'), 20);
  return () => {
    clearInterval(timer);
    channel.close();
  };
}

describeDatabase('The importer', (database) => {
  test('holds at most four files in memory', async () => {
    const reports: string[] = [];
    const importer = createImporter(database.client, THREAD, (line) => reports.push(line));
    const read = () => importer.read(file(), OPTIONS, ADA);
    const ids = await Promise.all(Array.from({ length: 8 }, read));
    expect(ids.filter((id) => id !== null)).toHaveLength(4);
    expect(await read()).toBeNull();
    expect(await listKeptImports(database.client)).toHaveLength(4);

    const stop = releaseThreads();
    await expect.poll(read).not.toBeNull();
    expect(reports).toEqual([]);
    stop();
    await importer.close();
  });
});
