import type { Database } from '../../db/client.ts';
import { loadBoardHome, RECENT_STEPS } from '../clubs/board/home.ts';
import { countOpen } from '../clubs/board/inbox/queries.ts';
import { boardTasks } from '../clubs/board/tasks.ts';
import { countRound, findOpenRound } from '../clubs/round/queries.ts';
import { reportEmailError, sendEmail } from '../lib/mail.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { absolute, pathsIn } from '../paths.ts';
import { settings, type MailSettings } from '../settings.ts';
import { mainLocale, siteLanguages } from '../site-settings.ts';
import { isPermitted } from './grants.ts';

/* The weekly e-mail: the home page of the board, sent on Monday mornings to users who chose it. */

/** Turns it on in a language, or off. */
export const setWeeklyEmail = (database: Database, userId: number, locale: Locale | null) =>
  database.begin((tx) => tx`update site_user set weekly_locale = ${locale}, weekly_at = now() where id = ${userId}`);

/** The last Monday at seven o'clock, in the time zone of the server. */
function lastMonday(now: Date): Date {
  const monday = new Date(now);
  monday.setHours(7, 0, 0, 0);
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
  if (monday > now) monday.setDate(monday.getDate() - 7);
  return monday;
}

/** Sends the e-mails that are due. The update claims them, so that each is sent by one process only. */
export async function sendWeeklyEmails(
  sql: Database,
  mail: MailSettings,
  siteName: (locale: Locale) => string,
  now = new Date(),
): Promise<void> {
  const users = await sql.begin(
    async (tx) =>
      await tx<{ email: string; locale: Locale }[]>`
      update site_user set weekly_at = ${now}
      where weekly_locale is not null and weekly_at < ${lastMonday(now)} and ${isPermitted(tx, 'club.change_club')}
      returning email, weekly_locale as locale`,
  );
  for (const { email, locale: wanted } of users) {
    const locale = siteLanguages().find((one) => one === wanted) ?? mainLocale();
    const paragraphs = await describeWeek(sql, locale);
    const subject = messages(locale).emails.weekly.subject(siteName(locale));
    const sending = sendEmail(mail, { to: email, subject, paragraphs });
    await sending.catch((error: unknown) => reportEmailError('a weekly e-mail', error));
  }
}

/** The paragraphs of the e-mail as of now. */
export async function describeWeek(sql: Database, locale: Locale): Promise<string[]> {
  const [home, open, round, progress] = await Promise.all([
    // Also for those that were undone.
    loadBoardHome(sql, 200),
    countOpen(sql),
    findOpenRound(sql),
    countRound(sql),
  ]);
  const { board, boardHome: t, clubForm, clubTable, emails, history, round: ofRound, number } = messages(locale);
  const paths = pathsIn(locale);
  const link = (path: string) => absolute(settings().siteUrl, path);
  const tasks = boardTasks(locale, home, { messages: open });
  const ids = new Set(home.steps.map(({ step }) => step.id));
  const standing = home.steps.filter(({ isUndone, undoes }) => !isUndone && !(undoes && ids.has(undoes.id)));
  const steps = standing.slice(0, RECENT_STEPS).map(({ step, club, created, changed, deleted }) => {
    const clubs = created + changed + deleted;
    const kind = board.kinds[step.kind];
    const what = clubs > 0 ? clubForm.of(kind, club?.name ?? clubTable.result(clubs, false)) : kind;
    return `- ${what}${step.userName && `, ${history.by(step.userName)}`}`;
  });
  const state = round
    ? ofRound.answered(progress.confirmed + progress.updated, progress.clubs)
    : ofRound.notStarted(home.active);
  return [
    tasks.length > 0 ? t.attention : t.calm,
    ...tasks.map(({ count, text, href }) => `- ${number(count)} ${text(count)}\n  ${link(href)}`),
    [ofRound.heading, state, link(paths.boardRound())].join('\n'),
    steps.length > 0 ? [t.changes, ...steps, link(paths.boardHistory())].join('\n') : t.noChanges,
    `${emails.weekly.footer}\n${link(paths.account)}`,
  ];
}
