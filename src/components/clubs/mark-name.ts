import { escapeHTML as escape } from 'astro/runtime/server/index.js';
import type { MarkedText } from '../../clubs/list/marked-text.ts';
import type { MatchRange } from '../../clubs/list/match.ts';

/** The HTML of a name with a mark around a match. */
export const markName = (name: string, [from, to]: MatchRange): string =>
  `${escape(name.slice(0, from))}<mark>${escape(name.slice(from, to))}</mark>${escape(name.slice(to))}`;

/** The HTML of a text with marks around matches. */
export const markText = (pieces: MarkedText): string =>
  pieces.map(({ text, isMarked }) => (isMarked ? `<mark>${escape(text)}</mark>` : escape(text))).join('');
