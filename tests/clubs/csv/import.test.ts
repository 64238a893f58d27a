import fc from 'fast-check';
import type postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import {
  importClubs,
  prepareImport,
  stageFile,
  type ImportOptions,
  type ImportProgress,
  type ImportSummary,
} from '../../../src/clubs/csv/import.ts';
import { closeStaging, openStaging } from '../../../src/clubs/csv/staging.ts';
import type { ReportEntry } from '../../../src/clubs/csv/issues.ts';
import { Failure } from '../../../src/failure.ts';
import { findVersion } from '../../../src/clubs/queries.ts';
import { readVersion } from '../../../src/clubs/version.ts';
import type { Database } from '../../../db/client.ts';
import { UnknownOutcomeError } from '../../../src/lost-connection.ts';
import { OutdatedPlanError } from '../../../src/clubs/csv/write.ts';
import { clubFiles, importFiles } from '../../support/generated-csv.ts';
import { summarizeIssue } from '../../support/club-file.ts';
import { countRead } from '../../support/rows-read.ts';
import { describeDatabase, describeServer } from '../../support/database.ts';
import { inFull, IS_FULL } from '../../support/scope.ts';
import { clubsCsv, csvFile, inPieces, type CsvRow } from '../../support/clubs-csv.ts';

/** The summary of an import that must succeed; by default it may clear fields, but not rename or delete clubs. */
async function importRows(sql: Database, rows: CsvRow[], options: ImportOptions = {}) {
  const confirm = ({ renamed, deleted }: ImportSummary) => Promise.resolve(renamed + deleted === 0);
  const result = await importClubs(sql, csvFile(...rows), { confirm, ...options });
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  return result.summary;
}

/** The issues of a file: line, column and code. */
async function findIssues(sql: Database, rows: CsvRow[], options: ImportOptions = {}): Promise<string[]> {
  const result = await importClubs(sql, csvFile(...rows), options);
  return result.outcome === 'mistakes' ? result.issues.map(summarizeIssue) : [];
}

/** Everything that is in the table, down to which version of a row it is. */
const takeSnapshot = (sql: postgres.Sql) =>
  sql<{ updatedAt: Date; htmlRules: number }[]>`select *, xmin::text as version from club order by id`;

const findParents = async (sql: postgres.Sql) =>
  Object.fromEntries(
    (
      await sql<{ name: string; parentName: string | null }[]>`
        select club.name, parent.name as parent_name
        from club left join club parent on parent.id = club.parent_id order by club.name`
    ).map(({ name, parentName }) => [name, parentName]),
  );

const CHESS = {
  name: 'Chess',
  short_description: '**Quick**',
  is_active: 'false',
  logo_url: '/logos/chess.svg',
  website: 'https://example.org/',
  category: 'Games; Indoors',
  description: '# Rooms',
};

