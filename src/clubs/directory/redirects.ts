import type { Sql } from '../../../db/client.ts';

/** Of these ids, those of merged clubs, each with the id of the club that it is part of now. */
export async function findRedirects(sql: Sql, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ oldId: number; newId: number }[]>`
    with recursive redirect as (
      select old_id, new_id from club_redirect where old_id = any(${ids})
      union
      select redirect.old_id, next.new_id from redirect join club_redirect next on next.old_id = redirect.new_id
    )
    select old_id, new_id from redirect join club on club.id = new_id`;
  return new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
}
