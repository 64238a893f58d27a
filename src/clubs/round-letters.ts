import PQueue from 'p-queue';
import { reportLetter, sendLetter } from '../mail.ts';
import { byLocale, LOCALES, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { formatDay } from '../messages/time.ts';
import { absolute, pathsIn } from '../paths.ts';
import { settings, type MailSettings } from '../settings.ts';
import { directory } from './directory.ts';
import { beginRun, claimLetters, isRoundGood, noteLetterSent, type DueLetter } from './round.ts';

/** So many letters are under way at once, and so many are taken from the table at once. */
const AT_ONCE = 4;
const CLAIMED_AT_ONCE = 20;

let underWay: Promise<void> | null = null;

/** Whether this process sends letters of a round. */
export const areLettersUnderWay = (): boolean => underWay !== null;

/**
 * Sends a letter to each club that is due one, while nobody waits for it: the table says how far it has come. Where that
 * is under way already, nothing more is begun. Whatever ends it, those who were not written to are not counted as such.
 */
export function postRoundLetters(mail: MailSettings, roundId: number, siteNames: Record<Locale, string>): void {
  underWay ??= sendAll(mail, roundId, siteNames)
    .catch((error: unknown) => reportLetter('The letters of the yearly round', error))
    .finally(() => (underWay = null));
}

async function sendAll(mail: MailSettings, roundId: number, siteNames: Record<Locale, string>): Promise<void> {
  const { sql } = directory();
  const since = await beginRun(sql);
  const queue = new PQueue({ concurrency: AT_ONCE });
  for (;;) {
    const letters = await claimLetters(sql, roundId, since, CLAIMED_AT_ONCE);
    if (letters.length === 0) return;
    await queue.addAll(
      letters.map((letter) => async () => {
        // Its turn may come long after it was taken, and its link would be good no more.
        if (!(await isRoundGood(sql, roundId))) return;
        const isSent = await sendOne(mail, letter, siteNames);
        await noteLetterSent(sql, roundId, letter.clubId, isSent);
      }),
    );
  }
}

/** Writes to each address by itself; false when none of them could be written to. */
async function sendOne(mail: MailSettings, letter: DueLetter, siteNames: Record<Locale, string>): Promise<boolean> {
  let isSent = false;
  for (const to of letter.addresses) {
    try {
      await sendLetter(mail, { to, ...writeLetter(letter, siteNames) });
      isSent = true;
    } catch (error) {
      reportLetter('A letter of the yearly round', error);
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
  const texts = byLocale((locale) => messages(locale).letters.round);
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
