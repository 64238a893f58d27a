import { joiningOn, type Joining } from '../../clubs/record/joining.ts';
import type { ShownClub } from '../../clubs/record/shown-club.ts';
import type { ClubSummary } from '../../clubs/record/columns.ts';
import { today } from '../../clubs/record/day.ts';
import { formatWeekdays } from '../../lib/weekdays.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { formatShortDay } from '../../messages/time.ts';

/** Whether anything is known about meetings and joining. */
export const hasJoining = (club: ShownClub): boolean =>
  [club.meetingTimes, club.meetingDays, club.meetingPlace, club.fee, club.howToJoin].some((text) => text !== '') ||
  [club.joiningUrl, club.joiningFrom, club.joiningUntil, club.beginnersWelcome].some((value) => value !== null);

/** Whether new members can join, in words; null if nothing is known. */
export function describeJoining(joining: Joining, locale: Locale): string | null {
  const { joining: t } = messages(locale).club;
  if (joining?.state === 'opens') return t.opens(formatShortDay(locale, joining.from));
  if (joining?.state === 'open')
    return joining.until === null ? t.open : t.until(formatShortDay(locale, joining.until));
  return joining && t.closed;
}

type Facts = Pick<ClubSummary, 'meetingDays' | 'meetingPlace' | 'joiningUrl' | 'joiningFrom' | 'joiningUntil'>;

/** When and where a club meets and whether students can join, for a card: only what is known. */
export function meetingFacts(club: Facts, locale: Locale): string[] {
  const joining = joiningOn(today(), club);
  const state = joining?.state === 'closed' ? null : describeJoining(joining, locale);
  return [formatWeekdays(locale, club.meetingDays, 'short'), club.meetingPlace, state ?? ''].filter(
    (text) => text !== '',
  );
}
