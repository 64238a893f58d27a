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
