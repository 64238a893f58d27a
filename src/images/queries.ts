import { hash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../db/client.ts';
import type { ImageName, PreviewName } from '../paths.ts';
import { firstOf } from '../lib/sql.ts';
import type { ImageFile, Logo, Rendition } from './rendition.ts';

/** Stores a logo if it is new. Row locks protect it from `deleteUnusedImages` until the transaction ends. */
export async function saveLogo(tx: Transaction, { hash, renditions }: Logo): Promise<void> {
  // Always in the same order, so that concurrent uploads of the same logo do not deadlock.
  for (const { size, bytes } of renditions) {
    await tx`
      insert into image (hash, size, type, width, height, bytes)
      values (${hash}, ${size}, 'image/webp', ${size}, ${size}, ${bytes})
      on conflict (hash, size) do update set uploaded_at = excluded.uploaded_at`;
  }
}

/** Protects stored images until the transaction ends and for an hour. Returns those that exist. */
export async function holdImages(tx: Transaction, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ hash: string }[]>`
    update image set uploaded_at = now() where hash = any(${hashes}) returning hash`;
  return new Set(rows.map(({ hash }) => hash));
}

export async function findThere(sql: Sql, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ hash: string }[]>`
    select distinct hash from image where hash = any(${hashes})`;
  return new Set(rows.map(({ hash }) => hash));
}

export async function findLogo(sql: Sql, hash: string): Promise<Logo | null> {
  const renditions = await sql<Rendition[]>`
    select size, bytes from image where hash = ${hash} order by size`;
  return renditions.length > 0 ? { hash, renditions: [...renditions] } : null;
}

/** The hashes of the logos that were downloaded from these URLs, by URL. */
export async function findFetched(sql: Sql, addresses: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ address: string; hash: string }[]>`
    select address, hash from logo_source where address = any(${addresses})`;
  return new Map(rows.map(({ address, hash }) => [address, hash]));
}

export async function saveFetchedLogo(tx: Transaction, { address, logo }: FetchedLogo): Promise<void> {
  await saveLogo(tx, logo);
  await tx`delete from logo_source where address = ${address}`;
  await tx`insert into logo_source (address, hash) values (${address}, ${logo.hash})`;
}

export interface FetchedLogo {
  address: string;
  logo: Logo;
}

export const findRendition = (sql: Sql, { hash, size }: ImageName): Promise<ImageFile | null> =>
  firstOf(sql<ImageFile[]>`select type, bytes from image where hash = ${hash} and size = ${size}`);

export const findPreview = (sql: Sql, { clubId, digest }: PreviewName): Promise<ImageFile | null> =>
  firstOf(sql<ImageFile[]>`
    select 'image/png' as type, png as bytes from club_preview where club_id = ${clubId} and digest = ${digest}`);

/** The digest of the content of a preview, as `findWithoutPreview` computes it. */
export const digestOf = ({ name, logo }: { name: string; logo: string | null }, siteName: string): string =>
  hash('md5', [DESIGN, name, logo ?? '', siteName].join('\n')).slice(0, 16);

/** Changes with the design of previews. */
const DESIGN = '2';

/** The active club with the latest change whose preview is missing or shows something else. */
export const findWithoutPreview = (sql: Sql, siteName: string): Promise<UndrawnClub | null> =>
  firstOf(sql<UndrawnClub[]>`
    select id, name, logo, wanted.digest
    from club cross join lateral (
      select left(md5(concat_ws(e'\n', ${DESIGN}::text, name, coalesce(logo, ''), ${siteName}::text)), 16) as digest
    ) wanted
    where is_active and not exists (
      select from club_preview where club_id = id and club_preview.digest = wanted.digest)
    order by updated_at desc, id limit 1`);

export interface UndrawnClub {
  id: number;
  name: string;
  logo: string | null;
  digest: string;
}

/** Another process may have drawn it, and the club may be deleted. */
export const savePreview = (sql: Database, { id, digest }: UndrawnClub, png: Buffer): Promise<unknown> =>
  sql.begin(
    (tx) => tx`
      insert into club_preview (club_id, digest, png) select id, ${digest}, ${png} from club where id = ${id}
      on conflict (club_id) do update set digest = excluded.digest, png = excluded.png`,
  );

/** How long an unused image is kept: the form that it was uploaded with may still be open. */
const GRACE = '1 hour';

/** Deletes the images that nothing uses. */
export const deleteUnusedImages = (sql: Database): Promise<unknown> =>
  sql.begin(
    (tx) => tx`
      delete from image
      where uploaded_at < now() - ${GRACE}::interval
        and not exists (select from (${usedHashes(tx)}) used where used.hash = image.hash)`,
  );

/** Must list every column with addresses of images. */
const usedHashes = (tx: Transaction) => tx`
  select substring(logo from '[0-9a-f]{64}') as hash from club where logo is not null
  union all
  -- Earlier states of a club can be restored.
  select substring(past.logo from '[0-9a-f]{64}')
  from club_change cross join lateral (values (before ->> 'logo'), (after ->> 'logo')) past (logo)
  where past.logo is not null
  union all
  select (regexp_matches(past.source, '/image/([0-9a-f]{64})', 'g'))[1]
  from site_entry_change cross join lateral (values (before), (after)) past (source)
  where kind = 'page' and past.source is not null`;
