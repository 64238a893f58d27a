import { plainText } from '../../lib/html.ts';
import { foldForSearch } from '../record/fold.ts';
import type { TextQuery } from './text-query.ts';

/** The pieces of a text; those that match a search are marked. */
export type MarkedText = readonly { text: string; isMarked: boolean }[];

export type Marker = (text: string) => MarkedText;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LETTER = /^[a-z]$/;
/** The maximum length of a passage, and of the text that it is chosen from, in characters. */
const PASSAGE = 200;
const READ = 20_000;

/** Marks the first match of a search text in a name; null for none, and if letters before or in it fold to several. */
export function createNameMarker(text: string): (name: string) => MarkedText | null {
  const wanted = foldForSearch(text);
  return (name) => {
    const start = wanted === '' ? -1 : foldForSearch(name).indexOf(wanted);
    const end = start + wanted.length;
    if (start === -1 || foldForSearch(name.slice(start, end)) !== wanted) return null;
    return [
      { text: name.slice(0, start), isMarked: false },
      { text: name.slice(start, end), isMarked: true },
      { text: name.slice(end), isMarked: false },
    ];
  };
}

/** Marks the words of a query, but not the “a” of “a cappella”. */
export function createWordMarker({ words, beginnings }: Pick<TextQuery, 'words' | 'beginnings'>): Marker {
  return (text) => {
    const pieces: { text: string; isMarked: boolean }[] = [];
    let end = 0;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const folded = foldForSearch(word);
      const isFound = words.has(folded) || beginnings.some((beginning) => folded.startsWith(beginning));
      if (!isFound || LETTER.test(folded)) continue;
      if (index > end) pieces.push({ text: text.slice(end, index), isMarked: false });
      pieces.push({ text: word, isMarked: true });
      end = index + word.length;
    }
    if (end < text.length) pieces.push({ text: text.slice(end), isMarked: false });
    return pieces;
  };
}

/** The part of a text that begins with its first sentence with a marked word, or with its first sentence. */
export function choosePassage(html: string, mark: Marker): MarkedText {
  const text = plainText(html, READ);
  const sentences = text.match(/.+?(?:[.!?…]+(?=\s|$)|$)\s*/gu) ?? [];
  const first = Math.max(
    sentences.findIndex((sentence) => mark(sentence).some(({ isMarked }) => isMarked)),
    0,
  );
  const passage = sentences.slice(first).join('');
  const marked = mark(passage.length > PASSAGE ? shorten(passage, mark) : passage);
  return first === 0 ? marked : [{ text: '… ', isMarked: false }, ...marked];
}

/** Cuts a long passage between words, after its first marked word. */
function shorten(passage: string, mark: Marker): string {
  const at = passage.indexOf(mark(passage).find(({ isMarked }) => isMarked)?.text ?? '');
  const start = at < PASSAGE - 40 ? 0 : passage.lastIndexOf(' ', at - PASSAGE / 2) + 1;
  const cut = passage.slice(start, start + PASSAGE);
  const whole = start + PASSAGE < passage.length ? `${cut.replace(/[\s,;:–-]*[^\s]*$/u, '')}…` : cut;
  return start === 0 ? whole : `… ${whole}`;
}
