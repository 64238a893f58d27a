import type { Database, Sql } from '../../db/client.ts';
import { readClubId } from '../clubs/search.ts';
import { textOf } from '../lib/form-data.ts';
import { seeOther } from '../lib/responses.ts';
import type { Locale } from '../messages/locales.ts';
import type { Done } from '../messages/messages.ts';
import { pathsIn, withDone } from '../paths.ts';
import { sendInvitation, type SentInvitation } from './emails.ts';
import { EmailFormSchema } from './fields.ts';
import { readForm, tooMany, type FormOutcome, type FormInput } from './form.ts';
import { withdrawInvitation } from './invitations.ts';
import type { User } from './permissions.ts';
import { invitationsBy } from './attempt-limits.ts';
import { logAccount } from './sign-in.ts';
import type { Account } from './users.ts';

/** The officers of a club, by name. */
export const findOfficers = async (sql: Sql, clubId: number): Promise<Account[]> =>
  await sql<Account[]>`
    select site_user.id, site_user.name, site_user.email, is_email_verified
    from club_officer join site_user on site_user.id = user_id
    where club_id = ${clubId} order by site_user.name, site_user.id`;

/** Makes the account of an address an officer and returns its id; null if the account or the club does not exist. */
async function addOfficer(database: Database, clubId: number, email: string): Promise<number | null> {
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

interface Context {
  clubId: number;
  clubName: string;
  user: User;
  /** Whether the user may add and remove officers. Others invite everyone, also those with an account. */
  canName: boolean;
  siteNames: Record<Locale, string>;
}

/** Removes an officer, withdraws an invitation, or adds the account of an address. Without one, invites the address. */
export async function submitOfficerForm(
  sql: Database,
  input: FormInput,
  { clubId, clubName, user, canName, siteNames }: Context,
): Promise<FormOutcome<SentInvitation>> {
  const { form, action, locale, clientAddress } = input;
  const done = (what: Done) => seeOther(withDone(pathsIn(locale).clubOfficers(clubId), what));
  const log = (event: string, account: number) =>
    logAccount(event, clientAddress, { account, by: user.id, club: clubId });
  if (action === 'withdraw') {
    const invitationId = readClubId(textOf(form, 'invitation_id'));
    if (invitationId !== null) await withdrawInvitation(sql, invitationId, clubId);
    return done('invitationWithdrawn');
  }
  if (form.has('remove')) {
    if (!canName) return new Response(null, { status: 403 });
    const officerId = readClubId(textOf(form, 'remove'));
    if (officerId !== null) {
      await removeOfficer(sql, clubId, officerId);
      log('Officer removed', officerId);
    }
    return done('officerRemoved');
  }
  const { value, errors } = await readForm(EmailFormSchema, input);
  if (!value) return { errors };
  const { email } = value;
  const addedId = canName ? await addOfficer(sql, clubId, email) : null;
  if (addedId !== null) {
    log('Officer added', addedId);
    return done('officerAdded');
  }
  const limited = invitationsBy.count(user.email);
  if (limited) return tooMany(limited, locale);
  const invitation = { email, roles: [], permissions: [], clubId, clubName, locale, isLinkHidden: true };
  return { result: await sendInvitation(sql, user, invitation, siteNames) };
}
