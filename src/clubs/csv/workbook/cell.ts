import { decodeEntities, type Parts } from './parts.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Day 0 of Excel; in workbooks with the date system of 1904, day 1462. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1462;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;

/** Texts in quotes, escaped characters, and colours, conditions and languages in brackets. */
const NOT_A_CODE = /"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** Built-in number formats that show a date or a time. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The styles that show numbers as dates or times. */
export function findDateStyles(parts: Parts, path: string): Set<string> {
  const isDate = new Map<number, boolean>();
  const styles = new Set<string>();
  let next: number | null = null;
  parts.parse(path, {
    open(name, attributes) {
      if (name === 'cellXfs') next = 0;
      if (name === 'numFmt' && next === null) {
        const { numFmtId, formatCode = '' } = attributes();
        isDate.set(Number(numFmtId), /[dmyhs]/i.test(decodeEntities(formatCode).replace(NOT_A_CODE, '')));
      }
      if (name !== 'xf' || next === null) return;
      const id = Number(attributes().numFmtId);
      if (isDate.get(id) ?? isBuiltInDate(id)) styles.add(String(next));
      next += 1;
    },
  });
  return styles;
}

/** A number with the digits that Excel shows. */
export function formatNumber(text: string): string {
  const number = Number(text);
  return Number.isNaN(number) ? text : String(Number(number.toPrecision(15)));
}

/** A date or time that is stored as a number of days. */
export function formatSerial(text: string, is1904: boolean): string {
  const days = Number(text) + (is1904 && Number(text) >= 1 ? DAYS_TO_1904 : 0);
  if (!(days >= 0 && days <= LAST_DAY)) return formatNumber(text);
  const iso = new Date(EPOCH + Math.round(days * DAY_SECONDS) * 1000).toISOString();
  return days < 1 ? formatIso(iso).slice('1899-12-30 '.length) : formatIso(iso);
}

/** A date in ISO 8601 with a space before its time, without a time at midnight. */
export const formatIso = (iso: string): string =>
  iso.replace(/T(\d\d:\d\d)(?::(\d\d))?.*/, (_, time: string, seconds = '00') => {
    const clock = seconds === '00' ? time : `${time}:${seconds}`;
    return clock === '00:00' ? '' : ` ${clock}`;
  });

/** Decodes the characters that XML does not allow. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
