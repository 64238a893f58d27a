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

export type DayOrder = 'day' | 'month';

/** The order of day and month in an unambiguous date with the year last; null for other texts. */
export function readDayOrder(text: string): DayOrder | null {
  const [, first = '', , second = ''] = YEAR_LAST.exec(withoutMidnight(text)) ?? [];
  if (first === '' || Number(first) === Number(second) || readDays(text).length !== 1) return null;
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
  return day > today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 12));
}

/** The day that is so many days later, or earlier if negative. */
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
