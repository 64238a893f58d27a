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

/** The same, with what it leaves as it is. */
export function describeCounts(plan: KeptPlan, locale: Locale): string[] {
  const t = messages(locale).clubImport.counts;
  const { leftOut } = plan.shown;
  return [...describeChanges(plan, locale), t.unchanged(plan.unchanged), ...(leftOut > 0 ? [t.leftOut(leftOut)] : [])];
}
