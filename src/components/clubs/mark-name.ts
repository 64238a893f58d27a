import { escapeHTML as escape } from 'astro/runtime/server/index.js';
import type { Match } from '../../clubs/list/match.ts';

/** What stands around the name in the HTML of a card. */
const NAME = /(<h4[^>]*>\s*(?:<span[^>]*>\s*)?)([^<]*?)(\s*<)/;

/** The HTML of a card with a part of its name marked: what was made of a club holds for every search. */
export function markName(html: string, name: string, [from, to]: Match): string {
  return html.replace(NAME, (all, before: string, written: string, behind: string) =>
    written === escape(name)
      ? `${before}${escape(name.slice(0, from))}<mark>${escape(name.slice(from, to))}</mark>${escape(name.slice(to))}${behind}`
      : all,
  );
}
