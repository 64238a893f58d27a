import fc from 'fast-check';
import type postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { importClubs, type ImportOptions, type ImportStage } from '../../../src/clubs/csv/import.ts';
import { fieldsOf, type ImportPlan } from '../../../src/clubs/csv/plan.ts';
import type { Database } from '../../../db/client.ts';
import { clubFiles, findWrongImports } from '../../support/generated-csv.ts';
import { summarizeIssue } from '../../support/club-file.ts';
import { describeDatabase } from '../../support/database.ts';
import { inFull } from '../../support/scope.ts';
import { clubsCsv, type CsvRow } from '../../support/clubs-csv.ts';

const agree = () => Promise.resolve(true);
const counted = ({ counts, cleared, reading, warnings }: ImportPlan) => ({
  ...counts,
  cleared,
  reading,
  warnings: warnings.map(summarizeIssue),
});

/** The counts of an import that must succeed; by default it may clear fields, but not rename or delete clubs. */
async function importRows(sql: Database, rows: CsvRow[], options: ImportOptions = {}) {
  const confirm = ({ counts }: ImportPlan) => Promise.resolve(counts.renamed + counts.deleted === 0);
  const { outcome, plan } = await importClubs(sql, clubsCsv(...rows), { confirm, ...options });
  if (outcome !== 'done') throw new Error(`${outcome}: ${plan.errors.map(summarizeIssue).join()}`);
  return counted(plan);
}

const decline = async (sql: Database, rows: CsvRow[], options: ImportOptions = {}) =>
  (await importClubs(sql, clubsCsv(...rows), options)).outcome;

/** The errors of a file: line, column and code. */
async function findIssues(sql: Database, rows: CsvRow[], options: ImportOptions = {}): Promise<string[]> {
  const { plan } = await importClubs(sql, clubsCsv(...rows), { ...options, isDryRun: true });
  return plan.errors.map(summarizeIssue);
}

/** Everything in the table, and the version of each row. */
const takeSnapshot = (sql: postgres.Sql) => sql`select *, xmin::text as version from club order by id`;

const findParents = async (sql: postgres.Sql) =>
  Object.fromEntries(
    (
      await sql<{ name: string; parentName: string | null }[]>`
        select club.name, parent.name as parent_name
        from club left join club parent on parent.id = club.parent_id order by club.name`
    ).map(({ name, parentName }) => [name, parentName]),
  );

