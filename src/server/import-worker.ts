import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { openDatabase } from '../../db/open.ts';
import { readUpload } from '../clubs/imports/work.ts';
import { settings } from '../settings.ts';

/*
 * Reads an import in a thread of its own, with a connection of its own: reading a large file, and rendering the texts in
 * it, would keep the visitors of the site waiting. It says how far it is, as a part of 1.
 */

const { id, bytes, siteUrl } = v.parse(
  v.object({ id: v.number(), bytes: v.instance(Uint8Array), siteUrl: v.string() }),
  workerData,
);
const database = await openDatabase(settings(), { share: true, asItIs: true });
try {
  await readUpload(database.sql, id, bytes, { siteUrl, onProgress: (part) => parentPort?.postMessage(part) });
} finally {
  await database.close();
}
