import { quoteCell } from '../clubs/csv/issues.ts';
import type { ClubDifference } from '../clubs/csv/difference.ts';
import { escapeControls } from '../messages/quote.ts';
import { findWordChanges } from '../clubs/word-changes.ts';

type Field = ClubDifference['fields'][number];

/** Fields whose texts are compared by words. Of the others there is no part that stays. */
const TEXTS: ReadonlySet<Field['field']> = new Set(['short_description', 'description']);

/** What an import would make of a club, in lines for a terminal: of one that is changed each field. */
export function formatDifference({ what, line, clubId, name, fields }: ClubDifference): string[] {
  const club = `${clubId === null ? 'club' : `club ${clubId}`} ${quoteCell(name)}`;
  switch (what) {
    case 'created':
      return [`line ${line}: new ${club}`];
    case 'changed':
      return [`line ${line}: ${club}`, ...fields.map((field) => `  ${formatField(field)}`)];
    case 'deleted':
      return [`no line: ${club} is deleted`];
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
