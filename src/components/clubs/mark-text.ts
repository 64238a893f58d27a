import { escapeHTML as escape } from 'astro/runtime/server/index.js';
import type { MarkedText } from '../../clubs/list/marked-text.ts';

/** The HTML of a text with marks around matches. */
export const markText = (pieces: MarkedText): string =>
  pieces.map(({ text, isMarked }) => (isMarked ? `<mark>${escape(text)}</mark>` : escape(text))).join('');
