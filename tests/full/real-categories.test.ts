import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { countValues, proposeMatches } from '../../src/clubs/categories/match.ts';
import { proposeReady } from '../../src/clubs/categories/ready.ts';
import { listRealClubFiles, type RealClub } from '../support/real-clubs.ts';

/** The proposals of each file: spellings, and the smallest share of clubs with a ready category. */
const EXPECTED: Record<string, [variants: number, share: number]> = {
  'clubs-gamedevmap-zh.csv': [1, 0],
  'clubs-lehigh-en.csv': [0, 0.75],
  'clubs-mit-en.csv': [0, 0.7],
  'clubs-rutgers-en.csv': [0, 0.75],
  'clubs-uci-en.csv': [1, 0.7],
  'clubs-umd-en.csv': [0, 0.8],
};

const files = listRealClubFiles();

test.skipIf(files.length === 0)('merges only spellings, and finds ready categories for most clubs in English', () => {
  const all: RealClub[] = [];
  for (const file of files) {
    const clubs = parse<RealClub>(readFileSync(file), { columns: true, bom: true });
    all.push(...clubs);
    const [variants, share] = EXPECTED[basename(file)] ?? [0, 0.2];
    const propose = ({ name, short_description }: RealClub) =>
      proposeReady({ name, shortDescription: short_description });
    const proposed = clubs.filter((club) => propose(club) !== null).length;
    const isPolish = file.includes('-pl');
    expect(proposeMatches(countValues(clubs)).size, file).toBe(variants);
    if (!isPolish) expect(proposed / clubs.length, file).toBeGreaterThanOrEqual(share);
    // Clubs that their university calls religious or sports clubs.
    const wrong = clubs.filter(
      (club) =>
        /\b(Religious|Club Sports)/.test(club.category) && ['technology', 'games'].includes(propose(club) ?? ''),
    );
    expect(wrong.length, file).toBeLessThanOrEqual(3);
  }
  expect([...proposeMatches(countValues(all)).keys()].sort()).toEqual([
    'associations',
    'clubs',
    'game jam',
    'religious/spiritual',
    'sorority/fraternity life',
  ]);
});
