import type { KeptPlan } from '../../clubs/imports/kept-imports.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** What an import changes, in words; empty where it changes nothing. */
export function describeChanges(
  { created, updated, renamed, deleted, removedSamples }: KeptPlan,
  locale: Locale,
): string[] {
  const {
    clubImport: { counts: t },
    desk,
  } = messages(locale);
  return [
    removedSamples > 0 && t.samples(removedSamples),
    created > 0 && t.created(created),
    updated > 0 && desk.changed(updated),
    renamed > 0 && t.renamed(renamed),
    deleted > 0 && desk.deleted(deleted),
  ].filter((text) => text !== false);
}

/** What an import changes and leaves as it is, as numbers with their labels. */
export function countsOf(
  { created, updated, renamed, deleted, removedSamples, unchanged, mistakes, shown }: KeptPlan,
  locale: Locale,
): { label: string; value: string; isNegative: boolean }[] {
  const {
    clubImport: { filters, tiles },
    number,
  } = messages(locale);
  const tile = (label: string, count: number, { isAlways = false, isNegative = false } = {}) =>
    isAlways || count > 0 ? [{ label, value: number(count), isNegative }] : [];
  return [
    ...tile(tiles.mistakes, mistakes, { isNegative: true }),
    ...tile(filters.created, created, { isAlways: true }),
    ...tile(filters.changed, updated, { isAlways: true }),
    ...tile(filters.renamed, renamed),
    ...tile(filters.deleted, deleted, { isNegative: true }),
    ...tile(tiles.samples, removedSamples, { isNegative: true }),
    ...tile(tiles.unchanged, unchanged, { isAlways: true }),
    ...tile(filters.leftOut, shown.leftOut),
  ];
}
