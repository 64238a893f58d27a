import { clubStore } from '../clubs/club-store.ts';
import { reportLetter, sendLetter } from '../mail.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { absolute, pathsIn } from '../paths.ts';
import { settings, type MailSettings } from '../settings.ts';
import { INVITATION_DAYS } from './invitations.ts';
import { createResetToken } from './reset-token.ts';

/** What a letter says of the site, in the language of the page that it was asked for on. */
interface LetterSite {
  locale: Locale;
  /** What the site is called in that language. */
  siteName: string;
}

/**
 * Sends a link for a new password where the address has an account with one. Nobody waits for it: how long an answer takes says
 * nothing of accounts. What goes wrong is told in the log.
 */
export function postResetLink(mail: MailSettings, email: string, site: LetterSite): void {
  sendResetLink(mail, email, site).catch((error: unknown) => reportLetter('a password reset e-mail', error));
}

async function sendResetLink(mail: MailSettings, email: string, { locale, siteName }: LetterSite): Promise<void> {
  const made = await createResetToken(clubStore().sql, email);
  if ('fault' in made) return;
  const t = messages(locale).emails.reset;
  const link = absolute(settings().siteUrl, pathsIn(locale).passwordReset(made.token));
  await sendLetter(mail, {
    to: email,
    subject: t.subject(siteName),
    paragraphs: t.paragraphs(made.name, siteName, link),
  });
}

/** Sends the link of an invitation; false when it could not be sent, which the log tells. */
export async function sendInvitation(
  mail: MailSettings,
  { email, link }: { email: string; link: string },
  { locale, siteName }: LetterSite,
): Promise<boolean> {
  const t = messages(locale).emails.invitation;
  try {
    const paragraphs = t.paragraphs(siteName, INVITATION_DAYS, link);
    await sendLetter(mail, { to: email, subject: t.subject(siteName), paragraphs });
    return true;
  } catch (error) {
    reportLetter('an invitation', error);
    return false;
  }
}
