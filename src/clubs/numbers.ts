import type { Transaction } from '../../db/client.ts';
import type { Fragment } from '../lib/sql.ts';
import { CLUB_ID_MAX } from './field-rules.ts';

/** Where new clubs are numbered from. */
export interface Numbering {
  /** The number that the first of them comes behind. */
  largest: number;
  /** Whether all of them have a number. */
  hasRoom: boolean;
}

/**
 * Sets the numbering of clubs behind every number that there is, whoever gave it, and that there ever was, by the history:
 * addresses and changes of a club that is gone are nobody else's. Numbers of clubs that are gone are given again only
 * when no others are left. Both maxima are the ends of indexes. Where `onlyIf` is not so, nothing is set.
 */
export async function numberBehindAll(
  tx: Transaction,
  created: number,
  onlyIf: Fragment = tx`true`,
): Promise<Numbering> {
  const [{ present, ever, last }] = await tx<[{ present: number; ever: number; last: number }]>`
    select present, greatest(present, (select max(club_id) from club_change)) as ever,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('club', 'id')::regclass), 0)::integer as last
    from (select greatest(max(id), 0) as present from club) club`;
  const largest = ever + created > CLUB_ID_MAX ? present : ever;
  const hasRoom = largest + created <= CLUB_ID_MAX;
  if (hasRoom && (largest > last || last + created > CLUB_ID_MAX)) {
    await tx`
      select setval(pg_get_serial_sequence('club', 'id'), ${Math.max(largest, 1)}, ${largest > 0}) where ${onlyIf}`;
  }
  return { largest, hasRoom };
}
