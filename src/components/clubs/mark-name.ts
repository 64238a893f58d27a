import { escapeHTML as escape } from 'astro/runtime/server/index.js';
import type { MatchRange } from '../../clubs/list/match.ts';

/** The HTML of a name with a mark around a match. */
export const markName = (name: string, [from, to]: MatchRange): string =>
  `${escape(name.slice(0, from))}<mark>${escape(name.slice(from, to))}</mark>${escape(name.slice(to))}`;
