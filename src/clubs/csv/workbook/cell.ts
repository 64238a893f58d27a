const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of Excel; in workbooks with the date system of 1904, day 1462. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1462;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;

/** What the cells of a workbook refer to. */
export interface CellContext {
  strings: readonly string[];
  /** The styles that show numbers as dates or times. */
  dateStyles: ReadonlySet<number>;
  is1904: boolean;
}

/** Texts in quotes, escaped characters, and colours, conditions and languages in brackets. */
const NOT_A_CODE = /"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** Whether a number format shows a date or a time; without a code, it is built in. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    : /[dmyhs]/i.test(code.replace(NOT_A_CODE, ''));

/** The text of a cell as Excel shows it, but dates in ISO 8601. */
export function formatCell(text: string, type: string, style: number, context: CellContext): string {
  if (text === '' || type === 'e') return text;
  if (type === 's') return context.strings[Number(text)] ?? '';
  if (type === 'b') return String(text === '1' || text === 'true');
  if (type === 'd') return formatIso(text);
  if (type !== 'n') return unescapeText(text);
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  const days = number + (context.is1904 && number >= 1 ? DAYS_TO_1904 : 0);
  // 15 digits, as in Excel.
  if (!context.dateStyles.has(style) || days < 0 || days > LAST_DAY) return String(Number(number.toPrecision(15)));
  const iso = formatIso(new Date(EPOCH + Math.round(days * DAY_MS)).toISOString());
  return days < 1 ? iso.slice('1899-12-30 '.length) : iso;
}

/** `2026-05-17 09:15`, without a time at midnight. */
const formatIso = (iso: string): string => iso.slice(0, 16).replace('T', ' ').replace(' 00:00', '');

/** Decodes the characters that XML does not allow. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
