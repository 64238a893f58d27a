import type { Messages } from '../../messages/en.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Encoding } from './decode.ts';
import { isStatus } from './lenient-cells.ts';

/** Cells that were adapted, such as dates in other forms, and logos by their source. */
export type ReadingCount = keyof Messages['fileReading']['counts'];

export interface Reading {
  encoding: Encoding;
  counts: Partial<Record<ReadingCount, number>>;
  /** What other words than those of the site mean as a status. */
  statuses: Map<string, boolean>;
}

/** Counts cells or logos. */
export const countReading = ({ counts }: Pick<Reading, 'counts'>, name: ReadingCount, more = 1): void => {
  counts[name] = (counts[name] ?? 0) + more;
};

/** What a user should know about how a file was read, in sentences. */
export function describeReading({ encoding, counts, statuses }: Reading, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  const words = Map.groupBy([...statuses.keys()].filter(isStatus), (word) => statuses.get(word) === true);
  return [
    ...(encoding === 'windows-1252' ? [t.notUtf8] : []),
    ...Object.entries(t.counts).flatMap(([name, label]) => {
      const count = counts[name as ReadingCount] ?? 0;
      return count > 0 ? [t.counted(label, count)] : [];
    }),
    ...[...words].map(([isActive, members]) => t.statuses(members, isActive)),
  ];
}

/** What a user should check: unknown words that were read as a status. */
export function describeDoubts({ statuses }: Reading, locale: Locale): string[] {
  const words = [...statuses.keys()].filter((word) => !isStatus(word));
  return words.length > 0 ? [messages(locale).fileReading.doubtful(words)] : [];
}
