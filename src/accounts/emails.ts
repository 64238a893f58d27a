import type { Database } from '../../db/client.ts';
import { joinTexts, reportEmailError, sendEmail, type Email } from '../lib/mail.ts';
import { findClubsOfAddress } from '../clubs/record/club-addresses.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { absolute, pathsIn } from '../paths.ts';
import { settings, type MailSettings } from '../settings.ts';
import { siteLanguages } from '../site-settings.ts';
import { createInvitation, INVITATION_DAYS, markSentByEmail, type NewInvitation } from './invitations.ts';
import { editLinksTo } from './attempt-limits.ts';
import type { User } from './permissions.ts';
import { createEditToken, createResetToken, type EditLink } from './one-time-links.ts';

interface EmailSite {
  locale: Locale;
  siteName: string;
}

/** Runs in the background, so that the response time does not reveal whether an address is known. Errors are logged. */
function sendInBackground(
  what: string,
  mail: MailSettings,
  create: () => Promise<Email | null>,
  onFailure = () => {},
): void {
  const run = async () => {
    const email = await create();
    if (email) await sendEmail(mail, email);
  };
  run().catch((error: unknown) => {
    onFailure();
    reportEmailError(what, error);
  });
}

/** Sends a password reset link if the address has an account with a password. */
export function sendResetLink(sql: Database, mail: MailSettings, email: string, { locale, siteName }: EmailSite): void {
  sendInBackground('a password reset e-mail', mail, async () => {
    const created = await createResetToken(sql, email);
    if ('issue' in created) return null;
    const t = messages(locale).emails.reset;
    const link = absolute(settings().siteUrl, pathsIn(locale).passwordReset(created.token));
    return { to: email, subject: t.subject(siteName), paragraphs: t.paragraphs(created.name, siteName, link) };
  });
}

/** Sends a link that edits the clubs of an address, if it has any and got none in the last ten minutes. */
export function sendEditLink(sql: Database, mail: MailSettings, email: string, { locale, siteName }: EmailSite): void {
  const create = async () => {
    const clubs = await findClubsOfAddress(sql, email);
    if (clubs.length === 0 || editLinksTo.count(email)) return null;
    const t = messages(locale).emails.edit;
    const link = absolute(settings().siteUrl, pathsIn(locale).clubsByEmailLink(await createEditToken(sql, email)));
    return { to: email, subject: t.subject(siteName), paragraphs: t.paragraphs(siteName, link) };
  };
  sendInBackground('an edit link', mail, create, () => editLinksTo.reset(email));
}

/** Reports a change, and the contact that waits for the board, to the address whose link was used for it. */
export function sendEditNotice(
  { email, clubId, clubName }: EditLink,
  requestedContact: string | null,
  { locale, siteName }: EmailSite,
): void {
  const { mail, siteUrl } = settings();
  if (!mail) return;
  const { emails, editLink } = messages(locale);
  const t = emails.edited;
  const page = absolute(siteUrl, pathsIn(locale).clubView(clubId));
  const requested = requestedContact === null ? [] : [editLink.requested(requestedContact)];
  const paragraphs = t.paragraphs(clubName, siteName, page, requested);
  const notice = { to: email, subject: t.subject(clubName), paragraphs };
  sendInBackground('a notice of an edit', mail, () => Promise.resolve(notice));
}

/** `link`: null if only the e-mail has it. `isSent`: null on a site that sends no e-mails. */
export type SentInvitation = Awaited<ReturnType<typeof sendInvitation>>;

interface SentFields extends Omit<NewInvitation, 'invitedBy'> {
  clubName?: string;
  /** Of the link on the page. */
  locale: Locale;
  isLinkHidden: boolean;
}

/**
 * Creates an invitation, also to become an officer of a club, and sends it in every language if the site sends e-mails.
 * `isLinkHidden`: the page shows the link only if it was not sent, so that using it proves the address.
 */
export async function sendInvitation(
  sql: Database,
  invitedBy: User,
  { clubName, locale, isLinkHidden, ...invitation }: SentFields,
  siteNames: Record<Locale, string>,
) {
  const { email } = invitation;
  const { mail, siteUrl } = settings();
  const token = await createInvitation(sql, { ...invitation, invitedBy: invitedBy.id });
  const linkIn = (locale: Locale) => absolute(siteUrl, pathsIn(locale).invitation(token));
  const link = linkIn(locale);
  if (!mail) return { email, link, isSent: null };
  const texts = siteLanguages().map((locale) => {
    const { emails, invitation: ofClub } = messages(locale);
    const t = emails.invitation;
    const paragraphs = t.paragraphs(invitedBy.name, siteNames[locale], INVITATION_DAYS, linkIn(locale));
    if (clubName !== undefined) paragraphs.splice(2, 0, ofClub.forClub(clubName));
    return { subject: t.subject(siteNames[locale]), paragraphs };
  });
  try {
    await sendEmail(mail, { to: email, ...joinTexts(texts) });
  } catch (error) {
    reportEmailError('an invitation', error);
    return { email, link, isSent: false };
  }
  if (isLinkHidden) await markSentByEmail(sql, token);
  return { email, link: isLinkHidden ? null : link, isSent: true };
}
