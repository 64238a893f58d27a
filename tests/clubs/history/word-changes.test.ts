import { describe, expect, test } from 'vitest';
import { findWordChanges } from '../../../src/clubs/history/word-changes.ts';

/** Formats changes as `[-removed-]{+added+}`. */
const show = (before: string, after: string) =>
  findWordChanges(before, after)
    ?.map(({ what, text }) => {
      if (what === 'added') return `{+${text}+}`;
      if (what === 'removed') return `[-${text}-]`;
      return what === 'gap' ? '…' : text;
    })
    .join('');

describe('The changes of a text', () => {
  test.each([
    ['We meet every Sunday.', 'We meet each Sunday at noon.', 'We meet [-every-]{+each+} Sunday{+ at noon+}.'],
    ['Un été à la neige', 'Un hiver à la neige', 'Un [-été-]{+hiver+} à la neige'],
    ['один два три', 'один пять три', 'один [-два-]{+пять+} три'],
    ['one\n\ntwo', 'one\ntwo', 'one[-\n\n-]{+\n+}two'],
    ['a *b* 😀 c', 'a *b* 🎿 c', 'a *b* [-😀-]{+🎿+} c'],
  ])('are shown by words: %j, then %j', (before, after, told) => {
    expect(show(before, after)).toBe(told);
  });

  test.each([
    ['have nothing in common', 'Chess for everybody', 'Ski and snow'],
    ['have little in common', 'the best club of them all, for chess', 'the mountains are calling us: skiing and snow'],
    [
      'share only half of their words',
      'We meet on Sunday in the old library',
      'We meet on the first Friday of a month in the park',
    ],
    ['are empty on one side', '', 'Ski'],
  ])('are not shown by words when the texts %s', (_, before, after) => {
    expect(findWordChanges(before, after)).toBeNull();
  });

  test('leave out long unchanged parts', () => {
    const [first, last] = [`first ${'x '.repeat(500)}`, `${'y '.repeat(500)}last`];
    const told = show(`${first}old ${last}`, `${first}new ${last}`) ?? '';
    expect(told).toMatch(/^…(x )+\[-old-\]\{\+new\+\} (y )*y…$/);
    expect(told.length).toBeLessThan(300);
    expect(show(`old ${'x '.repeat(50)}old`, `new ${'x '.repeat(50)}new`)).not.toContain('…');
  });

  test('contain both texts completely', () => {
    const [before, after] = ['Every Sunday, on\nthe hill. Bring skis!', 'Every Monday, on the hill. Bring your skis!'];
    const parts = findWordChanges(before, after) ?? [];
    const side = (left: string) => parts.flatMap(({ what, text }) => (what === left ? [] : [text])).join('');
    expect([side('added'), side('removed')]).toEqual([before, after]);
  });

  test('are not computed for two long texts that differ everywhere', () => {
    const words = (letter: string) => Array.from({ length: 4000 }, (_, index) => `${letter}${index}`).join(' ');
    expect(findWordChanges(words('a'), words('b'))).toBeNull();
  });
});
