import { clubStore } from '../clubs/club-store.ts';
import { reportEmailError, sendEmail } from '../lib/mail.ts';
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
export function sendResetLink(mail: MailSettings, email: string, { locale, siteName }: EmailSite): void {
  const send = async () => {
    const created = await createResetToken(clubStore().sql, email);
    if ('issue' in created) return;
    const t = messages(locale).emails.reset;
    const link = absolute(settings().siteUrl, pathsIn(locale).passwordReset(created.token));
    const paragraphs = t.paragraphs(created.name, siteName, link);
    await sendEmail(mail, { to: email, subject: t.subject(siteName), paragraphs });
  };
  send().catch((error: unknown) => reportEmailError('a password reset e-mail', error));
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
  { email, token, isLinkHidden }: { email: string; token: string; isLinkHidden: boolean },
  { locale, siteName }: EmailSite,
): Promise<SentInvitation> {
  const { mail, siteUrl } = settings();
  const link = absolute(siteUrl, pathsIn(locale).invitation(token));
  if (!mail) return { email, link, isSent: null };
  const t = messages(locale).emails.invitation;
  try {
    const paragraphs = t.paragraphs(siteName, INVITATION_DAYS, link);
    await sendEmail(mail, { to: email, subject: t.subject(siteName), paragraphs });
  } catch (error) {
    reportEmailError('an invitation', error);
    return { email, link, isSent: false };
  }
  if (isLinkHidden) await markSentByEmail(clubStore().sql, token);
  return { email, link: isLinkHidden ? null : link, isSent: true };
}
