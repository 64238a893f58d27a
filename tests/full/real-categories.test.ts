import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { countValues, proposeMatches } from '../../src/clubs/categories/match.ts';
import { proposeReady } from '../../src/clubs/categories/ready.ts';
import { listRealClubFiles, type RealClub } from '../support/real-clubs.ts';

const FILES = listRealClubFiles();

test.skipIf(FILES.length === 0)('Real categories are merged if they differ only in spelling', () => {
  const clubs = FILES.flatMap((file) => parse<RealClub>(readFileSync(file), { columns: true, bom: true }));
  expect([...proposeMatches(countValues(clubs)).keys()].sort()).toEqual([
    'associations',
    'clubs',
    'culturelle',
    'game jam',
    'religious/spiritual',
    'sorority/fraternity life',
  ]);
});

test.each(FILES.filter((file) => file.endsWith('-en.csv')))('most clubs of %s get a ready category', (file) => {
  const clubs = parse<RealClub>(readFileSync(file), { columns: true, bom: true });
  const proposed = clubs.filter(({ name, short_description: shortDescription }) =>
    proposeReady({ name, shortDescription }),
  );
  expect(proposed.length / clubs.length, basename(file)).toBeGreaterThan(0.7);
});
