import type { Transaction } from '../../db/client.ts';
import type { Fragment } from '../lib/sql.ts';
import { CLUB_ID_MAX } from './field-rules.ts';

export interface Numbering {
  /** The largest id in use; new clubs get the ids after it. */
  largest: number;
  /** Whether there are enough ids for all new clubs. */
  hasRoom: boolean;
}

/**
 * Moves the id sequence past every current and deleted club, so that a new club does not inherit the address and history
 * of a deleted one. Ids of deleted clubs are reused only when no others are left. Does nothing if `onlyIf` is false.
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
