import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../db/client.ts';
import { joinTexts, reportEmailError, sendEmail, temporaryReplyOf } from '../../lib/mail.ts';
import type { Day } from '../record/day.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { formatDay } from '../../messages/time.ts';
import { absolute, pathsIn } from '../../paths.ts';
import { settings, type MailSettings } from '../../settings.ts';
import { siteLanguages } from '../../site-settings.ts';
import { claimEmail, findDueClubs, recordFailedEmail, type DueClub, type RoundEmail } from './queries.ts';

const CONCURRENCY = 4;
/** How long to wait before an e-mail is sent again that the server refused temporarily, in ms. */
const RETRY_DELAYS: readonly number[] = [60_000, 420_000];

/** Whether this process is sending, also while it waits because the server refused some e-mails temporarily. */
let isSending = false;
export const isSendingEmails = (): boolean => isSending;

type SiteNames = Record<Locale, string>;
type EmailClub = Pick<RoundEmail, 'clubName' | 'token' | 'endsOn'>;

/** Sends an e-mail to each club that is due one, in the background. Does nothing while this process is sending. */
export function sendRoundEmails(sql: Database, mail: MailSettings, names: SiteNames, delays = RETRY_DELAYS): void {
  if (isSending) return;
  isSending = true;
  sendAll(sql, mail, names, delays)
    .catch((error: unknown) => reportEmailError('the e-mails of the yearly confirmation', error))
    .finally(() => (isSending = false));
}

async function sendAll(sql: Database, mail: MailSettings, names: SiteNames, delays: readonly number[]): Promise<void> {
  let due = await sendOnce(sql, mail, names, await findDueClubs(sql));
  for (const delay of delays) {
    if (due.length === 0) return;
    await sleep(delay, undefined, { ref: false });
    due = await sendOnce(sql, mail, names, due);
  }
}

/** Sends an e-mail to each club. Returns those to try again: refused temporarily, or not tried because of a 421. */
async function sendOnce(sql: Database, mail: MailSettings, names: SiteNames, due: DueClub[]): Promise<DueClub[]> {
  const postponed: DueClub[] = [];
  // The workers share the iterator.
  const dueClubs = due.values();
  const sendNext = async () => {
    for (const club of dueClubs) {
      const email = await claimEmail(sql, club);
      const errors = email ? await sendOne(mail, email, names) : [];
      if (!email || errors.length === 0) continue;
      await recordFailedEmail(sql, email);
      const replies = errors.map(temporaryReplyOf);
      if (replies.some(Boolean)) postponed.push(club);
      // The server accepts no e-mails for now.
      if (replies.includes(421)) postponed.push(...dueClubs);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
  return postponed;
}

/** Sends an e-mail to each address. Returns the errors if all attempts failed. */
async function sendOne(mail: MailSettings, email: RoundEmail, names: SiteNames): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const to of email.addresses)
    await sendEmail(mail, { to, ...formatEmail(email, names) }).catch((error: unknown) => {
      reportEmailError(`the yearly confirmation e-mail for club ${email.clubId}`, error);
      errors.push(error);
    });
  return errors.length < email.addresses.length ? [] : errors;
}

export const linkOf = (token: string, locale: Locale): string =>
  absolute(settings().siteUrl, pathsIn(locale).clubConfirmByLink(token));

/** The e-mail in every language; the default one comes first. */
export function formatEmail({ clubName, token, endsOn }: EmailClub, siteNames: SiteNames) {
  const texts = siteLanguages().map((locale, index) => {
    const { subject, question, paragraphs } = messages(locale).emails.round;
    return {
      subject: index === 0 ? subject(clubName) : question,
      paragraphs: paragraphs(clubName, siteNames[locale], formatDay(locale, endsOn), linkOf(token, locale)),
    };
  });
  return joinTexts(texts);
}

/** A message to several clubs in every language, without their links. The first line is the subject. */
export function formatMessage(endsOn: Day, siteNames: SiteNames): string {
  const texts = siteLanguages().map((locale) => {
    const { question, toAll } = messages(locale).emails.round;
    const list = absolute(settings().siteUrl, pathsIn(locale).clubList);
    return { subject: question, paragraphs: toAll(siteNames[locale], formatDay(locale, endsOn), list) };
  });
  const { subject, paragraphs } = joinTexts(texts);
  return [subject, ...paragraphs].join('\n\n');
}
