import { quoteCell } from '../clubs/csv/issues.ts';
import type { ClubDifference } from '../clubs/csv/difference.ts';
import { escapeControls } from '../messages/quote.ts';
import { findWordChanges } from '../clubs/history/word-changes.ts';

type Field = ClubDifference['fields'][number];

/** Fields that are compared word by word. */
const TEXTS: ReadonlySet<Field['field']> = new Set(['short_description', 'description']);

/** The changes of an import to a club, as lines for a terminal. */
export function formatDifference({ what, line, clubId, name, fields }: ClubDifference): string[] {
  const club = `${clubId === null ? 'club' : `club ${clubId}`} ${quoteCell(name)}`;
  switch (what) {
    case 'created':
      return [`line ${line}: new ${club}`];
    case 'changed':
      return [`line ${line}: ${club}`, ...fields.map((field) => `  ${formatField(field)}`)];
    case 'deleted':
      return [`not in the file: ${club} is deleted`];
  }
}

function formatField({ field, before, after }: Field): string {
  const stretches = TEXTS.has(field) ? findWordChanges(before, after) : null;
  if (!stretches) return `${field}: ${quoteCell(before)} → ${quoteCell(after)}`;
  const marked = stretches.map(({ what, text }) => {
    const shown = escapeControls(JSON.stringify(text).slice(1, -1));
    return { same: shown, added: `{+${shown}+}`, removed: `[-${shown}-]`, gap: '[…]' }[what];
  });
  return `${field}: ${marked.join('')}`;
}
