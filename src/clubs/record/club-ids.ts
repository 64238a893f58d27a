import type { Transaction } from '../../../db/client.ts';
import { MAX_CLUB_ID } from './field-rules.ts';

/**
 * Moves the sequence of ids past all current and deleted clubs, so that none of the next `count` clubs gets the address
 * and history of a deleted one; reuses ids if too few are left. Returns whether there are enough.
 */
export async function reserveClubIds(tx: Transaction, count: number): Promise<boolean> {
  const [{ current, ever, last }] = await tx<[{ current: number; ever: number; last: number }]>`
    select current, greatest(current, (select max(club_id) from club_change)) as ever,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('club', 'id')::regclass), 0)::integer as last
    from (select greatest(max(id), 0) as current from club) club`;
  const largest = ever + count > MAX_CLUB_ID ? current : ever;
  const areEnough = largest + count <= MAX_CLUB_ID;
  if (areEnough && (largest > last || last + count > MAX_CLUB_ID)) {
    await tx`select setval(pg_get_serial_sequence('club', 'id'), ${Math.max(largest, 1)}, ${largest > 0})`;
  }
  return areEnough;
}
