import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { deleteUnusedImages, findRendition, holdImages, saveLogo } from '../../src/images/queries.ts';
import type { Logo } from '../../src/images/rendition.ts';
import { paths } from '../../src/paths.ts';
import { describeDatabase, describeServer, type TestDatabase } from '../support/database.ts';

/** A logo of random bytes. */
const makeLogo = (): Logo => ({
  hash: randomBytes(32).toString('hex'),
  renditions: ([200, 400] as const).map((size) => ({ size, bytes: randomBytes(size * 10) })),
});

async function save(database: TestDatabase, logo = makeLogo()): Promise<Logo> {
  await database.client.begin((tx) => saveLogo(tx, logo));
  return logo;
}

/** Makes every image two hours old. */
const age = (database: TestDatabase) => database.sql`update image set uploaded_at = now() - interval '2 hours'`;

const logoOf = ({ hash }: Logo) => paths.image({ hash, size: 400 });

async function findHashes(database: TestDatabase): Promise<string[]> {
  const rows = await database.sql<{ hash: string }[]>`select distinct hash from image order by hash`;
  return rows.map(({ hash }) => hash);
}

describeDatabase('An image', (database) => {
  test('is read back in each size', async () => {
    const logo = await save(database);
    for (const { size, bytes } of logo.renditions) {
      const stored = await findRendition(database.client, { hash: logo.hash, size });
      expect(stored).toEqual({ type: 'image/webp', bytes });
    }
    expect(await findRendition(database.client, { hash: 'a'.repeat(64), size: 400 })).toBeNull();
  });

  test('is stored once, and a second upload renews it', async () => {
    const logo = await save(database);
    await age(database);
    await save(database, logo);
    expect(await database.sql`select from image`).toHaveLength(2);
    expect(await database.sql`select from image where uploaded_at < now() - interval '1 minute'`).toHaveLength(0);
  });

  test.each([
    ['hash', "'ABC'", 'image_hash_is_sha_256'],
    ['size, width, height', '300, 300, 300', 'image_size_is_200_or_400'],
    ['bytes', "''", 'image_has_up_to_1_mib'],
  ])('is rejected with a wrong %s', async (column, value, constraint) => {
    await save(database);
    const change = database.sql.unsafe(`update image set (${column}) = row(${value}) where size = 400`);
    await expect(change).rejects.toThrow(constraint);
  });
});

describeDatabase('The sweep', (database) => {
  test('removes unused images', async () => {
    await save(database);
    const used = await save(database);
    await save(database);
    await age(database);
    await database.insertClub({ logo: logoOf(used) });
    await database.insertClub({ logo: '/logos/ski.png' });
    await database.insertClub({});
    await deleteUnusedImages(database.client);
    expect(await findHashes(database)).toEqual([used.hash]);
  });

  test('keeps uploaded and held images for an hour', async () => {
    const logos = [await save(database), await save(database)];
    await age(database);
    logos.push(await save(database));
    const [again, held] = logos;
    if (again) await save(database, again);
    expect(await database.client.begin((tx) => holdImages(tx, [held?.hash ?? '']))).toEqual(new Set([held?.hash]));
    await deleteUnusedImages(database.client);
    expect(await findHashes(database)).toHaveLength(3);
  });

  test('makes holding a removed image fail', async () => {
    const { hash } = await save(database);
    await age(database);
    await deleteUnusedImages(database.client);
    expect(await database.client.begin((tx) => holdImages(tx, [hash]))).toEqual(new Set());
  });
});

describeServer('The sweep during a transaction', (database) => {
  test.each<[how: string, take: (tx: Parameters<typeof saveLogo>[0], logo: Logo) => Promise<unknown>]>([
    ['uploads', saveLogo],
    ['holds', (tx, { hash }) => holdImages(tx, [hash])],
  ])('waits for a transaction that %s an image, and keeps it', async (_how, take) => {
    const logo = await save(database);
    await age(database);
    const taken = Promise.withResolvers<undefined>();
    const mayEnd = Promise.withResolvers<undefined>();
    onTestFinished(() => mayEnd.resolve(undefined));
    const writing = database.client.begin(async (tx) => {
      await take(tx, logo);
      await tx`insert into club (name, logo) values ('Ski', ${logoOf(logo)})`;
      taken.resolve(undefined);
      await mayEnd.promise;
    });
    await taken.promise;
    const sweeping = deleteUnusedImages(database.client);
    const waiting = () => database.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from image%'`;
    await expect.poll(waiting).toHaveLength(1);
    mayEnd.resolve(undefined);
    await writing;
    await sweeping;
    expect(await findHashes(database)).toEqual([logo.hash]);
  });
});
