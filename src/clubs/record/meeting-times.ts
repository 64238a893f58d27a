import { withoutWeekdays } from '../../lib/weekdays.ts';

/** A time, or the start and end of a meeting: "19:00", "7–9 pm", "18 h 30", "20 Uhr". */
const TIME = String.raw`\d{1,2}(?:[:.]\d\d|\s?h(?:\s?\d\d)?)?(?:\s?(?:[ap]m|Uhr))?`;
const TIMES = new RegExp(String.raw`\b${TIME}(?:\s?(?:–|-|to|à|bis)\s?${TIME})?(?![\d\p{L}])`, 'gu');
const isTime = (text: string) => /[:.h]|[ap]m|Uhr/.test(text);

/** The only time in a text about meetings; empty if there are several, or it may be another number. */
export function readTime(text: string): string {
  const [time = '', ...others] = text.match(TIMES) ?? [];
  return others.length === 0 && isTime(time) ? time : '';
}

/** Words between the days and times of clubs that meet each week. */
const BETWEEN =
  /(?<!\p{L})(?:and|at|every|from|mornings|noon|on|to|à|chaque|de|dès|du|et|les?|partir|tous|ab|jeden|um|und|von)(?!\p{L})/gu;

/** Whether a text has only days and times: other words may mean "every other week", or a season. */
export function isWeekly(text: string): boolean {
  const days = text.replace(TIMES, (time) => (isTime(time) ? '' : time));
  return !/[\p{L}\d]/u.test(withoutWeekdays(days).replace(BETWEEN, ''));
}
