import { foldForSearch } from './fold.ts';

/** An ISO 8601 date such as `2026-11-22`. */
export type Day = string;

/** The dates that a text may mean: none, one, or two if day and month are ambiguous, such as 05/06/2026. */
export function readDays(text: string): Day[] {
  const day = withoutMidnight(text);
  const [, year, , month = '', date = ''] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(day) ?? [];
  const [, first = '', , second = '', last = ''] = YEAR_LAST.exec(day) ?? [];
  const days = year ? [toDay(year, month, date)] : [toDay(last, second, first), toDay(last, first, second)];
  return [...new Set(days.filter((value) => value !== null))];
}

const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;

/** Spreadsheets may append the time 00:00 to a date. */
const withoutMidnight = (text: string) => text.replace(/(?<=\d)[T ]0?0:00(?::00(?:\.0+)?)?Z?$/, '');

/** A time after a date, also with AM or PM and a time zone. */
const TIME =
  /(?<=\d)(?:,?\s+(?:à\s+|at\s+)?|T)\d{1,2}[:h]\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i;

/** How the months begin in English and French, folded. */
const MONTHS = 'jan fev|feb mar avr|apr mai|may juin|jun juil|jul aou|aug sep oct nov dec'
  .split(' ')
  .map((start) => new RegExp(`^(?:${start})`));

/** The serial numbers of the days from 1990 to 2099 in Excel and LibreOffice. */
const SERIALS = { first: 32_874, last: 73_050 };

/** `17 mai 2026`, `17-May-26`. */
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-](\p{L}{3,12})\.?,?[\s-](\d{4}|\d{2})$/iu;

/** `May 17, 2026`. */
const MONTH_FIRST = /^(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})$/iu;

/** `17.05.26` */
const SHORT_YEAR = /^(\d{1,2}([-/.])\d{1,2}\2)(\d{2})$/;

/** A date in digits and without a time: `17 mai 2026 09:15` and `46159` become `2026-05-17`. Other texts stay as they are. */
export function simplifyDay(text: string): string {
  const day = text.length > 60 ? text : text.replace(TIME, '').replace(SHORT_YEAR, '$120$3');
  const serial = /^\d{5}(?:[.,]\d+)?$/.test(day) ? Number.parseInt(day) : 0;
  if (serial >= SERIALS.first && serial <= SERIALS.last)
    return new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
  const [, date, month, year] = DAY_FIRST.exec(day) ?? [];
  const [, monthFirst, second, last] = MONTH_FIRST.exec(day) ?? [];
  const name = foldForSearch(month ?? monthFirst ?? '');
  const number = MONTHS.findIndex((start) => start.test(name)) + 1;
  return toDay((year ?? last ?? '').padStart(4, '20'), String(number), date ?? second ?? '') ?? day;
}

export type DayOrder = 'day' | 'month';

/** The order of day and month in an unambiguous date with the year last; null for other texts. */
export function readDayOrder(text: string): DayOrder | null {
  const day = simplifyDay(text);
  const [, first = '', , second = ''] = YEAR_LAST.exec(day) ?? [];
  if (first === '' || Number(first) === Number(second) || readDays(day).length !== 1) return null;
  return Number(first) > 12 ? 'day' : 'month';
}

/** The date that a text means in this order. */
export const chooseDay = (text: string, order: DayOrder): Day | undefined => readDays(text)[order === 'day' ? 0 : 1];

function toDay(year: string, month: string, date: string): Day | null {
  if (Number(year) < 1900) return null;
  const day = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return day.getUTCMonth() === Number(month) - 1 && day.getUTCDate() === Number(date)
    ? day.toISOString().slice(0, 10)
    : null;
}

/** Whether a day is later than tomorrow: tomorrow is today in another time zone. */
export function isFuture(day: Day, now = new Date()): boolean {
  return day > addDays(today(now), 1);
}

/** Adds days to a date; a negative number subtracts them. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Today in the time zone of this process, which may differ from that of the database. */
export function today(now = new Date()): Day {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
