import { joiningOn } from '../../clubs/record/joining.ts';
import type { ComparedClub } from '../../clubs/record/columns.ts';
import { today } from '../../clubs/record/day.ts';
import { textIn, type Localized } from '../../clubs/record/localized.ts';
import { formatWeekdays } from '../../lib/weekdays.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { formatShortDay } from '../../messages/time.ts';

type Window = Pick<ComparedClub, 'joiningUrl' | 'joiningFrom' | 'joiningUntil'> & { isActive?: boolean };
type Meetings = Pick<ComparedClub, 'meetingTimes' | 'meetingDays' | 'meetingPlace' | 'fee' | 'beginnersWelcome'>;

/** Whether new members can join today, in words; empty if nothing is known. */
export function describeJoining(club: Window, locale: Locale): string {
  const joining = joiningOn(today(), club);
  const { joining: t } = messages(locale).club;
  if (!joining) return '';
  if (joining.state === 'opens') return t.opens(formatShortDay(locale, joining.from));
  if (joining.state === 'closed') return t.closed;
  return joining.until === null ? t.open : t.until(formatShortDay(locale, joining.until));
}

const asText = (text: string) => (text === '' ? null : { text, lang: undefined });

/** The facts about the meetings of a club; null if unknown. */
export const meetingTexts = (club: Meetings, locale: Locale) => ({
  meeting_times: textIn(club.meetingTimes, locale) ?? asText(formatWeekdays(locale, club.meetingDays, 'long')),
  meeting_place: asText(club.meetingPlace),
  fee: textIn(club.fee, locale),
  beginners_welcome:
    club.beginnersWelcome === null ? null : asText(messages(locale).clubForm.yesNo[`${club.beginnersWelcome}`]),
});

export const MEETING_FIELDS = ['meeting_times', 'meeting_place', 'fee', 'beginners_welcome'] as const;

/** Whether anything is known about meetings and joining. */
export const hasJoining = (club: Window & Meetings & { howToJoinHtml: Localized }, locale: Locale): boolean =>
  [
    ...Object.values(meetingTexts(club, locale)),
    textIn(club.howToJoinHtml, locale),
    describeJoining(club, locale),
  ].some(Boolean);

/** When and where a club meets, for a card. */
export const meetingFacts = (club: Pick<Meetings, 'meetingDays' | 'meetingPlace'>, locale: Locale): string =>
  [formatWeekdays(locale, club.meetingDays, 'short'), club.meetingPlace].filter(Boolean).join(' · ');
