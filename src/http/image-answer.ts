import { IMAGE_HEADERS, type Rendition } from '../images/rendition.ts';
import { createAnswer, type Answer } from './buffered-response.ts';

/** For as long as the rendition is in memory. */
const made = new WeakMap<Rendition, Answer>();

/** An image as it is answered, made once. */
export function answerOfImage(rendition: Rendition): Answer {
  const before = made.get(rendition);
  if (before) return before;
  const headers = { ...IMAGE_HEADERS, 'Content-Type': rendition.type };
  const answer = createAnswer(200, headers, rendition.bytes, { isKept: true });
  made.set(rendition, answer);
  return answer;
}
