import type { Database } from '../../db/client.ts';
import { reportEmailError, retryEmail, sendEmail } from '../lib/mail.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { absolute, pathsIn } from '../paths.ts';
import { settings, type MailSettings } from '../settings.ts';
import { INVITATION_DAYS, markSentByEmail } from './invitations.ts';
import { createResetToken } from './one-time-links.ts';

interface EmailSite {
  locale: Locale;
  siteName: string;
}

/**
 * Sends a password reset link if the address has an account with a password. Runs in the background, so that the
 * response time does not reveal whether there is one. Errors are logged.
 */
export function sendResetLink(sql: Database, mail: MailSettings, email: string, { locale, siteName }: EmailSite): void {
  const create = async () => {
    const created = await createResetToken(sql, email);
    if ('issue' in created) return;
    const t = messages(locale).emails.reset;
    const link = absolute(settings().siteUrl, pathsIn(locale).passwordReset(created.token));
    const paragraphs = t.paragraphs(created.name, siteName, link);
    const send = () => sendEmail(mail, { to: email, subject: t.subject(siteName), paragraphs });
    await send().catch((error: unknown) => retryEmail('a password reset e-mail', error, send));
  };
  create().catch((error: unknown) => reportEmailError('a password reset e-mail', error));
}

export interface SentInvitation {
  email: string;
  /** Null if only the e-mail has it. */
  link: string | null;
  /** Null on a site that sends no e-mails. */
  isSent: boolean | null;
}

/**
 * Sends an invitation if the site sends e-mails. `isLinkHidden`: the page shows the link only if it was not sent, so
 * that using it proves the address.
 */
export async function sendInvitation(
  sql: Database,
  { email, token, isLinkHidden }: { email: string; token: string; isLinkHidden: boolean },
  { locale, siteName }: EmailSite,
): Promise<SentInvitation> {
  const { mail, siteUrl } = settings();
  const link = absolute(siteUrl, pathsIn(locale).invitation(token));
  if (!mail) return { email, link, isSent: null };
  const t = messages(locale).emails.invitation;
  const paragraphs = t.paragraphs(siteName, INVITATION_DAYS, link);
  const send = () => sendEmail(mail, { to: email, subject: t.subject(siteName), paragraphs });
  try {
    await send();
  } catch (error) {
    retryEmail('an invitation', error, send);
    return { email, link, isSent: false };
  }
  if (isLinkHidden) await markSentByEmail(sql, token);
  return { email, link: isLinkHidden ? null : link, isSent: true };
}
