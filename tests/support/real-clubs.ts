import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { normalizeName } from '../../src/clubs/record/field-rules.ts';

export interface RealClub {
  name: string;
  short_description: string;
  is_active: 'true' | 'false';
  parent_name: string;
  logo_url: string;
  website: string;
  category: string;
}

/** A folder with CSV files of real clubs, which are not part of this project; null if it is not set. */
export const REAL_CLUBS_FOLDER = process.env.CLUB_DATA_DIR ?? null;

/** The clubs of all files, without duplicate names; empty without the folder. */
export function readRealClubs(): RealClub[] {
  const clubs = new Map<string, RealClub>();
  for (const file of listRealClubFiles()) {
    for (const row of parse<RealClub>(readFileSync(file), { columns: true, bom: true })) {
      const name = normalizeName(row.name);
      if (!clubs.has(name)) clubs.set(name, { ...row, name });
    }
  }
  return [...clubs.values()];
}

/** The CSV files of the folder. */
export function listRealClubFiles(): string[] {
  if (!REAL_CLUBS_FOLDER) return [];
  const folder = REAL_CLUBS_FOLDER;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => join(folder, name));
}