describeDatabase('An import', (database) => {
  test.each([
    ['an empty file', '', 'emptyFile'],
    ['unknown columns', 'nom;short_description;is_active\r\nA;b;VRAI\r\n', 'columnsMissing'],
    ['an unknown separator', 'sep=|\r\nname,short_description\r\n', 'unknownSeparator'],
    ['a spreadsheet', 'PK\u0003\u0004\u0014\u0000', 'otherFile'],
  ])('refuses %s and changes nothing', async (_, text, code) => {
    await database.insertClubs('Chess');
    const result = await importClubs(database.client, inPieces(Buffer.from(text)));
    if (result.outcome !== 'mistakes') throw new Error(JSON.stringify(result));
    expect(result.issues[0]?.fault.code).toBe(code);
    expect(await database.sql`select name from club`).toEqual([{ name: 'Chess' }]);
  });

  test('reads a few rows for each parent, even when the statistics of the table are outdated', async () => {
    await database.insertClubs('One', 'Two', 'Three');
    await database.sql`analyze club`;
    const rows = Array.from({ length: 500 }, (_, index) => ({
      name: `Club ${index}`,
      parent_name: index === 0 ? '' : `Club ${Math.floor((index - 1) / 10)}`,
    }));
    const { write, close } = await prepareImport(database.client, csvFile(...rows), {});
    const { read } = await database.sql.begin(async (tx) => await countRead(tx, 'club', () => write(tx)));
    await close();
    expect(read / rows.length).toBeLessThan(20);
  });

  test('creates clubs, with their Markdown rendered', async () => {
    expect(await importRows(database.client, [CHESS])).toMatchObject({
      created: 1,
      updated: 0,
      unchanged: 0,
      renamed: 0,
      deleted: 0,
      removedSamples: 0,
    });
    const [club] = await database.sql`select * from club`;
    expect(club).toMatchObject({
      name: 'Chess',
      shortDescription: '**Quick**',
      shortDescriptionHtml: expect.stringContaining('<strong>Quick</strong>') as string,
      description: '# Rooms',
      descriptionHtml: expect.stringContaining('Rooms</h3>') as string,
      isActive: false,
      logo: '/logos/chess.svg',
      foreignLogoUrl: null,
      website: 'https://example.org/',
      category: 'Games; Indoors',
      parentId: null,
      isSample: false,
    });
  });

  test('that clears fields counts them by field and needs consent', async () => {
    const full = {
      ...CHESS,
      contact: 'go@example.org',
      links: 'Forum https://a.example',
      confirmed_on: '2024-05-17',
      parent_name: 'Parent',
    };
    await importRows(database.client, [
      { name: 'Parent' },
      full,
      { ...CHESS, name: 'Go', logo_url: 'https://a.example/a' },
    ]);
    const rows = [
      { name: 'Chess', description: '', contact: '', links: '', confirmed_on: '' },
      { ...CHESS, name: 'Go', description: '# New', logo_url: '/logos/chess.svg', website: '' },
      { name: 'New' },
    ];
    const before = await takeSnapshot(database.sql);
    expect(await importClubs(database.client, csvFile(...rows))).toEqual({ outcome: 'declined' });
    expect(await takeSnapshot(database.sql)).toEqual(before);
    const asked: ImportSummary[] = [];
    await importRows(database.client, rows, {
      confirm(summary) {
        asked.push(summary);
        return Promise.resolve(true);
      },
    });
    expect(asked.map(({ cleared }) => cleared)).toEqual([
      [
        { field: 'short_description', clubs: 1 },
        { field: 'parent_name', clubs: 1 },
        { field: 'logo_url', clubs: 1 },
        { field: 'website', clubs: 2 },
        { field: 'category', clubs: 1 },
        { field: 'description', clubs: 1 },
        { field: 'contact', clubs: 1 },
        { field: 'links', clubs: 1 },
        { field: 'confirmed_on', clubs: 1 },
      ],
    ]);
    expect(await importClubs(database.client, csvFile(...rows))).toMatchObject({
      outcome: 'done',
      summary: { unchanged: 3, cleared: [] },
    });
  });

  const findCategories = async () =>
    (await database.sql<{ category: string }[]>`select category from club order by name`).map(
      ({ category }) => category,
    );

  test('separates categories at commas and warns, unless a category cell has a semicolon', async () => {
    const rows = [
      { name: 'A', category: 'Sports, Outdoor' },
      { name: 'B', category: ' Sports ,Outdoor,, ' },
      { name: 'C', category: 'Sports|Outdoor' },
      { name: 'D', category: 'Sports / Outdoor' },
      { name: 'E', category: ', ,' },
    ];
    const { file } = await importRows(database.client, rows);
    expect(await findCategories()).toEqual([
      'Sports; Outdoor',
      'Sports; Outdoor',
      'Sports|Outdoor',
      'Sports / Outdoor',
      ', ,',
    ]);
    expect(file.commaCategories).toBe(2);
    const again = await importRows(database.client, [...rows.slice(0, 1), { name: 'F', category: 'Art; Music' }]);
    expect(again.file.commaCategories).toBe(0);
    expect((await findCategories())[0]).toBe('Sports, Outdoor');
  });

  test('keeps commas in categories that an export has or that a club has already', async () => {
    const rows = [
      { name: 'A', category: 'Music, Arts & Media', id: '1' },
      { name: 'B', category: 'Music, Arts & Media', id: '2' },
    ];
    await importRows(database.client, rows);
    expect(await findCategories()).toEqual(rows.map(({ category }) => category));
    const { file } = await importRows(database.client, [
      { name: 'A', category: 'Music, Arts & Media' },
      { name: 'C', category: 'Music, Arts & Media' },
      { name: 'D', category: 'Music, Dance' },
    ]);
    expect(file.commaCategories).toBe(1);
    expect(await findCategories()).toEqual([...Array.from({ length: 3 }, () => 'Music, Arts & Media'), 'Music; Dance']);
  });

  test('in Windows-1252 needs consent', async () => {
    const file = () =>
      inPieces(
        Buffer.from(
          'name;short_description;is_active;parent_name;logo_url;website;category\r\nThéâtre;Les élèves;true;;;;\r\n',
          'latin1',
        ),
      );
    expect(await importClubs(database.client, file())).toEqual({ outcome: 'declined' });
    expect(await database.sql`select from club`).toHaveLength(0);
    const done = await importClubs(database.client, file(), {
      confirm: (summary) => Promise.resolve(summary.created === 1),
    });
    expect(done).toMatchObject({ outcome: 'done', summary: { file: { encoding: 'windows-1252' } } });
    expect(await database.sql`select name, short_description from club`).toEqual([
      { name: 'Théâtre', shortDescription: 'Les élèves' },
    ]);
  });

  test('finds clubs by name and changes what is different', async () => {
    await importRows(database.client, [CHESS, { name: 'Go' }, { name: 'Shogi' }]);
    const before = await takeSnapshot(database.sql);

    const report = await importRows(database.client, [
      { ...CHESS, is_active: 'true' },
      { name: 'Go', description: '' },
    ]);
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    const after = await takeSnapshot(database.sql);
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).toEqual({
      ...before[0],
      isActive: true,
      updatedAt: expect.any(Date) as Date,
      version: expect.any(String) as string,
    });
    expect(after[0]?.updatedAt).not.toEqual(before[0]?.updatedAt);
  });

  test('keeps fields without a column and clears fields with an empty cell', async () => {
    await importRows(database.client, [{ name: 'Parent' }, { ...CHESS, parent_name: 'Parent' }]);

    await importRows(database.client, [{ name: 'Chess' }]);
    const [cleared] = await database.sql`select * from club where name = 'Chess'`;
    expect(cleared).toMatchObject({
      shortDescription: '',
      shortDescriptionHtml: '',
      description: '# Rooms',
      descriptionHtml: expect.stringContaining('Rooms</h3>') as string,
      isActive: true,
      logo: null,
      website: null,
      category: '',
      parentId: null,
    });

    await importRows(database.client, [{ name: 'Chess', description: '' }]);
    const [emptied] = await database.sql`select description, description_html from club where name = 'Chess'`;
    expect(emptied).toEqual({ description: '', descriptionHtml: '' });
  });

  test('renders a description that changed before the write', async () => {
    await importRows(database.client, [CHESS]);
    const { commit, close } = await prepareImport(database.client, csvFile({ name: 'Chess', category: 'New' }), {});
    await database.sql`update club set description = 'newer'`;
    await commit();
    await close();
    const [club] = await database.sql`select description, description_html from club`;
    expect(club).toEqual({ description: 'newer', descriptionHtml: '<p>newer</p>' });
  });

  test('renders a club with outdated HTML without counting it as updated', async () => {
    await importRows(database.client, [CHESS, { ...CHESS, name: 'Go' }]);
    await database.sql`update club set html_rules = -1 where name = 'Chess'`;
    const before = await takeSnapshot(database.sql);
    expect(await importRows(database.client, [CHESS, { ...CHESS, name: 'Go' }])).toMatchObject({
      updated: 0,
      unchanged: 2,
    });
    const after = await takeSnapshot(database.sql);
    expect(after[0]).toMatchObject({
      htmlRules: before[1]?.htmlRules,
      updatedAt: before[0]?.updatedAt,
    });
    expect(after[1]).toEqual(before[1]);
  });

  test('stores logos of this site apart from those of other sites', async () => {
    await importRows(database.client, [{ name: 'Chess', logo_url: '/a.svg' }]);
    await importRows(database.client, [{ name: 'Chess', logo_url: 'https://example.org/a.svg' }]);
    const [club] = await database.sql`select logo, foreign_logo_url from club`;
    expect(club).toEqual({ logo: null, foreignLogoUrl: 'https://example.org/a.svg' });
  });

  test('matches clubs by normalised names and counts these', async () => {
    await importRows(database.client, [{ name: 'Échecs' }, { name: 'Go' }]);
    const report = await importRows(database.client, [
      { name: ' E\u0301checs' },
      { name: 'Go', parent_name: 'E\u0301checs ' },
    ]);
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 1, removedSamples: 0 });
    expect(report.file).toMatchObject({
      normalised: { names: { trimmed: 1, toNfc: 1 }, parentNames: { trimmed: 1, toNfc: 1 } },
    });
    expect(await findParents(database.sql)).toEqual({ Échecs: null, Go: 'Échecs' });
  });

  test('with mistakes in cells and against the directory reports all of them and changes nothing', async () => {
    await importRows(database.client, [CHESS, { name: 'Go' }]);
    await database.sql`update club set is_sample = true`;
    const before = await takeSnapshot(database.sql);
    const rows = [{ name: 'New', parent_name: 'Nobody' }, { name: '' }, { name: 'Go', parent_name: 'Go' }];
    for (const replaceSamples of [false, true]) {
      expect(await findIssues(database.client, rows, { replaceSamples })).toEqual([
        '2 parent_name parentUnknown',
        '3 name empty',
        '4 parent_name ownParent',
      ]);
    }
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test.each([
    [' Chess', 'Chess\u00a0'],
    ['E\u0301checs', 'Échecs'],
  ])('refuses one name twice: %j and %j', async (one, other) => {
    expect(await findIssues(database.client, [{ name: one }, { name: 'Go' }, { name: other }])).toEqual([
      '4 name nameTwice',
    ]);
  });

  test('reports its progress', async () => {
    const progress: ImportProgress[] = [];
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `Club ${index}` }));
    const { length } = clubsCsv(...rows);
    await importRows(database.client, rows, { onProgress: (now: ImportProgress) => progress.push(now) });
    expect(progress).toEqual([
      { stage: 'read', done: length },
      { stage: 'check', done: 60 },
      { stage: 'write', done: 60 },
    ]);
  });

  test('drops its tables after success, refusal and failure', async () => {
    await importRows(database.client, [CHESS]);
    await findIssues(database.client, [{ name: '' }]);
    await importClubs(database.client, csvFile({ name: 'Go', id: '1' }));
    const broken = (async function* () {
      yield Buffer.from('name,');
      throw new Error('the disk is gone');
    })();
    await expect(importClubs(database.client, broken)).rejects.toThrow('the disk is gone');
    expect(await findImportTables(database.sql)).toEqual([]);
    expect(await database.sql`select id from club_import`).toEqual([]);
  });

  test('reports an open decision when its transaction fails', async () => {
    const decisions: string[] = [];
    await database.sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`;
    await database.sql`create constraint trigger refuse after insert on club initially deferred
      for each row execute function refuse()`;
    onTestFinished(async () => {
      await database.sql`drop function refuse cascade`;
    });
    const importing = importClubs(database.client, csvFile(CHESS), { onDecision: (now) => decisions.push(now) });
    await expect(importing).rejects.toThrow('refused');
    expect(decisions).toEqual(['pending', 'open']);
  });

  test('drops the tables of an abandoned import, not of a running one', async () => {
    const dead = await prepareImport(database.client, csvFile(CHESS), {});
    const alive = await prepareImport(database.client, csvFile({ name: 'Go' }), {});
    await database.sql`
      update club_import set started_at = now() - interval '25 hours' where id = (select min(id) from club_import)`;
    await importRows(database.client, [{ name: 'Shogi' }]);
    await expect(dead.commit()).rejects.toThrow('does not exist');
    await alive.commit();
    await alive.close();
    expect(await findImportTables(database.sql)).toEqual([]);
    expect(await database.sql`select name from club order by name`).toEqual([{ name: 'Go' }, { name: 'Shogi' }]);
  });

  test('changes nothing when its tables were emptied by a server crash', async () => {
    await importRows(database.client, [CHESS]);
    const { commit, close } = await prepareImport(database.client, csvFile(CHESS), { deleteMissing: true });
    const [table] = await findImportTables(database.sql);
    await database.sql`truncate ${database.sql(table ?? '')}`;
    await expect(commit()).rejects.toThrow('Nothing was changed');
    await close();
    expect(await database.sql`select name from club`).toEqual([{ name: 'Chess' }]);
  });

  test('increases the directory version once', async () => {
    await importRows(database.client, [CHESS, { name: 'Old', id: '7' }]);
    const version = async () => readVersion(await findVersion(database.sql)).number;
    const before = await version();
    await importRows(
      database.client,
      [
        { name: 'Renamed', id: '7' },
        { name: 'A', id: '70', parent_name: 'B' },
        { name: 'B', id: '' },
      ],
      { deleteMissing: true, confirm: agree },
    );
    expect(await version()).toBe(before + 1);
  });
});

/** The tables of imports that have not ended. */
const findImportTables = async (sql: postgres.Sql) =>
  (
    await sql<{ name: string }[]>`
      select tablename as name from pg_tables where tablename like 'import\_%' order by tablename desc`
  ).map(({ name }) => name);

const agree = () => Promise.resolve(true);

const findNames = async (sql: postgres.Sql) =>
  Object.fromEntries(
    (await sql<{ id: number; name: string }[]>`select id, name from club order by id`).map(({ id, name }) => [
      id,
      name,
    ]),
  );

describeDatabase('Ids in a file', (database) => {
  test('create clubs with these ids, and the next club gets the next free id', async () => {
    await importRows(database.client, [
      { name: 'A', id: '40' },
      { name: 'B', id: '' },
      { name: 'C', id: '7', parent_name: 'B' },
    ]);
    expect(await findNames(database.sql)).toEqual({ 7: 'C', 40: 'A', 41: 'B' });
    await importRows(database.client, [{ name: 'D' }, { name: 'E', id: '2' }]);
    expect(await findNames(database.sql)).toMatchObject({ 2: 'E', 42: 'D' });
    expect(await findParents(database.sql)).toMatchObject({ C: 'B' });
  });

  test('of existing clubs do not collide with new ones', async () => {
    await database.sql`insert into club (id, name) values (1, 'A'), (2, 'B'), (2147483000, 'C')`;
    await importRows(database.client, [{ name: 'D' }, { name: 'E' }]);
    expect(await findNames(database.sql)).toMatchObject({ 2147483001: 'D', 2147483002: 'E' });
  });

  test('that leave no number for a new club are reported', async () => {
    await database.sql`insert into club (id, name) values (2147483646, 'A')`;
    const before = await takeSnapshot(database.sql);
    const rows = [{ name: 'New' }, { name: 'Newer' }];
    await expect(importRows(database.client, rows)).rejects.toThrow('No ids left for 2 new clubs');
    expect(await takeSnapshot(database.sql)).toEqual(before);
    expect(await importRows(database.client, rows.slice(1))).toMatchObject({ created: 1 });
  });

  test('rename clubs after consent', async () => {
    await importRows(database.client, [
      { name: 'Chess', id: '5' },
      { name: 'Juniors', parent_name: 'Chess' },
    ]);
    const rows = [
      { name: 'Échecs', id: '5', category: 'Games' },
      { name: 'Seniors', id: '', parent_name: 'Échecs' },
    ];
    const before = await takeSnapshot(database.sql);
    expect(await importClubs(database.client, csvFile(...rows))).toEqual({ outcome: 'declined' });
    expect(await takeSnapshot(database.sql)).toEqual(before);

    const asked: unknown[] = [];
    const summary = await importRows(database.client, rows, {
      confirm(plan) {
        asked.push(plan);
        return Promise.resolve(true);
      },
    });
    expect(summary).toMatchObject({
      created: 1,
      updated: 1,
      renamed: 1,
      renames: [{ from: 'Chess', to: 'Échecs', isSample: false }],
    });
    expect(asked).toEqual([summary]);
    expect(await findNames(database.sql)).toMatchObject({ 5: 'Échecs' });
    expect(await findParents(database.sql)).toEqual({ Échecs: null, Juniors: 'Échecs', Seniors: 'Échecs' });
  });

  const STORED = [
    { name: 'A', id: '1' },
    { name: 'B', id: '2' },
    { name: 'C', id: '3' },
  ];
  test('are refused when they contradict the names or each other', async () => {
    await importRows(database.client, STORED);
    const before = await takeSnapshot(database.sql);
    const refused: [string, CsvRow[], string[]][] = [
      ['the id of one club with the name of another', [{ name: 'B', id: '1' }], ['2 id idOfOther']],
      ['the id of no club with the name of one', [{ name: 'B', id: '9' }], ['2 id idOfOther']],
      [
        'clubs that swap names',
        [
          { name: 'B', id: '1' },
          { name: 'A', id: '2' },
        ],
        ['2 id idOfOther', '3 id idOfOther'],
      ],
      [
        'one id twice',
        [
          { name: 'X', id: '9' },
          { name: 'Y', id: '9' },
        ],
        ['3 id sameClub'],
      ],
      [
        'one club by its id and by its name',
        [
          { name: 'New', id: '1' },
          { name: 'A', id: '' },
        ],
        ['3 id sameClub'],
      ],
      [
        'a parent that another row renames',
        [
          { name: 'New', id: '1' },
          { name: 'B', id: '2', parent_name: 'A' },
        ],
        ['3 parent_name parentRenamed'],
      ],
      [
        'a loop under new names',
        [
          { name: 'New', id: '1', parent_name: 'B' },
          { name: 'B', id: '2', parent_name: 'New' },
        ],
        ['2 parent_name loop', '3 parent_name loop'],
      ],
    ];
    for (const [what, rows, expected] of refused) {
      expect(await findIssues(database.client, rows, { confirm: agree }), what).toEqual(expected);
    }
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test('that are new may take the name of a club that the same file renames', async () => {
    await importRows(database.client, STORED);
    const rows = [
      { name: 'B', id: '9', parent_name: 'D' },
      { name: 'D', id: '2' },
      { name: 'C', id: '3', parent_name: 'B' },
    ];
    expect(await importRows(database.client, rows, { confirm: agree })).toMatchObject({
      ...{ created: 1, updated: 2, renamed: 1, deleted: 0 },
    });
    expect(await findNames(database.sql)).toEqual({ 1: 'A', 2: 'D', 3: 'C', 9: 'B' });
    expect(await findParents(database.sql)).toEqual({ A: null, B: 'D', C: 'B', D: null });
    expect(await importRows(database.client, rows)).toMatchObject({ unchanged: 3 });
  });

  test('that are new may take the name of a club that the same import deletes', async () => {
    await importRows(database.client, STORED);
    const rows = [
      { name: 'A', id: '1' },
      { name: 'B', id: '9' },
      { name: 'C', id: '7', parent_name: 'B' },
    ];
    expect(await findIssues(database.client, rows)).toEqual(['3 id idOfOther', '4 id idOfOther']);
    const deletes = { deleteMissing: true, confirm: agree };
    expect(await importRows(database.client, rows, deletes)).toMatchObject({
      ...{ created: 2, unchanged: 1, deleted: 2 },
      deletions: ['B', 'C'],
    });
    expect(await findNames(database.sql)).toEqual({ 1: 'A', 7: 'C', 9: 'B' });
    expect(await findParents(database.sql)).toEqual({ A: null, B: null, C: 'B' });
  });

  test('report renamed samples, and are free when samples are replaced', async () => {
    await importRows(database.client, [{ name: 'Sample', id: '1' }], { asSamples: true });
    const rows = [{ name: 'Ours', id: '1' }];
    await importClubs(database.client, csvFile(...rows), {
      confirm({ renames }) {
        expect(renames).toEqual([{ from: 'Sample', to: 'Ours', isSample: true }]);
        return Promise.resolve(false);
      },
    });
    expect(await importRows(database.client, rows, { replaceSamples: true })).toMatchObject({ created: 1, renamed: 0 });
    expect(await findNames(database.sql)).toEqual({ 1: 'Ours' });
  });
});

describeDatabase('Missing clubs', (database) => {
  test('are deleted with the option and consent', async () => {
    await importRows(database.client, [{ name: 'A' }, { name: 'B', parent_name: 'A' }, { name: 'C' }]);
    const rows = [{ name: 'B', parent_name: '' }, { name: 'New' }];
    expect(await importRows(database.client, rows)).toMatchObject({ deleted: 0 });
    const before = await takeSnapshot(database.sql);
    expect(await importClubs(database.client, csvFile(...rows), { deleteMissing: true })).toEqual({
      outcome: 'declined',
    });
    expect(await takeSnapshot(database.sql)).toEqual(before);
    expect(await importRows(database.client, rows, { deleteMissing: true, confirm: agree })).toMatchObject({
      created: 0,
      deleted: 2,
      deletions: ['A', 'C'],
    });
    expect(await findParents(database.sql)).toEqual({ B: null, New: null });
  });

  test('cannot be parents', async () => {
    await importRows(database.client, [{ name: 'A' }]);
    expect(await findIssues(database.client, [{ name: 'B', parent_name: 'A' }], { deleteMissing: true })).toEqual([
      '2 parent_name parentDeleted',
    ]);
  });
});

describeDatabase('Random files, whole or damaged', (database) => {
  test('are imported as a whole or change nothing', async () => {
    const result = await importFiles(database.client, fc.sample(clubFiles, inFull(8, 60)));
    expect(result.wrong).toEqual([]);
  });
});

describeDatabase('Consent', (database) => {
  test.each<[string, CsvRow[], ImportOptions, unknown[]]>([
    [
      'to rename',
      [{ name: 'B', id: '1' }],
      {},
      [[{ from: 'A', to: 'B', isSample: false }], [{ from: 'C', to: 'B', isSample: false }]],
    ],
    ['to delete', [{ name: 'Other', id: '2' }], { deleteMissing: true }, [['A'], ['C']]],
  ])('%s a club is asked for again when the club was renamed meanwhile', async (_, rows, options, expected) => {
    await importRows(database.client, [
      { name: 'A', id: '1' },
      { name: 'Other', id: '2' },
    ]);
    const asked: unknown[] = [];
    const result = await importClubs(database.client, csvFile(...rows), {
      ...options,
      async confirm({ renames, deletions }) {
        asked.push(renames.length > 0 ? renames : deletions);
        if (asked.length === 1) await database.sql`update club set name = 'C' where id = 1`;
        return asked.length === 1;
      },
    });
    expect(asked).toEqual(expected);
    expect(result).toEqual({ outcome: 'declined' });
    expect(await findNames(database.sql)).toEqual({ 1: 'C', 2: 'Other' });
  });
});

describeDatabase('A file with too many rows', (database) => {
  test('is refused, also for too many empty rows', async () => {
    const stage = async (text: string) => {
      const staging = await openStaging(database.client);
      onTestFinished(() => closeStaging(database.client, staging));
      return await stageFile(database.client, staging, inPieces(Buffer.from(clubsCsv().toString() + text)), {
        replaceSamples: false,
        siteUrl: null,
        logos: { folder: null, canBeInFolder: false },
        maxRows: 2,
        maxEmptyRows: 3,
        onBytes: () => {},
      });
    };
    const row = 'A,,true,,,,,\r\n';
    await expect(stage(row.repeat(3))).rejects.toMatchObject({ fault: { code: 'tooManyRows', limit: 2 } });
    await expect(stage('\r\n'.repeat(4))).rejects.toMatchObject({ fault: { code: 'tooManyEmptyRows', limit: 3 } });
    expect(await stage(row + '\r\n'.repeat(3))).toMatchObject({ report: { emptyRows: 3 } });
  });
});

describeDatabase('A file without clubs', (database) => {
  test('deletes all clubs only with allowEmpty and consent', async () => {
    await importRows(database.client, [{ name: 'A' }]);
    const refused = importClubs(database.client, csvFile(), { deleteMissing: true, confirm: agree });
    await expect(refused).rejects.toThrow(/^The file contains no clubs, .* the only club/);
    const emptied = importClubs(database.client, inPieces(Buffer.from(`\n${clubsCsv().toString()},,,,,,\n`)), {
      deleteMissing: true,
      confirm: agree,
    });
    await expect(emptied).rejects.toThrow('--allow-empty');
    expect(await database.sql`select name from club`).toHaveLength(1);
    expect(await importClubs(database.client, csvFile(), { deleteMissing: true, allowEmpty: true })).toEqual({
      outcome: 'declined',
    });
    expect(
      await importRows(database.client, [], { deleteMissing: true, allowEmpty: true, confirm: agree }),
    ).toMatchObject({ deleted: 1 });
  });
});

describeDatabase('The report of an import', (database) => {
  /** The entries of the last report, and the number of reports. */
  function collect() {
    const collected = { times: 0, entries: [] as ReportEntry[] };
    const report: ImportOptions['report'] = async (batches) => {
      collected.times += 1;
      collected.entries = [];
      for await (const batch of batches) collected.entries.push(...batch);
    };
    return { collected, report };
  }
  const summarize = (entries: ReportEntry[]) =>
    entries.map(({ kind, line, column, value, club }) => [kind, line, column, value, club]);

  test('lists warnings, then every club to be renamed or deleted', async () => {
    const stored = Array.from({ length: 30 }, (_, index) => ({ name: `Club ${index + 10}`, id: `${index + 1}` }));
    await importRows(database.client, stored);
    const { collected, report } = collect();
    const rows = [
      { name: 'Go', id: '' },
      { name: 'Renamed', id: '30' },
      { name: 'go', id: '' },
    ];
    await importClubs(database.client, csvFile(...rows), { deleteMissing: true, report });
    expect(collected.times).toBe(1);
    expect(summarize(collected.entries)).toEqual([
      ['warning', 4, 'name', 'go', null],
      ['to be renamed', 3, 'name', 'Renamed', 'Club 39'],
      ...stored.slice(0, -1).map(({ name, id }) => ['to be deleted', null, 'id', id, name]),
    ]);
  });

  test('describes the plan that was carried out when the directory changed before consent', async () => {
    await importRows(database.client, [{ name: 'A' }, { name: 'B' }]);
    const { collected, report } = collect();
    let asked = 0;
    await importRows(database.client, [{ name: 'A' }], {
      deleteMissing: true,
      report,
      async confirm() {
        asked += 1;
        if (asked === 1) await database.sql`insert into club (name) values ('C')`;
        return true;
      },
    });
    expect(collected.times).toBe(2);
    expect(collected.entries.map(({ kind, club }) => [kind, club])).toEqual([
      ['to be deleted', 'B'],
      ['to be deleted', 'C'],
    ]);
  });

  test('that cannot be written says that the clubs were imported', async () => {
    await importRows(database.client, [{ name: 'Chess', id: '1' }]);
    let times = 0;
    const done = importClubs(database.client, csvFile({ name: 'Go', id: '1' }), {
      report() {
        times += 1;
        return times === 1 ? Promise.resolve() : Promise.reject(new Failure('The disk is full.'));
      },
      async confirm() {
        await database.sql`insert into club (name) values ('Shogi')`;
        return true;
      },
    });
    await expect(done).rejects.toThrow(/^The clubs were imported, .*The disk is full\.$/);
    expect(await database.sql`select name from club order by name`).toEqual([{ name: 'Go' }, { name: 'Shogi' }]);
  });
});

describeDatabase('Warnings', (database) => {
  const warn = async (rows: CsvRow[], options: ImportOptions = {}) => {
    const { warnings, firstWarnings } = await importRows(database.client, rows, options);
    expect(firstWarnings).toHaveLength(warnings);
    return firstWarnings.map(summarizeIssue);
  };

  test.each([
    ['case and accents', 'Echecs', 'échecs'],
    ['spaces', 'a b', 'a \u202fb'],
    ['apostrophes and dashes', "L'été Rock-Climbing", 'L’été Rock–Climbing'],
  ])('report names that differ in %s alone, in the file and in the directory', async (_, one, other) => {
    expect(await warn([{ name: one }, { name: other }, { name: 'Other' }])).toEqual(['3 name similarName']);
    await database.sql`delete from club where name = ${other}`;
    expect(await warn([{ name: other }])).toEqual(['2 name similarStoredName']);
    expect(await warn([{ name: other }], { deleteMissing: true, confirm: agree })).toEqual([]);
  });

  test('report missing logos on this site', async () => {
    expect(
      await warn([
        { name: 'A', logo_url: '/logos/echecs.svg' },
        { name: 'B', logo_url: '/logos/no-such.svg' },
        { name: 'C', logo_url: '/logos/echecs.svg?v=2' },
        { name: 'D', logo_url: '/logos' },
      ]),
    ).toEqual(['3 logo_url logoMissing', '5 logo_url logoMissing']);
  });
});

describeDatabase('Parents', (database) => {
  test('may be in the file, before or after, or in the database', async () => {
    await importRows(database.client, [{ name: 'Old' }]);
    await importRows(database.client, [
      { name: 'Child', parent_name: 'Later' },
      { name: 'Later', parent_name: 'Old' },
      { name: 'Grandchild', parent_name: 'Child' },
    ]);
    expect(await findParents(database.sql)).toEqual({ Child: 'Later', Grandchild: 'Child', Later: 'Old', Old: null });
  });

  test('must not be the club itself or below it', async () => {
    await importRows(database.client, [
      { name: 'Top' },
      { name: 'Middle', parent_name: 'Top' },
      { name: 'Bottom', parent_name: 'Middle' },
    ]);
    const loop = [
      { name: 'A', parent_name: 'B' },
      { name: 'X', parent_name: 'A' },
      { name: 'B', parent_name: 'A' },
    ];
    expect(await findIssues(database.client, [{ name: 'A', parent_name: 'A' }])).toEqual(['2 parent_name ownParent']);
    expect(await findIssues(database.client, loop)).toEqual(['2 parent_name loop', '4 parent_name loop']);
    expect(await findIssues(database.client, [{ name: 'Top', parent_name: 'Bottom' }])).toEqual(['2 parent_name loop']);
    expect(await database.sql`select name from club`).toHaveLength(3);
  });

  test('that are deleted after the check roll the import back', async () => {
    await importRows(database.client, [{ name: 'Parent' }, { name: 'Other' }]);
    const { write, close } = await prepareImport(
      database.client,
      csvFile({ name: 'Other', category: 'x' }, { name: 'Child', parent_name: 'Parent' }),
      {},
    );
    await database.sql`delete from club where name = 'Parent'`;
    const before = await takeSnapshot(database.sql);
    await expect(database.client.begin(write)).rejects.toThrow(OutdatedPlanError);
    await close();
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test('that form a loop after the check roll the import back', async () => {
    await importRows(database.client, [{ name: 'A' }, { name: 'B' }]);
    const { write, close } = await prepareImport(database.client, csvFile({ name: 'A', parent_name: 'B' }), {});
    await database.sql`update club set parent_id = (select id from club where name = 'A') where name = 'B'`;
    const before = await takeSnapshot(database.sql);
    await expect(database.client.begin(write)).rejects.toThrow(OutdatedPlanError);
    await close();
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });
});

describeDatabase('Sample clubs', (database) => {
  const samples = () => importRows(database.client, [CHESS, { name: 'Go', parent_name: 'Chess' }], { asSamples: true });
  const findSamples = async () =>
    Object.fromEntries(
      (await database.sql<{ name: string; isSample: boolean }[]>`select name, is_sample from club order by name`).map(
        ({ name, isSample }) => [name, isSample],
      ),
    );

  test('stay until they are replaced', async () => {
    await samples();
    await importRows(database.client, [{ name: 'New' }]);
    expect(await findSamples()).toEqual({ Chess: true, Go: true, New: false });
  });

  test.each<[string, CsvRow]>([
    ['a field', { name: 'Go', parent_name: 'Chess', category: 'x' }],
    ['the parent', { name: 'Go' }],
    ['the name', { name: 'Weiqi', parent_name: 'Chess', id: '2' }],
  ])('become real clubs when a file changes %s, and stay samples otherwise', async (_, row) => {
    await samples();
    const report = await importRows(
      database.client,
      [
        { ...CHESS, id: '1' },
        { id: '', ...row },
      ],
      { confirm: agree },
    );
    expect(report).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await findSamples()).toEqual({ Chess: true, [row.name]: false });
    expect(await importRows(database.client, [{ name: 'New' }], { replaceSamples: true })).toMatchObject({
      removedSamples: 1,
    });
  });

  test('are removed when they are replaced, and real clubs stay', async () => {
    await samples();
    await importRows(database.client, [{ name: 'Real', parent_name: 'Chess' }]);
    const report = await importRows(database.client, [{ name: 'New' }], { replaceSamples: true });
    expect(report).toMatchObject({ created: 1, updated: 0, unchanged: 0, removedSamples: 2 });
    expect(await findParents(database.sql)).toEqual({ New: null, Real: null });
  });

  test('are created again when the file that replaces them has them', async () => {
    await samples();
    await importRows(database.client, [{ name: 'Real', parent_name: 'Chess' }]);
    const report = await importRows(
      database.client,
      [
        { name: 'Chess', category: 'Ours' },
        { name: 'Real', parent_name: 'Chess' },
      ],
      { replaceSamples: true },
    );
    expect(report).toMatchObject({ created: 1, updated: 1, unchanged: 0, removedSamples: 2 });
    expect(await findParents(database.sql)).toEqual({ Chess: null, Real: 'Chess' });
    const [club] = await database.sql`select category, description, is_sample from club where name = 'Chess'`;
    expect(club).toEqual({ category: 'Ours', description: '', isSample: false });
  });

  test('cannot be parents in the file that replaces them', async () => {
    await samples();
    expect(
      await findIssues(database.client, [{ name: 'New', parent_name: 'Chess' }], { replaceSamples: true }),
    ).toEqual(['2 parent_name parentUnknown']);
    expect(await findSamples()).toEqual({ Chess: true, Go: true });
  });
});

/** As if the driver lost the connection after some statements, and took another one for the rest. */
function strayAfter(count: number, tx: postgres.TransactionSql): postgres.TransactionSql {
  let left = count;
  return new Proxy(tx, {
    apply(target, _, args: Parameters<postgres.TransactionSql>) {
      const query: unknown = Reflect.apply(target, undefined, args);
      if (!(query instanceof Promise)) return query;
      const then = query.then.bind(query);
      let isSent = false;
      // A query is sent when it is first awaited; a fragment is never sent.
      return Object.assign(query, {
        then: (...handlers: Parameters<typeof then>) => {
          const isFirst = !isSent;
          isSent = true;
          return isFirst && left-- === 0 ? tx`rollback`.then(() => then(...handlers)) : then(...handlers);
        },
      });
    },
  });
}

describeDatabase('An import that loses its transaction', (database) => {
  test.each(IS_FULL ? Array.from({ length: 13 }, (_, count) => count) : [0, 2, 7, 12])(
    'after %i statements changes nothing',
    async (count) => {
      await importRows(database.client, [CHESS], { asSamples: true });
      await importRows(database.client, [{ name: 'Old' }, { name: 'Missing' }]);
      const before = await takeSnapshot(database.sql);
      const rows = csvFile({ name: 'Old', parent_name: 'New' }, { name: 'New' }, { name: 'With id', id: '90' });
      const options = { replaceSamples: true, deleteMissing: true };
      const { write, close } = await prepareImport(database.client, rows, options);

      const writing = database.sql.begin((tx) => write(strayAfter(count, tx)));
      await expect(writing).rejects.toMatchObject({ code: count === 2 ? '25P01' : '42P01' });
      await close();
      expect(await takeSnapshot(database.sql)).toEqual(before);
    },
  );
});

describeDatabase('An import that loses its connection at commit', (database) => {
  /** A database that loses its connection while the clubs are written: before it answers, or for good. */
  function losing(what: 'answer' | 'changes' | 'everything') {
    const state = { isWriting: false, isGone: false };
    const lost = new UnknownOutcomeError('lost');
    const begin: Database['begin'] = async (work) => {
      if (state.isGone) throw lost;
      const result = await database.client.begin(async (tx) => {
        const done = await work(tx);
        if (!state.isWriting || what !== 'changes') return done;
        state.isWriting = false;
        throw lost;
      });
      if (!state.isWriting) return result;
      state.isWriting = false;
      state.isGone = what === 'everything';
      throw lost;
    };
    const sql = new Proxy<Database>(database.client, {
      get: (target, key) => (key === 'begin' ? begin : (Reflect.get(target, key) as unknown)),
    });
    const options: ImportOptions = {
      onProgress: ({ stage }) => {
        state.isWriting = stage === 'write';
      },
    };
    return importClubs(sql, csvFile(CHESS), options);
  }

  test('is done when the commit arrived', async () => {
    expect(await losing('answer')).toMatchObject({ outcome: 'done', summary: { created: 1 } });
    expect(await database.sql`select name from club`).toEqual([{ name: 'Chess' }]);
  });

  test('reports that nothing changed when the commit did not arrive', async () => {
    await expect(losing('changes')).rejects.toThrow('Nothing was changed. Run the import again.');
    expect(await database.sql`select name from club`).toEqual([]);
  });

  test('reports that the outcome is unknown when the database is unreachable', async () => {
    await expect(losing('everything')).rejects.toThrow('run the import again');
  });
});

describeServer('Imports at the same time', (database) => {
  test('run one after the other, and readers see each as a whole', async () => {
    const rows = (category: string) =>
      csvFile(...Array.from({ length: 50 }, (_, i) => ({ name: `Club ${i}`, category })));
    await importClubs(database.client, rows('first'));
    const importing = Promise.all(['a', 'b', 'c', 'd'].map((category) => importClubs(database.client, rows(category))));
    const state = { isDone: false };
    void importing.finally(() => (state.isDone = true));

    const reader = database.connect();
    const seen = new Set<number>();
    while (!state.isDone) {
      const [row] = await reader<[{ kinds: number }]>`select count(distinct category)::int as kinds from club`;
      seen.add(row.kinds);
    }
    await importing;
    expect([...seen]).toEqual([1]);
  });

  test('keep each other’s changes', async () => {
    const first = await prepareImport(
      database.client,
      csvFile({ name: 'A', description: 'by the first' }, { name: 'B', category: 'same' }),
      {},
    );
    const second = await prepareImport(
      database.client,
      csvFile({ name: 'A', category: 'by the second' }, { name: 'B', category: 'same' }, { name: 'C' }),
      {},
    );
    await first.commit();
    await second.commit();
    expect(first.summarise()).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
    expect(second.summarise()).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    await first.close();
    await second.close();
    const [club] = await database.sql`select description, description_html, category from club where name = 'A'`;
    expect(club).toEqual({
      description: 'by the first',
      descriptionHtml: '<p>by the first</p>',
      category: 'by the second',
    });
  });
});
