import { quoteCell } from '../clubs/csv/issues.ts';
import { fieldsOf, type PlannedClub } from '../clubs/csv/plan.ts';
import type { FieldDifference } from '../clubs/edit/form.ts';
import { escapeControls } from '../messages/quote.ts';
import { findWordChanges } from '../clubs/history/word-changes.ts';

/** Fields that are compared word by word. */
const TEXTS: ReadonlySet<FieldDifference['field']> = new Set(['short_description', 'description']);

/** The changes of an import to a club, as lines for a terminal. */
export function formatPlannedClub(planned: PlannedClub): string[] {
  const { what, line, clubId, name } = planned;
  const club = `${clubId === null ? 'club' : `club ${clubId}`} ${quoteCell(name)}`;
  switch (what) {
    case 'created':
      return [`line ${line}: new ${club}`];
    case 'changed':
      return [`line ${line}: ${club}`, ...fieldsOf(planned).map((field) => `  ${formatField(field)}`)];
    case 'deleted':
      return [`not in the file: ${club} is deleted`];
    case 'sample':
      return [];
  }
}

function formatField({ field, before, after }: FieldDifference): string {
  const stretches = TEXTS.has(field) ? findWordChanges(before, after) : null;
  if (!stretches) return `${field}: ${quoteCell(before)} → ${quoteCell(after)}`;
  const marked = stretches.map(({ what, text }) => {
    const shown = escapeControls(JSON.stringify(text).slice(1, -1));
    return { same: shown, added: `{+${shown}+}`, removed: `[-${shown}-]`, gap: '[…]' }[what];
  });
  return `${field}: ${marked.join('')}`;
}
