import { describe, expect, test } from 'vitest';
import { Announcements } from '../../src/clubs/announcements.ts';

const announced = (...payloads: string[]) => {
  const announcements = new Announcements();
  for (const payload of payloads) announcements.add(payload);
  return announcements;
};

describe('What was announced', () => {
  test('is told from one version to another, each club once', () => {
    const announcements = announced('e-2:1,2:', 'e-3::3', 'e-4:2:3,4');
    expect(announcements.between('e-1', 'e-4')).toEqual({ movedIds: [1, 2], otherIds: [3, 4] });
    expect(announcements.between('e-2', 'e-3')).toEqual({ movedIds: [], otherIds: [3] });
    expect(announcements.between('e-4', 'e-4')).toEqual({ movedIds: [], otherIds: [] });
  });

  test('is nothing of which a part is missing, too long to tell, or of another epoch', () => {
    expect(announced('e-2:1:', 'e-4:2:').between('e-1', 'e-4')).toBeNull();
    expect(announced('e-2:1:', 'e-3:*:*').between('e-1', 'e-3')).toBeNull();
    expect(announced('e-2:1:').between('f-1', 'f-2')).toBeNull();
    expect(announced('e-2:1:').between('e-1', 'f-2')).toBeNull();
    expect(announced('e-2:1:', 'f-3:1:').between('e-1', 'e-2')).toBeNull();
  });

  test('does not say which other clubs changed when one announcement does not', () => {
    expect(announced('e-2:1:7', 'e-3:2:*').between('e-1', 'e-3')).toEqual({ movedIds: [1, 2], otherIds: null });
  });

  test('may come a little later, and is lost after that', async () => {
    const announcements = announced('e-3:1:');
    expect(announcements.lacks('e-1', 'e-3', 40)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(announcements.lacks('e-1', 'e-3', 40)).toBe(true);
    announcements.add('e-2:2:');
    expect(announcements.lacks('e-1', 'e-3', 40)).toBe(false);
    // What is missing now is not what was missing then.
    expect(announcements.lacks('e-1', 'e-4', 40)).toBe(false);
  });

  test('lacks a change that was too long to tell, at once', () => {
    expect(announced('e-2:*:*').lacks('e-1', 'e-2', 10_000)).toBe(true);
  });

  test('is forgotten when it is in the names', () => {
    const announcements = announced('e-2:1:', 'e-3:2:');
    announcements.forgetUpTo('e-2');
    expect(announcements.between('e-1', 'e-3')).toBeNull();
    expect(announcements.between('e-2', 'e-3')).toEqual({ movedIds: [2], otherIds: [] });
  });

  test('takes no more memory than so many announcements', () => {
    const announcements = new Announcements();
    for (let number = 2; number < 20_000; number += 1) announcements.add(`e-${number}:1:`);
    expect(announcements.between('e-1', 'e-19999')).toBeNull();
    expect(announcements.between('e-19990', 'e-19999')).not.toBeNull();
  });
});
