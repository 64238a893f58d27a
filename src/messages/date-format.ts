const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const FORMATS = {
  day: DAY,
  shortDay: { day: 'numeric', month: 'long' },
  briefDay: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  time: { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const;

/** Formats dates in a language: British in English ("29 November 2026"), "1er mai 2026" in French. */
export function dateFormat(
  lang: string,
  format: keyof typeof FORMATS,
  options?: Intl.DateTimeFormatOptions,
): (date: Date) => string {
  const dates = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { ...FORMATS[format], ...options });
  return (date) => (lang === 'fr' ? dates.format(date).replace(/^1 /, '1er ') : dates.format(date));
}
