import type { Database } from '../../../db/client.ts';
import { reportEmailError, sendEmail } from '../../lib/mail.ts';
import { byLocale, LOCALES, type Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { formatDay } from '../../messages/time.ts';
import { absolute, pathsIn } from '../../paths.ts';
import { settings, type MailSettings } from '../../settings.ts';
import { claimEmail, findDueClubs, recordFailedEmail, type RoundEmail } from './queries.ts';

const CONCURRENCY = 4;

let sending: Promise<void> | null = null;

export const isSendingEmails = (): boolean => sending !== null;

/** Sends an e-mail to each club that is due one, in the background. Does nothing while this process is sending. */
export function sendRoundEmails(sql: Database, mail: MailSettings, siteNames: Record<Locale, string>): void {
  sending ??= sendAll(sql, mail, siteNames)
    .catch((error: unknown) => reportEmailError('the e-mails of the yearly confirmation', error))
    .finally(() => (sending = null));
}

async function sendAll(sql: Database, mail: MailSettings, siteNames: Record<Locale, string>): Promise<void> {
  // The workers share the iterator.
  const dueClubs = (await findDueClubs(sql)).values();
  const sendNext = async () => {
    for (const due of dueClubs) {
      const email = await claimEmail(sql, due);
      if (email && !(await sendOne(mail, email, siteNames))) await recordFailedEmail(sql, email);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
}

/** Sends an e-mail to each address; false when all of them failed. */
async function sendOne(mail: MailSettings, email: RoundEmail, siteNames: Record<Locale, string>): Promise<boolean> {
  let isSent = false;
  for (const to of email.addresses) {
    try {
      await sendEmail(mail, { to, ...formatEmail(email, siteNames) });
      isSent = true;
    } catch (error) {
      reportEmailError(`the yearly confirmation e-mail for club ${email.clubId}`, error);
    }
  }
  return isSent;
}

export const linkOf = (token: string, locale: Locale): string =>
  absolute(settings().siteUrl, pathsIn(locale).clubConfirmByLink(token));

/** The e-mail in every language, because the language of the recipient is unknown; the default language comes first. */
function formatEmail({ clubName, token, endsOn }: RoundEmail, siteNames: Record<Locale, string>) {
  const { defaultLocale } = settings();
  const locales = [defaultLocale, ...LOCALES.filter((locale) => locale !== defaultLocale)];
  const texts = byLocale((locale) => messages(locale).emails.round);
  return {
    subject: locales
      .map((locale, index) => (index === 0 ? texts[locale].subject(clubName) : texts[locale].question))
      .join(' / '),
    paragraphs: locales.flatMap((locale, index) => [
      ...(index > 0 ? ['* * *'] : []),
      ...texts[locale].paragraphs(clubName, siteNames[locale], formatDay(locale, endsOn), linkOf(token, locale)),
    ]),
  };
}
