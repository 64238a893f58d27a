import { escapeHTML as escape } from 'astro/runtime/server/index.js';
import type { MatchRange } from '../../clubs/list/match.ts';

const NAME = /(<h4[^>]*>\s*(?:<span[^>]*>\s*)?)([^<]*?)(\s*<)/;

/** Marks a part of the name in the cached HTML of a card, which is the same for every search. */
export function markName(html: string, name: string, [from, to]: MatchRange): string {
  return html.replace(NAME, (all, before: string, written: string, behind: string) =>
    written === escape(name)
      ? `${before}${escape(name.slice(0, from))}<mark>${escape(name.slice(from, to))}</mark>${escape(name.slice(to))}${behind}`
      : all,
  );
}
