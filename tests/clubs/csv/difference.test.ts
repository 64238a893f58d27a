import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClubDifference } from '../../../src/clubs/csv/difference.ts';
import { importClubs, type ImportOptions } from '../../../src/clubs/csv/import.ts';
import { findVersion } from '../../../src/clubs/queries.ts';
import type { Database } from '../../../db/client.ts';
import { describeDatabase } from '../../support/database.ts';
import { inFull } from '../../support/scope.ts';
import { csvFile, type CsvRow } from '../../support/clubs-csv.ts';

/** What an import of these rows would do, and whether it says that it is of the directory as it is. */
async function inspect(sql: Database, rows: CsvRow[], options: ImportOptions = {}) {
  const found: ClubDifference[] = [];
  const result = await importClubs(sql, csvFile(...rows), {
    ...options,
    async inspect(differences) {
      for await (const some of differences) found.push(...some);
    },
  });
  if (result.outcome !== 'inspected') throw new Error(JSON.stringify(result));
  return { found, ...result };
}

describeDatabase('The difference that an import makes', (database) => {
  test('is listed by club and field in the order of the file, and changes nothing', async () => {
    const sport = await database.insertClub({ name: 'Sport' });
    const ski = await database.insertClub({
      name: 'Ski',
      parentId: sport,
      shortDescription: 'Old',
      description: 'Long',
      category: 'Games',
    });
    const gone = await database.insertClub({ name: 'Gone', website: 'https://gone.example/' });
    const version = await findVersion(database.client);
    const rows: CsvRow[] = [
      { name: 'Sport', id: String(sport) },
      { name: 'Ski club', id: String(ski), short_description: 'New', is_active: 'false', category: 'Games' },
      { name: 'Go', id: '', short_description: 'Stones', parent_name: 'Ski club' },
    ];
    const { found, summary, isCurrent } = await inspect(database.client, rows, { deleteMissing: true });
    expect(found).toEqual([
      {
        what: 'changed',
        line: 3,
        clubId: ski,
        name: 'Ski club',
        fields: [
          { field: 'name', before: 'Ski', after: 'Ski club' },
          { field: 'short_description', before: 'Old', after: 'New' },
          { field: 'is_active', before: 'true', after: 'false' },
          { field: 'parent_name', before: 'Sport', after: '' },
        ],
      },
      {
        what: 'created',
        line: 4,
        clubId: null,
        name: 'Go',
        fields: [
          { field: 'name', before: '', after: 'Go' },
          { field: 'short_description', before: '', after: 'Stones' },
          { field: 'is_active', before: '', after: 'true' },
          { field: 'parent_name', before: '', after: 'Ski club' },
        ],
      },
      {
        what: 'deleted',
        line: null,
        clubId: gone,
        name: 'Gone',
        fields: [
          { field: 'name', before: 'Gone', after: '' },
          { field: 'is_active', before: 'true', after: '' },
          { field: 'website', before: 'https://gone.example/', after: '' },
        ],
      },
    ]);
    expect(summary).toMatchObject({ created: 1, updated: 1, renamed: 1, unchanged: 1, deleted: 1 });
    expect(isCurrent).toBe(true);
    expect(await findVersion(database.client)).toBe(version);
  });

  test('is outdated when clubs change while it is read', async () => {
    const id = await database.insertClub({ name: 'Ski' });
    const rows = [{ name: 'Ski', category: 'x' }];
    const result = await importClubs(database.client, csvFile(...rows), {
      async inspect(differences) {
        for await (const _ of differences) await database.sql`update club set category = 'y' where id = ${id}`;
      },
    });
    expect(result).toMatchObject({ outcome: 'inspected', isCurrent: false });
  });

  test('is what the import then does, for random states', async () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D', 'E');
    const row = fc.record({
      name,
      short_description: fc.constantFrom('', 'one', 'two'),
      is_active: fc.constantFrom('true', 'false'),
      category: fc.constantFrom('', 'x', 'y'),
      parent_name: fc.constantFrom('', 'A', 'B'),
    });
    const rows = fc.uniqueArray(row, { selector: (one) => one.name, maxLength: 5 }).map((all) => {
      const names = new Set<string>(all.map((one) => one.name));
      // Only existing parents and no loop: A and B have no parent.
      return all.map((one) => ({
        ...one,
        parent_name: 'AB'.includes(one.name) || !names.has(one.parent_name) ? '' : one.parent_name,
      }));
    });
    await fc.assert(
      fc.asyncProperty(rows, rows, async (first, second) => {
        await database.sql`delete from club`;
        if (first.length > 0) await importClubs(database.client, csvFile(...first));
        const options = { deleteMissing: true, allowEmpty: true, confirm: () => Promise.resolve(true) };
        const { found } = await inspect(database.client, second, options);
        const wanted = new Map<string, Partial<CsvRow>>(first.map((one) => [one.name, one]));
        for (const { what, name, fields } of found) {
          const texts = Object.fromEntries(fields.map(({ field, after }) => [field, after]));
          const before = wanted.get(name) ?? { short_description: '', category: '', parent_name: '' };
          if (what === 'deleted') wanted.delete(name);
          else wanted.set(name, { ...before, ...texts });
        }
        expect(Object.fromEntries(wanted)).toEqual(Object.fromEntries(second.map((one) => [one.name, one])));
        // Unchanged clubs are not listed.
        expect(found.filter(({ fields }) => fields.length === 0)).toEqual([]);
      }),
      { numRuns: inFull(4, 25) },
    );
  });
});
