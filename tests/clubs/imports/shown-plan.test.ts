import { expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { importClubs } from '../../../src/clubs/csv/import.ts';
import { planImport } from '../../../src/clubs/csv/plan.ts';
import {
  findIssues,
  inStaging,
  openStaging,
  stageRows,
  stagingOf,
  stepsOf,
  type Steps,
} from '../../../src/clubs/csv/staging.ts';
import { addKeptImport, findKeptImport } from '../../../src/clubs/imports/kept-imports.ts';
import { findShown, showPlan } from '../../../src/clubs/imports/shown-plan.ts';
import { readUpload } from '../../../src/clubs/imports/work.ts';
import { clubsCsv, inPieces, type CsvRow } from '../../support/clubs-csv.ts';
import { describeDatabase } from '../../support/database.ts';

describeDatabase('The steps of a plan', (database) => {
  /** Plans a file in steps of so many rows, before and after somebody changes clubs, and answers all that is said of it. */
  const planIn = async (rows: number | null) => {
    const { client, sql } = database;
    await sql`truncate club cascade`;
    const before: CsvRow[] = [
      { name: 'Chess', category: 'Games' },
      { name: 'Go' },
      { name: 'Ski', parent_name: 'Sport' },
      { name: 'Sport' },
      { name: 'Théâtre' },
      { name: 'Yoga' },
      { name: 'Aviron' },
    ];
    await importClubs(client, inPieces(clubsCsv(...before.map((row, index) => ({ ...row, id: String(index + 1) })))));
    const file: CsvRow[] = [
      { name: 'Chess', category: 'Board games', description: 'On\nseveral\nlines' },
      { name: 'Go' },
      { name: 'Snow', parent_name: 'New', id: '3' },
      { name: 'New' },
      { name: 'Sport', parent_name: 'New' },
      { name: 'chess' },
      { name: 'Theatre', description: 'one\ntwo' },
      { name: 'Newer', parent_name: 'Newest' },
      { name: 'Newest' },
    ];
    const { id } = await addKeptImport(client, {
      fileName: 'clubs.csv',
      options: { deleteMissing: true, replaceSamples: false },
      actor: { userId: 0, name: '' },
    });
    await readUpload(client, id, clubsCsv(...file), { siteUrl: 'https://x.example', onProgress: () => {} });
    const kept = await findKeptImport(client, id);
    if (!kept?.file) throw new Error('The file was not read.');
    const staging = stagingOf(id, kept.file.rows);
    const options = { ...kept.options, columns: new Set(kept.file.columns), isComplete: kept.file.isComplete };
    let count = 0;
    const steps: Steps = {
      run: (step) => {
        count += 1;
        return inStaging(client, step);
      },
      rows,
    };
    const plan = async (keepsMarks: boolean) => {
      const { version: _, ...plan } = await planImport(steps, staging, options);
      const shown = await showPlan(steps, staging, options, { keepsMarks });
      const clubs = await findShown(client, staging, { filter: 'all', name: '' }, { offset: 0, limit: 100 });
      return { plan, shown, clubs, warnings: await findIssues(client, staging, 'warning', 100) };
    };
    const first = await plan(true);
    const perPlan = count;
    await sql`update club set website = 'https://x.example' where name = 'Chess'`;
    await sql`insert into club (id, name) values (100, 'Late')`;
    await sql`insert into ${sql(staging.leftOut)} (line) select line from ${sql(staging.rows)} where name = 'Newer'`;
    return { said: [first, await plan(false), await plan(true)], perPlan };
  };

  test('find the same, however few rows each of them takes', async () => {
    const whole = await planIn(null);
    expect(whole.said[0]?.clubs.map(({ name, what }) => `${name} ${what}`)).toEqual([
      'Chess changed',
      'Snow changed',
      'New created',
      'Sport changed',
      'chess created',
      'Theatre created',
      'Newer created',
      'Newest created',
      'Aviron deleted',
      'Théâtre deleted',
      'Yoga deleted',
    ]);
    expect(whole.said[1]?.shown).toMatchObject({ unseen: 2, counts: { fresh: 2, leftOut: 1, deleted: 4 } });
    for (const rows of [1, 2, 4]) {
      const { said, perPlan } = await planIn(rows);
      expect(said).toEqual(whole.said);
      // Both the rows and what is shown of them come in pieces.
      expect(perPlan - whole.perPlan).toBe(2 * (Math.ceil(9 / rows) - 1));
    }
  });

  test('are short where everybody waits for them, and few where a server has connections for all', async () => {
    const { client, sql } = database;
    let transactions = 0;
    const begin: Database['begin'] = (work) => {
      transactions += 1;
      return client.begin(work);
    };
    const counted = Object.assign(client.bind(null), client, { begin }) as Database;
    const staging = await openStaging(counted);
    transactions = 0;
    const records = Array.from({ length: 1000 }, (_, index) => ({
      line: index + 2,
      is_bad: false,
      has_image: false,
      name: `Club ${index}`,
    }));
    await stageRows(counted, staging, records, []);
    const [{ count }] = await sql<[{ count: number }]>`select count(*)::integer from ${sql(staging.rows)}`;
    expect([count, staging.count]).toEqual([1000, 1000]);
    expect(transactions).toBe(client.takesTurns ? 5 : 1);
    expect(stepsOf(client).rows).toBe(client.takesTurns ? 500 : null);
  });
});

describeDatabase('Clubs that lose a field', (database) => {
  test('are counted and listed as a group', async () => {
    const { client } = database;
    await importClubs(
      client,
      inPieces(clubsCsv({ name: 'Go', category: 'Games' }, { name: 'Ski', website: 'https://a.example' })),
    );
    const { id } = await addKeptImport(client, {
      fileName: 'clubs.csv',
      options: { deleteMissing: false, replaceSamples: false },
      actor: { userId: 0, name: '' },
    });
    const file = clubsCsv({ name: 'Go' }, { name: 'Ski', website: 'https://b.example' }, { name: 'New' });
    await readUpload(client, id, file, { siteUrl: 'https://x.example', onProgress: () => {} });
    const kept = await findKeptImport(client, id);
    expect(kept?.plan).toMatchObject({ cleared: [{ field: 'category', clubs: 1 }], shown: { changed: 2, cleared: 1 } });
    const shown = await findShown(client, stagingOf(id, 3), { filter: 'cleared', name: '' }, { offset: 0, limit: 10 });
    expect(shown.map(({ name }) => name)).toEqual(['Go']);
  });
});
