import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { importClubs, prepareImport, type ImportProgress } from '../../../db/import/import-clubs.ts';
import { describeEachDatabase, describeEachServer } from '../../support/database.ts';
import { clubsCsv, ODD_CLUBS, type CsvRow } from '../../support/clubs-csv.ts';

const NOTHING_NORMALISED = { names: { trimmed: 0, toNfc: 0 }, parentNames: { trimmed: 0, toNfc: 0 } };

/** The report of an import that must succeed. */
async function importRows(sql: postgres.Sql, rows: CsvRow[], options = {}) {
  const { report, issues } = await importClubs(sql, clubsCsv(...rows), options);
  if (issues) throw new Error(JSON.stringify(issues));
  return report;
}

async function findIssues(sql: postgres.Sql, rows: CsvRow[], options = {}): Promise<string[]> {
  const { issues = [] } = await importClubs(sql, clubsCsv(...rows), options);
  return issues.map(({ line, message }) => `line ${line}: ${message}`);
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

describeEachDatabase('An import', (database) => {
  test('creates clubs, with their Markdown rendered', async () => {
    expect(await importRows(database.sql, [CHESS])).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      removedSamples: 0,
      normalised: NOTHING_NORMALISED,
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

  test('takes every odd text to the letter, and only trims and composes names', async () => {
    const { normalised } = await importRows(database.sql, ODD_CLUBS);
    expect(normalised).toEqual({ names: { trimmed: 1, toNfc: 1 }, parentNames: { trimmed: 1, toNfc: 1 } });
    const clubs = await database.sql`
      select name, short_description, is_active::text, coalesce(logo, foreign_logo_url, '') as logo_url,
        coalesce(website, '') as website, category, description
      from club order by id`;
    expect([...clubs]).toEqual(
      ODD_CLUBS.map((row) => ({
        name: row.name.trim().normalize('NFC'),
        shortDescription: row.short_description ?? '',
        isActive: row.is_active ?? 'true',
        logoUrl: row.logo_url ?? '',
        website: row.website ?? '',
        category: row.category ?? '',
        description: row.description ?? '',
      })),
    );
    expect(await importRows(database.sql, ODD_CLUBS)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: ODD_CLUBS.length,
    });
  });

  test('finds clubs by name and changes what is different', async () => {
    await importRows(database.sql, [CHESS, { name: 'Go' }, { name: 'Shogi' }]);
    const before = await takeSnapshot(database.sql);

    const report = await importRows(database.sql, [
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

  test('leaves what a column that is not there would say, and clears what an empty cell says', async () => {
    await importRows(database.sql, [{ name: 'Parent' }, { ...CHESS, parent_name: 'Parent' }]);

    await importRows(database.sql, [{ name: 'Chess' }]);
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

    await importRows(database.sql, [{ name: 'Chess', description: '' }]);
    const [emptied] = await database.sql`select description, description_html from club where name = 'Chess'`;
    expect(emptied).toEqual({ description: '', descriptionHtml: '' });
  });

  test('keeps a description that somebody changes meanwhile, without HTML of the old one', async () => {
    await importRows(database.sql, [CHESS]);
    const { write } = await prepareImport(database.sql, clubsCsv({ name: 'Chess', category: 'New' }), {});
    await database.sql`update club set description = 'newer'`;
    await database.sql.begin(async (tx) => write?.(tx));
    const [club] = await database.sql`select description, description_html, category from club`;
    expect(club).toEqual({ description: 'newer', descriptionHtml: null, category: 'New' });
  });

  test('renders a club again whose HTML is missing or old, and does not call that a change', async () => {
    await importRows(database.sql, [CHESS, { ...CHESS, name: 'Go' }]);
    await database.sql`update club set html_rules = -1 where name = 'Chess'`;
    const before = await takeSnapshot(database.sql);
    expect(await importRows(database.sql, [CHESS, { ...CHESS, name: 'Go' }])).toMatchObject({
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

  test('splits a logo on this site from one on another', async () => {
    await importRows(database.sql, [{ name: 'Chess', logo_url: '/a.svg' }]);
    await importRows(database.sql, [{ name: 'Chess', logo_url: 'https://example.org/a.svg' }]);
    const [club] = await database.sql`select logo, foreign_logo_url from club`;
    expect(club).toEqual({ logo: null, foreignLogoUrl: 'https://example.org/a.svg' });
  });

  test('counts names that it normalises, and matches by them', async () => {
    await importRows(database.sql, [{ name: 'Échecs' }, { name: 'Go' }]);
    const report = await importRows(database.sql, [
      { name: ' E\u0301checs' },
      { name: 'Go', parent_name: 'E\u0301checs ' },
    ]);
    expect(report).toEqual({
      created: 0,
      updated: 1,
      unchanged: 1,
      removedSamples: 0,
      normalised: { names: { trimmed: 1, toNfc: 1 }, parentNames: { trimmed: 1, toNfc: 1 } },
    });
    expect(await findParents(database.sql)).toEqual({ Échecs: null, Go: 'Échecs' });
  });

  test.each<[string, CsvRow[], string[]]>([
    [
      'in a cell',
      [{ name: 'New' }, { name: 'Go', website: 'x' }],
      ['line 3: website must be empty or an address that begins with http:// or https:// ("Go")'],
    ],
    [
      'against the database',
      [{ name: 'New', parent_name: 'Nobody' }],
      ['line 2: parent_name is no club: "Nobody" ("New")'],
    ],
    [
      'of both kinds',
      [{ name: 'New', parent_name: 'Nobody' }, { name: '' }, { name: 'Go', parent_name: 'Go' }],
      [
        'line 2: parent_name is no club: "Nobody" ("New")',
        'line 3: name must not be empty',
        'line 4: parent_name must not be the club itself ("Go")',
      ],
    ],
  ])('with a mistake %s names it and changes nothing', async (_, rows, expected) => {
    await importRows(database.sql, [CHESS, { name: 'Go' }]);
    await database.sql`update club set is_sample = true`;
    const before = await takeSnapshot(database.sql);
    expect(await findIssues(database.sql, rows)).toEqual(expected);
    expect(await findIssues(database.sql, rows, { replaceSamples: true })).toEqual(expected);
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test('of no rows changes nothing', async () => {
    await importRows(database.sql, [CHESS]);
    expect(await importRows(database.sql, [])).toMatchObject({ created: 0, updated: 0, unchanged: 0 });
    expect(await database.sql`select name from club`).toHaveLength(1);
  });

  test('tells how far it is', async () => {
    const progress: ImportProgress[] = [];
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `Club ${index}` }));
    await importRows(database.sql, rows, { onProgress: (now: ImportProgress) => progress.push(now) });
    expect(progress).toEqual([
      { stage: 'render', done: 50, total: 60 },
      { stage: 'render', done: 60, total: 60 },
      { stage: 'write', done: 0, total: 60 },
    ]);
  });
});

describeEachDatabase('Parents', (database) => {
  test('may be in the file, before or after, or in the database', async () => {
    await importRows(database.sql, [{ name: 'Old' }]);
    await importRows(database.sql, [
      { name: 'Child', parent_name: 'Later' },
      { name: 'Later', parent_name: 'Old' },
      { name: 'Grandchild', parent_name: 'Child' },
    ]);
    expect(await findParents(database.sql)).toEqual({ Child: 'Later', Grandchild: 'Child', Later: 'Old', Old: null });
  });

  test('may change places in one file', async () => {
    await importRows(database.sql, [{ name: 'A' }, { name: 'B', parent_name: 'A' }, { name: 'C', parent_name: 'B' }]);
    const report = await importRows(database.sql, [{ name: 'A', parent_name: 'C' }, { name: 'C' }]);
    expect(report).toMatchObject({ updated: 2 });
    expect(await findParents(database.sql)).toEqual({ A: 'C', B: 'A', C: null });
  });

  test.each<[string, CsvRow[], string[]]>([
    ['itself', [{ name: 'A', parent_name: 'A' }], ['line 2: parent_name must not be the club itself ("A")']],
    [
      'its child in the file',
      [
        { name: 'A', parent_name: 'B' },
        { name: 'X', parent_name: 'A' },
        { name: 'B', parent_name: 'A' },
      ],
      [
        'line 2: parent_name closes a loop of parents: "A" under "B" under "A"',
        'line 4: parent_name closes a loop of parents: "B" under "A" under "B"',
      ],
    ],
    [
      'a descendant in the database',
      [{ name: 'Top', parent_name: 'Bottom' }],
      ['line 2: parent_name closes a loop of parents: "Top" under "Bottom" under "Middle" under "Top"'],
    ],
    [
      'far away',
      Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, parent_name: `${(index + 1) % 9}` })).slice(0, 9),
      ['line 2: parent_name closes a loop of parents: "0" under "1" under "2" under … under "8" under "0"'],
    ],
  ])('must not be %s', async (_, rows, expected) => {
    await importRows(database.sql, [
      { name: 'Top' },
      { name: 'Middle', parent_name: 'Top' },
      { name: 'Bottom', parent_name: 'Middle' },
    ]);
    expect((await findIssues(database.sql, rows)).slice(0, expected.length)).toEqual(expected);
    expect(await database.sql`select name from club`).toHaveLength(3);
  });

  test('that a bad row of the file names are not called missing as well', async () => {
    expect(
      await findIssues(database.sql, [
        { name: 'A', parent_name: 'B' },
        { name: 'B', is_active: '' },
      ]),
    ).toEqual(['line 3: is_active must be true or false ("B")']);
  });

  test('that go away while the file is checked undo the whole import', async () => {
    await importRows(database.sql, [{ name: 'Parent' }, { name: 'Other' }]);
    const { write } = await prepareImport(
      database.sql,
      clubsCsv({ name: 'Other', category: 'x' }, { name: 'Child', parent_name: 'Parent' }),
      {},
    );
    await database.sql`delete from club where name = 'Parent'`;
    const before = await takeSnapshot(database.sql);
    await expect(database.sql.begin(async (tx) => write?.(tx))).rejects.toThrow('"Parent" went away');
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test('that come to form a loop while the file is checked undo the whole import', async () => {
    await importRows(database.sql, [{ name: 'A' }, { name: 'B' }]);
    const { write } = await prepareImport(database.sql, clubsCsv({ name: 'A', parent_name: 'B' }), {});
    await database.sql`update club set parent_id = (select id from club where name = 'A') where name = 'B'`;
    const before = await takeSnapshot(database.sql);
    await expect(database.sql.begin(async (tx) => write?.(tx))).rejects.toThrow('form a loop');
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });
});

describeEachDatabase('Sample clubs', (database) => {
  const samples = () => importRows(database.sql, [CHESS, { name: 'Go', parent_name: 'Chess' }], { asSamples: true });
  const findSamples = async () =>
    Object.fromEntries(
      (await database.sql<{ name: string; isSample: boolean }[]>`select name, is_sample from club order by name`).map(
        ({ name, isSample }) => [name, isSample],
      ),
    );

  test('stay until somebody replaces them, and are marked', async () => {
    await samples();
    await importRows(database.sql, [{ name: 'New' }]);
    expect(await findSamples()).toEqual({ Chess: true, Go: true, New: false });
  });

  test('become real ones when a file changes or confirms them', async () => {
    await samples();
    const report = await importRows(database.sql, [CHESS, { name: 'Go', category: 'x' }]);
    expect(report).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await findSamples()).toEqual({ Chess: false, Go: false });
  });

  test('are removed when they are replaced, and the others stay', async () => {
    await samples();
    await importRows(database.sql, [{ name: 'Real', parent_name: 'Chess' }]);
    const report = await importRows(database.sql, [{ name: 'New' }], { replaceSamples: true });
    expect(report).toMatchObject({ created: 1, updated: 0, unchanged: 0, removedSamples: 2 });
    expect(await findParents(database.sql)).toEqual({ New: null, Real: null });
  });

  test('that are in the file that replaces them are made anew', async () => {
    await samples();
    await importRows(database.sql, [{ name: 'Real', parent_name: 'Chess' }]);
    const report = await importRows(
      database.sql,
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

  test('are no parents for the file that replaces them', async () => {
    await samples();
    expect(await findIssues(database.sql, [{ name: 'New', parent_name: 'Chess' }], { replaceSamples: true })).toEqual([
      'line 2: parent_name is no club: "Chess" ("New")',
    ]);
    expect(await findSamples()).toEqual({ Chess: true, Go: true });
  });

  test('are removed by a file without rows too', async () => {
    await samples();
    expect(await importRows(database.sql, [], { replaceSamples: true })).toMatchObject({ removedSamples: 2 });
    expect(await findSamples()).toEqual({});
  });
});

/** As if the driver lost the connection after some statements, and took another one for the rest. */
function strayAfter(count: number, tx: postgres.TransactionSql): postgres.TransactionSql {
  let left = count;
  const execute = (text: TemplateStringsArray, ...values: never[]) => {
    const isFragment = !text.join('').trim().includes(' ');
    if (isFragment || left-- !== 0) return tx(text, ...values);
    return tx`rollback`.then(() => tx(text, ...values));
  };
  return Object.assign(execute, { json: (value: never) => tx.json(value) }) as unknown as postgres.TransactionSql;
}

describeEachDatabase('An import that is thrown out of its transaction', (database) => {
  test.each([0, 1, 2, 3, 4, 5])('after %i statements leaves everything as it was', async (count) => {
    await importRows(database.sql, [CHESS], { asSamples: true });
    await importRows(database.sql, [{ name: 'Old' }]);
    const before = await takeSnapshot(database.sql);
    const rows = clubsCsv({ name: 'Old', parent_name: 'New' }, { name: 'New' });
    const { write } = await prepareImport(database.sql, rows, { replaceSamples: true });

    await expect(database.sql.begin(async (tx) => write?.(strayAfter(count, tx)))).rejects.toMatchObject({
      code: count < 2 ? '25P01' : '42P01',
    });
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });
});

describeEachServer('Imports at the same time', (database) => {
  test('take turns, and readers see all of one or none of it', async () => {
    const rows = (category: string) =>
      clubsCsv(...Array.from({ length: 50 }, (_, i) => ({ name: `Club ${i}`, category })));
    await importClubs(database.sql, rows('first'));
    const importing = Promise.all(
      ['a', 'b', 'c', 'd'].map((category) => importClubs(database.connect(), rows(category))),
    );
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
});