const findNames = async (sql: postgres.Sql) =>
  Object.fromEntries(
    (await sql<{ id: number; name: string }[]>`select id, name from club order by id`).map(({ id, name }) => [
      id,
      name,
    ]),
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

  test('plans each club and field in the order of the file, and a dry run changes nothing', async () => {
    const sport = await database.insertClub({ name: 'Sport' });
    const ski = await database.insertClub({ name: 'Ski', parentId: sport, shortDescription: 'Old', category: 'Games' });
    const gone = await database.insertClub({ name: 'Gone', website: 'https://gone.example/' });
    const before = await takeSnapshot(database.sql);
    const rows: CsvRow[] = [
      { name: 'Sport', id: String(sport) },
      { name: 'Ski club', id: String(ski), short_description: 'New', category: 'Games' },
      { name: 'Go', id: '', short_description: 'Stones', parent_name: 'Ski club' },
    ];
    const options = { deleteMissing: true, isDryRun: true };
    const { outcome, plan } = await importClubs(database.client, clubsCsv(...rows), options);
    expect(outcome).toBe('planned');
    expect(plan.counts).toMatchObject({ created: 1, updated: 1, renamed: 1, unchanged: 1, deleted: 1 });
    const planned = plan.clubs.map((club) => ({ ...club, fields: fieldsOf(club) }));
    expect(planned).toMatchObject([
      {
        what: 'changed',
        key: 'line-3',
        clubId: ski,
        name: 'Ski club',
        oldName: 'Ski',
        fields: [
          { field: 'name', before: 'Ski', after: 'Ski club' },
          { field: 'short_description', before: 'Old', after: 'New' },
          { field: 'parent_name', before: 'Sport', after: '' },
        ],
      },
      {
        what: 'created',
        key: 'line-4',
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
        key: `club-${gone}`,
        line: null,
        name: 'Gone',
        fields: [
          { field: 'name', before: 'Gone', after: '' },
          { field: 'is_active', before: 'true', after: '' },
          { field: 'website', before: 'https://gone.example/', after: '' },
        ],
      },
    ]);
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test('that clears fields counts them by field and needs consent', async () => {
    const more = { contact: 'go@example.org', links: 'Forum https://a.example', confirmed_on: '2024-05-17' };
    await importRows(database.client, [
      { name: 'Parent' },
      { ...CHESS, ...more, parent_name: 'Parent' },
      { ...CHESS, name: 'Go', logo_url: 'https://a.example/a' },
    ]);
    const rows = [
      { name: 'Chess', description: '', contact: '', links: '', confirmed_on: '' },
      { ...CHESS, name: 'Go', description: '# New', logo_url: '/logos/chess.svg', website: '' },
      { name: 'New' },
    ];
    const before = await takeSnapshot(database.sql);
    expect(await decline(database.client, rows)).toBe('declined');
    expect(await takeSnapshot(database.sql)).toEqual(before);
    const { cleared } = await importRows(database.client, rows);
    expect(cleared.map(({ field, clubs }) => `${field} ${clubs}`)).toEqual([
      ...['short_description 1', 'parent_name 1', 'logo_url 1', 'website 2', 'category 1', 'description 1'],
      ...['contact 1', 'links 1', 'confirmed_on 1'],
    ]);
    expect(await importRows(database.client, rows)).toMatchObject({ unchanged: 3, cleared: [] });
  });

  test('in Windows-1252 needs consent', async () => {
    const file = () => Buffer.from(clubsCsv({ name: 'Théâtre' }).toString(), 'latin1');
    expect((await importClubs(database.client, file())).outcome).toBe('declined');
    expect((await importClubs(database.client, file(), { confirm: agree })).outcome).toBe('done');
    expect(await database.sql`select name from club`).toEqual([{ name: 'Théâtre' }]);
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
      { name: 'D', category: ', ,' },
    ];
    const { reading } = await importRows(database.client, rows);
    expect(await findCategories()).toEqual(['Sports; Outdoor', 'Sports; Outdoor', 'Sports|Outdoor', ', ,']);
    expect(reading.counts).toMatchObject({ commaCategories: 2 });
    const again = await importRows(database.client, [...rows.slice(0, 1), { name: 'F', category: 'Art; Music' }]);
    expect(again.reading.counts.commaCategories).toBeUndefined();
    expect((await findCategories())[0]).toBe('Sports, Outdoor');
  });

  test('separates categories at semicolons with or without spaces, also full-width ones', async () => {
    const cells = ['Sports;Outdoor', 'Sports ;Outdoor', 'Sports;', 'Sports；Outdoor', ' ;； ', 'Arts, Music'];
    await importRows(
      database.client,
      cells.map((category, index) => ({ name: `Club ${index}`, category })),
    );
    const two = 'Sports; Outdoor';
    expect(await findCategories()).toEqual([two, two, 'Sports', two, '', 'Arts, Music']);
  });

  test('keeps categories whose stored text has other separators', async () => {
    await database.insertClub({ name: 'A', category: 'Sports;Outdoor' });
    const plan = await importRows(database.client, [{ name: 'A', category: 'Sports; Outdoor' }]);
    expect(plan).toMatchObject({ updated: 0, unchanged: 1 });
  });

  test('keeps commas in categories that an export has', async () => {
    const category = 'Music, Arts & Media';
    await importRows(database.client, [
      { name: 'A', category, id: '1' },
      { name: 'B', category: 'a,b', id: '' },
    ]);
    expect(await findCategories()).toEqual([category, 'a; b']);
  });

  test('finds clubs by normalised name, and changes only what is different', async () => {
    await importRows(database.client, [CHESS, { name: 'Échecs' }, { name: 'Shogi' }]);
    const before = await takeSnapshot(database.sql);
    const rows = [
      { ...CHESS, is_active: 'true' },
      { name: ' E\u0301checs', description: '' },
    ];
    expect(await importRows(database.client, rows)).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    const after = await takeSnapshot(database.sql);
    expect(after.slice(1)).toEqual(before.slice(1));
    const changed = { isActive: true, updatedAt: expect.any(Date) as Date, version: expect.any(String) as string };
    expect(after[0]).toEqual({ ...before[0], ...changed });
  });

  test('keeps fields without a column and clears fields with an empty cell', async () => {
    const joining = { meeting_times: 'Mondays', how_to_join: '*Come*', joining_until: '2026-10-12', fee: '€5' };
    await importRows(database.client, [{ name: 'Parent' }, { ...CHESS, ...joining, parent_name: 'Parent' }]);
    await importRows(database.client, [{ name: 'Chess' }]);
    const [cleared] = await database.sql`select * from club where name = 'Chess'`;
    expect(cleared).toMatchObject({
      shortDescription: '',
      shortDescriptionHtml: '',
      description: '# Rooms',
      isActive: true,
      logo: null,
      website: null,
      category: '',
      parentId: null,
      descriptionHtml: expect.stringContaining('Rooms</h3>') as string,
      meetingTimes: 'Mondays',
      meetingDays: 'mon',
      howToJoin: '*Come*',
      howToJoinHtml: expect.stringContaining('<em>Come</em>') as string,
      joiningUntil: expect.anything() as Date,
      fee: '€5',
    });
    await importRows(database.client, [{ name: 'Chess', description: '' }]);
    const [emptied] = await database.sql`select description, description_html from club where name = 'Chess'`;
    expect(emptied).toEqual({ description: '', descriptionHtml: '' });
  });

  test('reports errors in cells and against the directory, and changes nothing', async () => {
    await importRows(database.client, [CHESS, { name: 'Go' }]);
    const before = await takeSnapshot(database.sql);
    const rows = [
      { name: 'New', parent_name: 'Nobody' },
      { name: '' },
      { name: 'Go', parent_name: 'Go' },
      { name: ' New' },
    ];
    expect(await decline(database.client, rows)).toBe('errors');
    expect(await findIssues(database.client, rows)).toEqual([
      ...['2 parent_name unknownParent', '3 name empty', '4 parent_name loop', '5 name nameTwice'],
    ]);
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test('finds parents despite case, accents, apostrophes and spaces', async () => {
    await importRows(database.client, [{ name: 'L’Été' }, { name: 'Ete Sport' }]);
    const rows = [
      { name: 'Pôle Été Sport' },
      ...['pôle été sport', 'Pole  Ete\u00a0Sport', "l'été", 'None', 'Ete Sport'].map((parent_name, index) => ({
        name: `Kid ${index}`,
        parent_name,
      })),
    ];
    const { plan } = await importClubs(database.client, clubsCsv(...rows), { isDryRun: true });
    expect(plan.errors).toEqual([]);
    const parents = plan.clubs.flatMap(({ values }) => values?.parentName ?? []);
    expect(parents).toEqual(['', 'Pôle Été Sport', 'Pôle Été Sport', 'L’Été', '', 'Ete Sport']);
    expect(plan.reading.counts).toMatchObject({ matchedParents: 3, placeholders: 1 });
    const { errors } = (await importClubs(database.client, clubsCsv(...rows, { name: 'Kit', parent_name: 'Ski' })))
      .plan;
    expect(errors.map(({ detail }) => detail)).toEqual([{ code: 'unknownParent' }]);
  });

  test('reports its progress, also when its transaction fails', async () => {
    const progress: ImportStage[] = [];
    await database.sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`;
    await database.sql`create constraint trigger refuse after insert on club initially deferred
      for each row execute function refuse()`;
    onTestFinished(async () => {
      await database.sql`drop function refuse cascade`;
    });
    const importing = importClubs(database.client, clubsCsv(CHESS), {
      onProgress: (now) => progress.push(now),
    });
    await expect(importing).rejects.toThrow('refused');
    expect(progress).toEqual(['read', 'check', 'write']);
  });
});

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

  test('that leave no number for a new club are reported', async () => {
    await database.sql`insert into club (id, name) values (2147483646, 'A')`;
    const before = await takeSnapshot(database.sql);
    const rows = [{ name: 'New' }, { name: 'Newer' }];
    await expect(importRows(database.client, rows)).rejects.toThrow('No ids are left');
    expect(await takeSnapshot(database.sql)).toEqual(before);
    expect(await importRows(database.client, rows.slice(1))).toMatchObject({ created: 1 });
  });

  test('rename clubs after consent, and keep their children', async () => {
    await importRows(database.client, [
      { name: 'Chess', id: '5' },
      { name: 'Juniors', parent_name: 'Chess' },
    ]);
    const rows = [
      { name: 'Échecs', id: '5', category: 'Games' },
      { name: 'Seniors', id: '', parent_name: 'Échecs' },
      { name: 'Juniors', id: '', parent_name: 'Échecs' },
    ];
    expect(await decline(database.client, rows)).toBe('declined');
    const counts = { created: 1, updated: 1, renamed: 1, unchanged: 1 };
    expect(await importRows(database.client, rows, { confirm: agree })).toMatchObject(counts);
    expect(await findNames(database.sql)).toMatchObject({ 5: 'Échecs' });
    expect(await findParents(database.sql)).toEqual({ Échecs: null, Juniors: 'Échecs', Seniors: 'Échecs' });
  });

  const STORED = [
    { name: 'A', id: '1' },
    { name: 'B', id: '2' },
    { name: 'C', id: '3' },
  ];

  test.each<[string, CsvRow[], string[]]>([
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
      ['3 parent_name parentGone'],
    ],
    [
      'a loop under new names',
      [
        { name: 'New', id: '1', parent_name: 'B' },
        { name: 'B', id: '2', parent_name: 'New' },
      ],
      ['2 parent_name loop', '3 parent_name loop'],
    ],
  ])('are refused for %s', async (_, rows, expected) => {
    await importRows(database.client, STORED);
    expect(await findIssues(database.client, rows)).toEqual(expected);
  });

  test('that are new may take the name of a club that the same file renames', async () => {
    await importRows(database.client, STORED);
    const rows = [
      { name: 'B', id: '9', parent_name: 'D' },
      { name: 'D', id: '2' },
      { name: 'C', id: '3', parent_name: 'B' },
    ];
    const counts = { created: 1, updated: 2, renamed: 1, deleted: 0 };
    expect(await importRows(database.client, rows, { confirm: agree })).toMatchObject(counts);
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
    const counts = await importRows(database.client, rows, { deleteMissing: true, confirm: agree });
    expect(counts).toMatchObject({ created: 2, unchanged: 1, deleted: 2 });
    expect(await findNames(database.sql)).toEqual({ 1: 'A', 7: 'C', 9: 'B' });
    expect(await findParents(database.sql)).toEqual({ A: null, B: null, C: 'B' });
  });
});

describeDatabase('Missing clubs', (database) => {
  test('are deleted with the option and consent, and cannot be parents', async () => {
    await importRows(database.client, [{ name: 'A' }, { name: 'B', parent_name: 'A' }, { name: 'C' }]);
    const rows = [{ name: 'B', parent_name: '' }, { name: 'New' }];
    const wrong = await findIssues(database.client, [{ name: 'D', parent_name: 'A' }], { deleteMissing: true });
    expect(wrong).toEqual(['2 parent_name parentGone']);
    expect(await decline(database.client, rows, { deleteMissing: true })).toBe('declined');
    const counts = await importRows(database.client, rows, { deleteMissing: true, confirm: agree });
    expect(counts).toMatchObject({ created: 1, updated: 1, deleted: 2 });
    expect(await findParents(database.sql)).toEqual({ B: null, New: null });
  });

  test('are all clubs of a file without clubs, which needs allowEmpty and consent', async () => {
    await importRows(database.client, [{ name: 'A' }]);
    for (const file of [clubsCsv(), Buffer.from(`\n${clubsCsv().toString()},,,,,,\n`)]) {
      const emptied = importClubs(database.client, file, { deleteMissing: true, confirm: agree });
      await expect(emptied).rejects.toThrow('--allow-empty');
    }
    const options = { deleteMissing: true, allowEmpty: true };
    expect(await decline(database.client, [], options)).toBe('declined');
    expect(await importRows(database.client, [], { ...options, confirm: agree })).toMatchObject({ deleted: 1 });
  });
});

describeDatabase('Random files, whole or damaged', (database) => {
  test('are imported as a whole or change nothing', async () => {
    expect(await findWrongImports(database.client, fc.sample(clubFiles, inFull(8, 60)))).toEqual([]);
  });
});

describeDatabase('When clubs change before consent', (database) => {
  test.each([
    ['the club has another name', `update club set name = 'C' where name = 'Chess'`],
    ['the parent is deleted', `delete from club where name = 'Parent'`],
    ['a loop arises', `update club set parent_id = 1 where name = 'Parent'`],
  ])('nothing is written: %s', async (_, change) => {
    await importRows(database.client, [CHESS, { name: 'Parent' }]);
    const { length } = await database.sql`select from club_step`;
    const importing = importClubs(database.client, clubsCsv({ name: 'Chess', parent_name: 'Parent' }), {
      async confirm() {
        await database.sql.unsafe(change);
        return true;
      },
    });
    await expect(importing).rejects.toThrow('Run the import again');
    expect(await database.sql`select from club_step where kind = 'import'`).toHaveLength(length);
  });
});

describeDatabase('Warnings', (database) => {
  test.each([
    ['case and accents', 'Echecs', 'échecs'],
    ['spaces', 'a b', 'a \u202fb'],
    ['apostrophes and dashes', "L'été Rock-Climbing", 'L’été Rock–Climbing'],
  ])('report names that differ in %s alone, in the file and in the directory', async (_, one, other) => {
    const warn = async (rows: CsvRow[], options: ImportOptions = {}) =>
      (await importRows(database.client, rows, options)).warnings;
    expect(await warn([{ name: one }, { name: other }, { name: 'Other' }])).toEqual(['3 name similarName']);
    await database.sql`delete from club where name = ${other}`;
    expect(await warn([{ name: other }])).toEqual(['2 name similarName']);
    expect(await warn([{ name: other }], { deleteMissing: true, confirm: agree })).toEqual([]);
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

  test('must not be below the club, in the file or in the database', async () => {
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
    expect(await findIssues(database.client, loop)).toEqual(['2 parent_name loop', '4 parent_name loop']);
    expect(await findIssues(database.client, [{ name: 'Top', parent_name: 'Bottom' }])).toEqual(['2 parent_name loop']);
  });
});

describeDatabase('Sample clubs', (database) => {
  const samples = () =>
    importRows(database.client, [CHESS, { name: 'Go', parent_name: 'Chess' }]).then(
      () => database.sql`update club set is_sample = true`,
    );
  const findSamples = async () =>
    Object.fromEntries(
      (await database.sql<{ name: string; isSample: boolean }[]>`select name, is_sample from club order by name`).map(
        ({ name, isSample }) => [name, isSample],
      ),
    );

  test.each<[string, CsvRow]>([
    ['a field', { name: 'Go', parent_name: 'Chess', category: 'x' }],
    ['the parent', { name: 'Go' }],
    ['the name', { name: 'Weiqi', parent_name: 'Chess', id: '2' }],
  ])('become real clubs when a file changes %s, and stay samples otherwise', async (_, row) => {
    await samples();
    const rows = [
      { ...CHESS, id: '1' },
      { id: '', ...row },
    ];
    expect(await importRows(database.client, rows, { confirm: agree })).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await findSamples()).toEqual({ Chess: true, [row.name]: false });
    const replaced = await importRows(database.client, [{ name: 'New' }], { replaceSamples: true });
    expect(replaced).toMatchObject({ removedSamples: 1 });
  });

  test('are replaced by the clubs of a file, which may have their names, ids and children', async () => {
    await samples();
    await importRows(database.client, [{ name: 'Real', parent_name: 'Chess' }]);
    const rows = [
      { name: 'Chess', category: 'Ours', id: '2' },
      { name: 'Real', parent_name: 'Chess', id: '' },
    ];
    const counts = { created: 1, updated: 1, unchanged: 0, renamed: 0, removedSamples: 2 };
    expect(await importRows(database.client, rows, { replaceSamples: true })).toMatchObject(counts);
    expect(await findParents(database.sql)).toEqual({ Chess: null, Real: 'Chess' });
    const [club] = await database.sql`select id, category, description, is_sample from club where name = 'Chess'`;
    expect(club).toEqual({ id: 2, category: 'Ours', description: '', isSample: false });
  });

  test('cannot be parents in the file that replaces them', async () => {
    await samples();
    const rows = [{ name: 'New', parent_name: 'Chess' }];
    expect(await findIssues(database.client, rows, { replaceSamples: true })).toEqual(['2 parent_name unknownParent']);
  });
});
