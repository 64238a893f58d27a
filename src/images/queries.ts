import type { Database, Sql, Transaction } from '../../db/client.ts';
import type { ImageName } from '../paths.ts';
import { TEXT_ARRAY } from '../lib/sql.ts';
import type { Logo, Rendition } from './rendition.ts';

/**
 * Keeps a logo, once however often it is sent. In the transaction that gives it to a club it is safe from the sweep,
 * which waits for what is written to its row and then finds it fresh.
 */
export async function saveLogo(tx: Transaction, { hash, renditions }: Logo): Promise<void> {
  // Always in the same order: two who send the same do not wait for each other.
  for (const { size, type, width, height, bytes } of renditions) {
    await tx`
      insert into image (hash, size, type, width, height, bytes)
      values (${hash}, ${size}, ${type}, ${width}, ${height}, ${bytes})
      on conflict (hash, size) do update set uploaded_at = excluded.uploaded_at`;
  }
}

/**
 * Makes sure of an image that is to be used and was kept earlier, as by a form that was sent before: false when it has
 * been swept since, else it stays for the transaction and an hour.
 */
export async function holdImage(tx: Transaction, hash: string): Promise<boolean> {
  const held = await tx`update image set uploaded_at = now() where hash = ${hash} returning size`;
  return held.length > 0;
}

/** The same of many: those that are there, which are held. */
export async function holdImages(tx: Transaction, hashes: readonly string[]): Promise<Set<string>> {
  const held = await tx<{ hash: string }[]>`
    update image set uploaded_at = now() where hash = any(${tx.array([...hashes], TEXT_ARRAY)}) returning hash`;
  return new Set(held.map(({ hash }) => hash));
}

/** Of many images those that are there. */
export async function findThere(sql: Sql, hashes: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ hash: string }[]>`
    select distinct hash from image where hash = any(${sql.array([...hashes], TEXT_ARRAY)})`;
  return new Set(found.map(({ hash }) => hash));
}

/** A logo in all of its sizes; null when there is none. */
export async function findLogo(sql: Sql, hash: string): Promise<Logo | null> {
  const renditions = await sql<Rendition[]>`
    select size, type, width, height, bytes from image where hash = ${hash} order by size`;
  return renditions.length > 0 ? { hash, renditions: [...renditions] } : null;
}

/** Of addresses on other sites those that a logo was fetched from, with its hash. */
export async function findFetched(sql: Sql, addresses: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ address: string; hash: string }[]>`
    select address, hash from logo_source where address = any(${sql.array([...addresses], TEXT_ARRAY)})`;
  return new Map(found.map(({ address, hash }) => [address, hash]));
}

/** Keeps a logo that was fetched, with the address that it is from. */
export async function saveFetchedLogo(tx: Transaction, { address, logo }: FetchedLogo): Promise<void> {
  await saveLogo(tx, logo);
  await tx`delete from logo_source where address = ${address}`;
  await tx`insert into logo_source (address, hash) values (${address}, ${logo.hash})`;
}

/** A logo with the address that it was fetched from. */
export interface FetchedLogo {
  address: string;
  logo: Logo;
}

/** An image in one size; null when there is none. */
export async function findRendition(sql: Sql, { hash, size }: ImageName): Promise<Rendition | null> {
  const [found] = await sql<Rendition[]>`
    select size, type, width, height, bytes from image where hash = ${hash} and size = ${size}`;
  return found ?? null;
}

/** How long an image stays that nothing uses: the form that it was sent with may still be open. */
const GRACE = '1 hour';

/** Removes the images that nothing uses, and answers how many. */
export async function deleteUnusedImages(sql: Database): Promise<number> {
  const deleted = await sql.begin(
    (tx) => tx<{ hash: string }[]>`
      delete from image
      where uploaded_at < now() - ${GRACE}::interval
        and not exists (select from (${usedHashes(tx)}) used where used.hash = image.hash)
      returning hash`,
  );
  return new Set(deleted.map(({ hash }) => hash)).size;
}

/** The hash of every image that is used: whatever column is to keep images is named here, with the hashes in its texts. */
const usedHashes = (tx: Transaction) => tx`
  select substring(logo from '[0-9a-f]{64}') as hash from club where logo is not null
  union all
  -- What a club had can be restored.
  select substring(past.logo from '[0-9a-f]{64}')
  from club_change cross join lateral (values (before ->> 'logo'), (after ->> 'logo')) past (logo)
  where past.logo is not null`;
