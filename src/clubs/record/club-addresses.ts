import type { Sql } from '../../../db/client.ts';
import type { Fragment } from '../../lib/sql.ts';
import type { ClubReference } from './columns.ts';

/** The ids of the clubs whose contact or officer has an e-mail address, which is in lower case. */
export const clubsOfAddress = (sql: Sql, email: string): Fragment => sql`(
  select id from club where lower(contact) = ${email}
  union select club_id from club_officer join site_user on site_user.id = user_id
  where email = ${email} and is_email_verified)`;

export const findClubsOfAddress = async (sql: Sql, email: string): Promise<ClubReference[]> =>
  await sql<ClubReference[]>`
    select id, name, is_active from club where id in ${clubsOfAddress(sql, email)} order by name, id`;
