import type { Database, Sql } from '../../../db/client.ts';
import type { ClubName } from '../record/columns.ts';
import { publicContact, type ContactWay } from '../record/contact.ts';

/** A club with its e-mail address. */
export interface Recipient extends ClubName {
  contact: string;
}

/** Returns null if the club does not exist or has no contact form. */
export async function findRecipient(sql: Sql, clubId: number): Promise<Recipient | null> {
  const [club] = await sql<(Recipient & { contactBy: ContactWay | null })[]>`
    select id, name, contact, contact_by from club where id = ${clubId}`;
  return club && publicContact(club).hasForm ? club : null;
}

/** Counts messages in a row that the mail server of a club refused. */
export const recordDelivery = (database: Database, { id, contact }: Recipient, isRefused: boolean): Promise<unknown> =>
  database.begin((tx) =>
    isRefused
      ? tx`
          insert into contact_failure (club_id, contact, failures) values (${id}, ${contact}, 1)
          on conflict (club_id) do update set contact = excluded.contact,
            failures = case when contact_failure.contact = excluded.contact then contact_failure.failures else 0 end + 1`
      : tx`delete from contact_failure where club_id = ${id}`,
  );
