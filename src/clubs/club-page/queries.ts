import type { Sql } from '../../../db/client.ts';
import { reference, type ClubDetail, type ClubFamily } from '../record/columns.ts';
import { MARKDOWN, toColumn } from '../record/fields.ts';
import type { ClubState } from '../record/state.ts';
import { toVersioned, withVersion, type VersionedRows } from '../record/version-queries.ts';

/** A club with its parent and its children by name; no rows if it does not exist. */
export async function findClub(sql: Sql, id: number): Promise<VersionedRows<ClubDetail & ClubFamily>> {
  const html = MARKDOWN.map(({ html }) => `club.${toColumn(html)}`);
  const found = await sql<(Omit<ClubDetail, keyof ClubState> & ClubFamily & { version: string; state: ClubState })[]>`
    ${withVersion(sql)}
    select version, page.* from directory
    left join (
      select club.id, club_fields(club) as state, ${sql(html)},
        case when parent.id is not null then ${reference(sql, 'parent')} end as parent,
        (select coalesce(jsonb_agg(${reference(sql, 'child')} order by child.name, child.id), '[]')
          from club child where child.parent_id = club.id) as children
      from club left join club parent on parent.id = club.parent_id
      where club.id = ${id}
    ) page on true`;
  return toVersioned(found, ({ version: _, state, ...club }) => ({ ...state, ...club }));
}
