import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { FileReport } from './file-report.ts';

const MARKED = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16 (little-endian)', 'utf-16be': 'UTF-16 (big-endian)' };

/** How a file was read, in sentences: what was understood although an export writes it otherwise, and what was changed. */
export function describeReading(
  file: FileReport,
  locale: Locale,
  { hasLogoFolder = false }: { hasLogoFolder?: boolean } = {},
): string[] {
  const t = messages(locale).fileReading;
  const { names, parentNames, trimmedAddresses } = file.normalised;
  const normalised = names.trimmed + names.toNfc + parentNames.trimmed + parentNames.toNfc + trimmedAddresses;
  const otherNotations = file.respelledColumns + file.otherBooleans + file.respelledIds + file.otherDates;
  const form = [
    file.encoding !== 'windows-1252' && file.hasByteOrderMark && t.mark(MARKED[file.encoding]),
    file.separator === ';' && t.semicolons,
    file.separator === '\t' && t.tabs,
    file.hasSpaces && t.spaces,
    file.hasSeparatorLine && t.separatorLine,
    otherNotations > 0 && t.otherNotations(otherNotations),
  ].filter((text) => text !== false);
  const ignored = [
    file.emptyColumns > 0 && t.emptyColumns(file.emptyColumns),
    file.emptyRows > 0 && t.emptyRows(file.emptyRows),
  ].filter((text) => text !== false);
  return [
    form.length > 0 && t.format(form.join(', ')),
    ignored.length > 0 && t.ignored(ignored.join(', ')),
    normalised > 0 && t.normalised(normalised),
    file.completedWebsites > 0 && t.completedWebsites(file.completedWebsites),
    file.ownLogos > 0 && t.ownLogos(file.ownLogos),
    hasLogoFolder && t.logosFromFolder(file.logosFromFolder),
    file.foreignLogos > 0 && t.foreignLogos(file.foreignLogos, file.fetchedLogos),
  ].filter((text) => text !== false);
}

/** What to check in a file that could be read in one way or another. */
export function describeFileWarnings(file: FileReport, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  return [
    file.encoding === 'windows-1252' && t.windows1252,
    file.commaCategories > 0 && t.commaCategories(file.commaCategories),
  ].filter((text) => text !== false);
}

/** Whether a file needs consent before it is imported: it may have been read in the wrong encoding. */
export const needsConsent = (file: FileReport): boolean => file.encoding === 'windows-1252';
