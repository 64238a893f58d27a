import { expect, test } from 'vitest';
import { findCategorizedClubs, relabelClubs, rememberMatches } from '../../../src/clubs/categories/queries.ts';
import { parseClubFile } from '../../../src/clubs/csv/read-file.ts';
import { applyCategories, loadImportCategories } from '../../../src/clubs/imports/import-categories.ts';
import type { StoredImport } from '../../../src/clubs/imports/queries.ts';
import { clubsCsv, type CsvRow } from '../../support/clubs-csv.ts';
import { describeDatabase } from '../../support/database.ts';
import { insertActor } from '../../support/people.ts';

describeDatabase('The categories of a file', (database) => {
  const applyTo = async (category: string) => {
    const file = await parseClubFile(clubsCsv({ name: 'A', category }));
    return (await applyCategories(database.client, file, null)).rows[0]?.club?.category;
  };
  const remember = (matches: Record<string, string | null>) =>
    database.client.begin((tx) => rememberMatches(tx, new Map(Object.entries(matches))));
  const ask = async (...rows: CsvRow[]) => {
    const stored = { categories: null, replaceSamples: false } as StoredImport;
    const page = await loadImportCategories(database.client, await parseClubFile(clubsCsv(...rows)), stored);
    return [page.isOpen, page.rows.map(({ label, to, isDropped }) => (isDropped ? `${label} -` : `${label} → ${to}`))];
  };

  test('get the answers of earlier files and the new names of renamed categories', async () => {
    await database.insertClub({ name: 'Ski', category: 'Sport; Fun' });
    await remember({ sports: 'Sport', office: null, fun: 'Arts' });
    // The directory has Fun and no Arts, so that this rename was undone.
    expect(await applyTo('Office; Sports; Fun; New')).toBe('Sport; Fun; New');
    const clubs = await findCategorizedClubs(database.client);
    await relabelClubs(database.client, await insertActor(database), new Map([['sport', 'Sport et jeux']]), clubs);
    expect(await applyTo('Sports; Sport')).toBe('Sport et jeux');
  });

  test('are questions if neither the directory nor an earlier answer has them', async () => {
    await database.insertClub({ name: 'Ski', category: 'Sport' });
    await database.insertClub({ name: 'Example', category: 'Music', isSample: true });
    await remember({ office: null });
    expect(await ask({ name: 'A', category: 'Sport; Office' })).toEqual([false, ['Office -', 'Sport → Sport']]);
    expect(await ask({ name: 'A', category: 'Sports; Music; Sport' })).toEqual([
      true,
      ['Sports → Sport', 'Music → Music'],
    ]);
    await database.insertClub({ name: 'Example 2', category: 'Music', isSample: true });
    expect(await ask({ name: 'A', category: 'Musics' })).toEqual([true, ['Musics → Music']]);
    expect(await ask({ name: 'A', category: 'Sport / Music; Music' })).toEqual([
      true,
      ['Sport / Music → Sport; Music', 'Music → Music'],
    ]);
  });
});
