import type { Database, Sql } from '../../db/client.ts';

/** A user who keeps the texts of a club up to date. */
export interface Officer {
  id: number;
  name: string;
  email: string;
  isEmailVerified: boolean;
}

/** The officers of a club, by name. */
export const findOfficers = async (sql: Sql, clubId: number): Promise<Officer[]> =>
  await sql<Officer[]>`
    select site_user.id, site_user.name, site_user.email, is_email_verified
    from club_officer join site_user on site_user.id = user_id
    where club_id = ${clubId} order by site_user.name, site_user.id`;

/** Makes the account of an address an officer and returns its id; null if the account or the club does not exist. */
export async function addOfficer(database: Database, clubId: number, email: string): Promise<number | null> {
  return await database.begin(async (tx) => {
    const [user] = await tx<{ id: number }[]>`
      select site_user.id from site_user, club where email = ${email} and club.id = ${clubId} for key share`;
    if (!user) return null;
    await tx`
      insert into club_officer (club_id, user_id) values (${clubId}, ${user.id})
      on conflict (club_id, user_id) do nothing`;
    return user.id;
  });
}

export async function removeOfficer(database: Database, clubId: number, userId: number): Promise<void> {
  await database.begin((tx) => tx`delete from club_officer where club_id = ${clubId} and user_id = ${userId}`);
}
