import { expect, test } from 'vitest';
import { DiskSpace, NEEDED } from '../../../db/embedded/disk-space.ts';

test('A full disk is an issue before writes are refused by the system', () => {
  let free = NEEDED.writing;
  const space = new DiskSpace('', () => free);
  expect(space.findIssue()).toBeNull();
  free -= 1;
  expect(space.findIssue()).toContain('39 MB free');
});
