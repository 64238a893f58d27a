/** A day as it is stored: `2026-11-22`. */
export type Day = string;

/** The days that a text may name, year first or last: none, one, or two for such as 05/06/2026. */
export function readDays(text: string): Day[] {
  // Spreadsheets may put a time behind it, which is midnight where a day is meant.
  const day = text.replace(/(?<=\d)[T ]0?0:00(?::00(?:\.0+)?)?Z?$/, '');
  const [, year, , month = '', date = ''] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(day) ?? [];
  const [, first = '', , second = '', last = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(day) ?? [];
  const days = year ? [toDay(year, month, date)] : [toDay(last, second, first), toDay(last, first, second)];
  return [...new Set(days.filter((one) => one !== null))];
}

function toDay(year: string, month: string, date: string): Day | null {
  if (Number(year) < 1900) return null;
  const day = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return day.getUTCMonth() === Number(month) - 1 && day.getUTCDate() === Number(date)
    ? day.toISOString().slice(0, 10)
    : null;
}

/** Today where the site runs: in the time zone of its process, whatever that of the database is. */
export function today(now = new Date()): Day {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
