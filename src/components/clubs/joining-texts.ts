import { joiningOn } from '../../clubs/record/joining.ts';
import type { ComparedClub } from '../../clubs/record/columns.ts';
import { today } from '../../clubs/record/day.ts';
import { nameOfService, serviceOf } from '../../clubs/record/links.ts';
import { textIn, type Localized } from '../../clubs/record/localized.ts';
import { formatWeekdays, readTime, withoutWeekdays } from '../../lib/weekdays.ts';
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

/** The text of the link to join a club, or without an address to join of that to write to it. */
export function textOfJoinLink(joiningUrl: string | null, locale: Locale): string {
  const { join, joinOn, write } = messages(locale).club;
  const service = joiningUrl === null ? null : serviceOf(joiningUrl);
  return joiningUrl === null ? write : service ? joinOn(nameOfService(service)) : join;
}

const asText = (text: string) => (text === '' ? null : { text, lang: undefined });

/** When a club meets. A text of another language with only days and a time is translated. */
function meetingTimes({ meetingTimes, meetingDays }: Meetings, locale: Locale) {
  const days = formatWeekdays(locale, meetingDays, 'long').replace(/^./u, (first) => first.toLocaleUpperCase(locale));
  const times = textIn(meetingTimes, locale);
  if (!times?.lang || !days) return times ?? asText(days);
  const time = readTime(times.text);
  const rest = withoutWeekdays(times.text.replace(time, '')).replace(/\b(?:and|et|und)\b/g, '');
  return /[\p{L}\d]/u.test(rest) ? times : asText([days, translateTime(time, locale)].filter(Boolean).join(', '));
}

/** What members pay; “Free” in the language of the page. */
function feeText({ fee }: Meetings, locale: Locale) {
  const text = textIn(fee, locale);
  const isFree = text?.lang && text.text.toLowerCase() === messages(text.lang).club.free.toLowerCase();
  return isFree ? asText(messages(locale).club.free) : text;
}

/** The facts about the meetings of a club; null if unknown. */
export const meetingTexts = (club: Meetings, locale: Locale) => ({
  meeting_times: meetingTimes(club, locale),
  meeting_place: asText(club.meetingPlace),
  fee: feeText(club, locale),
  beginners_welcome:
    club.beginnersWelcome === null ? null : asText(messages(locale).clubForm.yesNo[`${club.beginnersWelcome}`]),
});

export interface LabelledFact {
  label: string;
  text: { text: string; lang: Locale | undefined } | null;
}

/** The facts about the meetings of a club, with their labels. */
export function labelledMeetings(club: Meetings, locale: Locale): LabelledFact[] {
  const { meeting } = messages(locale).club;
  return Object.entries(meetingTexts(club, locale)).map(([field, text]) => ({
    label: meeting[field as keyof typeof meeting],
    text,
  }));
}

/** What students compare. */
export const comparedFacts = (club: Window & Meetings, locale: Locale): LabelledFact[] => [
  ...labelledMeetings(club, locale),
  { label: messages(locale).club.join, text: asText(describeJoining(club, locale)) },
];

/** Whether anything is known about meetings and joining. */
export const hasJoining = (club: Window & Meetings & { howToJoinHtml: Localized }, locale: Locale): boolean =>
  comparedFacts(club, locale).some(({ text }) => text) || textIn(club.howToJoinHtml, locale) !== null;

const CLOCK_TIME = /(\d{1,2})(?:[:.]|\s?h\s?)?(\d\d)?\s?([ap]m)?/g;

/** A time that was written in another language, on the clock of 24 hours: "7–9 pm" is "19:00–21:00". */
function translateTime(text: string, locale: Locale): string {
  const times = [...text.matchAll(CLOCK_TIME)].map(([, hour, minute = '00', half]) => ({
    hour: Number(hour),
    minute,
    half,
  }));
  const end = times.at(-1);
  return times
    .map(({ hour, minute, half = hour % 12 > (end?.hour ?? 0) % 12 ? end?.half && 'am' : end?.half }) => {
      const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
      return locale === 'fr' ? `${hours}\u00a0h${minute === '00' ? '' : `\u00a0${minute}`}` : `${hours}:${minute}`;
    })
    .join(locale === 'fr' ? '\u00a0à\u00a0' : '–');
}

/** When and where a club meets, for a card. */
export function meetingFacts(
  club: Pick<Meetings, 'meetingTimes' | 'meetingDays' | 'meetingPlace'>,
  locale: Locale,
): string {
  const days = formatWeekdays(locale, club.meetingDays, 'short');
  const times = textIn(club.meetingTimes, locale);
  const written = days && times ? readTime(times.text) : '';
  const time = times?.lang ? translateTime(written, locale) : written.replaceAll(' ', '\u00a0');
  return [[days, time].filter(Boolean).join(' '), club.meetingPlace].filter(Boolean).join(' · ');
}
