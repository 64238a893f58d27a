import { setTimeout as sleep } from 'node:timers/promises';
import { isLostConnection } from '../../lost-connection.ts';
import { reportLetter, sendLetter } from '../../mail.ts';
import { byLocale, LOCALES, type Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { formatDay } from '../../messages/time.ts';
import { absolute, pathsIn } from '../../paths.ts';
import { settings, type MailSettings } from '../../settings.ts';
import { directory } from '../directory.ts';
import { beginRun, claimLetter, hasClaims, noteLetterSent, type DueLetter } from './queries.ts';

/** So many letters are under way at once. */
const AT_ONCE = 4;
/** What somebody else has begun is looked at again after so long, in ms: whoever it was may have gone. */
const LOOK_EVERY = 1000;

let underWay: Promise<void> | null = null;

/** Whether this process sends letters of a round. */
export const areLettersUnderWay = (): boolean => underWay !== null;

/**
 * Sends a letter to each club that is due one, while nobody waits for it: the table says how far it has come. Where that
 * is under way already, nothing more is begun. Whatever ends it, those who were not written to are not counted as such.
 */
export function postRoundLetters(mail: MailSettings, roundId: number, siteNames: Record<Locale, string>): void {
  underWay ??= sendAll(mail, roundId, siteNames)
    .catch((error: unknown) => {
      if (isLostConnection(error)) console.warn(BROKEN_OFF);
      else reportLetter('the e-mails of the yearly confirmation', error);
    })
    .finally(() => (underWay = null));
}

async function sendAll(mail: MailSettings, roundId: number, siteNames: Record<Locale, string>): Promise<void> {
  const { sql } = directory();
  const since = await beginRun(sql);
  const sendNext = async () => {
    for (;;) {
      const letter = await claimLetter(sql, roundId, since);
      if (letter) {
        const isSent = await sendOne(mail, letter, siteNames);
        await noteLetterSent(sql, roundId, letter.clubId, isSent ? letter.endsOn : null);
      } else if (await hasClaims(sql, roundId, since)) await sleep(LOOK_EVERY, undefined, { ref: false });
      else return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
}

/** As when the site is stopped: nothing is wrong with it, and nothing is lost. */
const BROKEN_OFF = 'Sending the e-mails of the yearly confirmation was interrupted. Continue on its page.';

/** Writes to each address by itself; false when none of them could be written to. */
async function sendOne(mail: MailSettings, letter: DueLetter, siteNames: Record<Locale, string>): Promise<boolean> {
  let isSent = false;
  for (const to of letter.addresses) {
    try {
      await sendLetter(mail, { to, ...writeLetter(letter, siteNames) });
      isSent = true;
    } catch (error) {
      reportLetter(`the yearly confirmation e-mail for club ${letter.clubId}`, error);
    }
  }
  return isSent;
}

/** The address of a link, for other sites and letters. */
export const linkOf = (token: string, locale: Locale): string =>
  absolute(settings().siteUrl, pathsIn(locale).clubConfirmByLink(token));

/** In every language, that of the site first: nobody knows which one is read. */
function writeLetter({ clubName, token, endsOn }: DueLetter, siteNames: Record<Locale, string>) {
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
