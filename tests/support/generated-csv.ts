import fc from 'fast-check';
import type { Client } from '../../db/client.ts';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { ExpectedError } from '../../src/lib/errors.ts';
import { clubsCsv, type CsvRow } from './clubs-csv.ts';

/** A CSV file and its rows; `isWhole` if it was not damaged. */
export interface GeneratedFile {
  rows: CsvRow[];
  bytes: Buffer;
  isWhole: boolean;
}

const text = fc.oneof(
  fc.constantFrom('', 'one', '*two*', 'a\nb', '"', '"",', ';', '=1+1', '\r', 'œ', '{}', ' x ', '\t'),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((one) => one.replaceAll('\0', '')),
);

const rows = fc
  .uniqueArray(fc.nat(30), { minLength: 1, maxLength: 12 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number) =>
        fc.record({
          name: fc.constant(`Club ${number}`),
          short_description: text,
          category: text,
          is_active: fc.constantFrom('true', 'false', 'TRUE', '1', '0'),
          parent_name: fc.constantFrom('', '', '', 'Parent'),
        }),
      ),
    ),
  )
  .map((all): CsvRow[] => [{ name: 'Parent', is_active: 'true' }, ...all]);

/** An invalid value for a row. */
const rowIssue = fc.constantFrom<Partial<CsvRow>>(
  { is_active: 'perhaps' },
  { name: '' },
  { name: 'x'.repeat(300) },
  { name: 'a\nb' },
  { parent_name: 'Nobody' },
  { website: 'javascript:alert(1)' },
  { short_description: 'a\0b' },
  { short_description: 'x'.repeat(2000) },
  { name: 'Parent' },
);

const byteIssue = fc.tuple(
  fc.constantFrom<(bytes: Buffer, at: number) => Buffer>(
    (bytes, at) => bytes.subarray(0, at),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from('"'), bytes.subarray(at)]),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([0]), bytes.subarray(at)]),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from('\n'), bytes.subarray(at)]),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from(','), bytes.subarray(at)]),
    (bytes, at) => Buffer.concat([bytes, bytes.subarray(at)]),
  ),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

/** Files of up to 13 clubs: a third whole, a third with one invalid row, a third with damaged bytes. */
export const clubFiles: fc.Arbitrary<GeneratedFile> = fc.oneof(
  rows.map((all) => ({ rows: all, bytes: clubsCsv(...all), isWhole: true })),
  fc.tuple(rows, rowIssue, fc.nat(12)).map(([all, issue, at]) => {
    const last = 1 + (at % (all.length - 1));
    const broken = all.map((row, index) => (index === last ? { ...row, ...issue } : row));
    return { rows: broken, bytes: clubsCsv(...broken), isWhole: false };
  }),
  fc.tuple(rows, byteIssue).map(([all, [change, place]]) => {
    const bytes = clubsCsv(...all);
    return { rows: all, bytes: change(bytes, Math.floor(place * bytes.length)), isWhole: false };
  }),
);

/**
 * Imports files one after the other into a migrated database without clubs. Returns those that were imported in part, or
 * refused although they are whole.
 */
export async function findWrongImports(client: Client, files: readonly GeneratedFile[]): Promise<string[]> {
  const wrong: string[] = [];
  let before = await readTable(client);
  for (const file of files) {
    const imported = await importFile(client, file);
    const after = await readTable(client);
    const problem = findProblem(file, imported, before, after);
    if (problem !== null) wrong.push(`${JSON.stringify(file.bytes.toString())}: ${problem}`);
    before = after;
  }
  return wrong;
}

/** The number of created and updated clubs; null if the file was refused. */
async function importFile(
  client: Client,
  { bytes }: GeneratedFile,
): Promise<{ created: number; updated: number } | null> {
  try {
    const done = await importClubs(client, bytes, { confirm: () => Promise.resolve(true) });
    return done.outcome === 'done' ? done.plan.counts : null;
  } catch (error) {
    if (error instanceof ExpectedError) return null;
    throw error;
  }
}

/** All rows of the table, by name. */
async function readTable(client: Client): Promise<Map<string, string>> {
  const clubs = await client<{ name: string; row: string }[]>`select name, to_jsonb(club)::text as row from club`;
  return new Map(clubs.map(({ name, row }) => [name, row]));
}

function findProblem(
  { rows, isWhole }: GeneratedFile,
  imported: { created: number; updated: number } | null,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string | null {
  const created = [...after.keys()].filter((name) => !before.has(name)).length;
  const updated = [...after].filter(([name, row]) => before.has(name) && before.get(name) !== row).length;
  const said = imported ?? { created: 0, updated: 0 };
  if (created !== said.created || updated !== said.updated) {
    return `created ${created} and updated ${updated}, but reported ${said.created} and ${said.updated}`;
  }
  if (!isWhole) return null;
  if (!imported) return 'refused although whole';
  const missing = rows.filter(({ name }) => !after.has(name));
  return missing.length === 0 ? null : `did not create ${missing.map(({ name }) => name).join()}`;
}
