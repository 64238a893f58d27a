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
import { closeStaging, dropAllStaging, openStaging } from '../../../src/clubs/csv/staging.ts';
import { describeFileWarnings } from '../../../src/clubs/csv/reading.ts';
import { describeFileFault } from '../../../src/clubs/csv/faults.ts';
import { formatIssue, type ReportEntry } from '../../../src/clubs/csv/issues.ts';
import { Failure } from '../../../src/failure.ts';
import { findVersion } from '../../../src/clubs/queries.ts';
import { readVersion } from '../../../src/clubs/version.ts';
import type { Database, Transaction } from '../../../db/client.ts';
import { ConnectionLostError, UnknownOutcomeError } from '../../../src/lost-connection.ts';
import { OutdatedPlanError } from '../../../src/clubs/csv/write.ts';
import { clubFiles, importFiles } from '../../support/generated-csv.ts';
import { countRead } from '../../support/rows-read.ts';
import { describeDatabase, describeServer } from '../../support/database.ts';
import { clubsCsv, csvFile, inPieces, ODD_CLUBS, type CsvRow } from '../../support/clubs-csv.ts';

/** The summary of an import that must succeed; by default it may clear fields, but not rename or delete clubs. */
async function importRows(sql: Database, rows: CsvRow[], options: ImportOptions = {}) {
  const confirm = ({ renamed, deleted }: ImportSummary) => Promise.resolve(renamed + deleted === 0);
  const result = await importClubs(sql, csvFile(...rows), { confirm, ...options });
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  return result.summary;
}

async function findIssues(sql: Database, rows: CsvRow[], options: ImportOptions = {}): Promise<string[]> {
  const result = await importClubs(sql, csvFile(...rows), options);
  return result.outcome === 'mistakes' ? result.issues.map(formatIssue) : [];
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

describeDatabase('An import whose tables a restore takes away', (database) => {
  test('says so, and has changed nothing', async () => {
    const source = async function* () {
      yield clubsCsv(...Array.from({ length: 1500 }, (_, index) => ({ name: `Club ${index}` })));
      await database.client.begin((tx) => dropAllStaging(tx));
      yield Buffer.from('Late,,true,,,,\n');
    };
    await expect(importClubs(database.client, source())).rejects.toThrow(
      'A backup was restored meanwhile, which took away what this import had read. Nothing of it is in the directory: run it again.',
    );
    expect(await database.sql`select from club`).toHaveLength(0);
  });
});

describeDatabase('An import', (database) => {
  test.each([
    ['nothing', '', /is empty/],
    ['a column that is not known', 'nom;short_description;is_active\r\nA;b;VRAI\r\n', /header/],
    ['a column with a NUL', 'na\0me,short_description,is_active\r\nA,b,true\r\n', /unknown columns: "na␀me"/],
    ['a separator that is a NUL', 'sep=\0\r\nname,short_description\r\n', /is separated by "␀"/],
    ['a spreadsheet', 'PK\u0003\u0004\u0014\u0000', /spreadsheet|Excel|xlsx/i],
  ])('tells a file that is no table of clubs for what it is: %s', async (_, text, expected) => {
    await database.insertClubs('Chess');
    const source = async function* () {
      await Promise.resolve();
      yield Buffer.from(text);
    };
    const result = await importClubs(database.client, source());
    if (result.outcome !== 'mistakes') throw new Error(JSON.stringify(result));
    expect(result.issues.map(formatIssue).join('\n')).toMatch(expected);
    expect(await database.sql`select name from club`).toEqual([{ name: 'Chess' }]);
  });

  test('gives thousands of clubs their parents by a few rows each, whatever was known of the table before', async () => {
    // As after years of use: what the planner knows is of a small table.
    await database.insertClubs('One', 'Two', 'Three');
    await database.sql`analyze club`;
    /** Rows of clubs that are read while some get parents, in a forest that is as deep as the logarithm of their number. */
    const readsOf = async (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        name: `Club ${count} ${index}`,
        parent_name: index === 0 ? '' : `Club ${count} ${Math.floor((index - 1) / 10)}`,
      }));
      const { write, close } = await prepareImport(database.client, csvFile(...rows), {});
      const { read } = await database.sql.begin(async (tx) => await countRead(tx, 'club', () => write(tx)));
      await close();
      return read;
    };
    // One that reads all parents for each club reads hundreds and thousands.
    for (const count of [500, 2000]) expect((await readsOf(count)) / count).toBeLessThan(20);
    const [{ total }] = await database.sql<[{ total: number }]>`
      select count(*)::int as total from club where parent_id is not null`;
    expect(total).toBe(499 + 1999);
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

  test('that clears fields by empty cells counts them by field, and needs consent', async () => {
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
    expect(describeFileWarnings(file, 'en')).toEqual([
      'Read commas as separators between categories in 2 cells. To keep commas, separate the categories of at least one cell with a semicolon.',
    ]);
    const again = await importRows(database.client, [...rows.slice(0, 1), { name: 'F', category: 'Art; Music' }]);
    expect(describeFileWarnings(again.file, 'en')).toEqual([]);
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

  test('takes every odd text to the letter, and only trims and composes names', async () => {
    const { file } = await importRows(database.client, ODD_CLUBS);
    expect(file.normalised).toMatchObject({ names: { trimmed: 1, toNfc: 1 }, parentNames: { trimmed: 1, toNfc: 1 } });
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
    expect(await importRows(database.client, ODD_CLUBS)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: ODD_CLUBS.length,
    });
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

  test('leaves what a column that is not there would say, and clears what an empty cell says', async () => {
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

  test('keeps the contact, the links and the day of confirmation of a club when their columns are missing', async () => {
    const kept = {
      contact: 'go@example.org',
      links: 'Forum https://a.example\nWiki https://b.example',
      confirmed_on: '2024-05-17',
    };
    await importClubs(database.client, csvFile({ name: 'Go', ...kept }, { name: 'Ski' }));
    await importClubs(database.client, csvFile({ name: 'Go', category: 'Games' }, { name: 'Chess' }));
    const read = () => database.sql`
      select name, category, contact, links, confirmed_on::text from club order by name`;
    const links = [
      { label: 'Forum', url: 'https://a.example' },
      { label: 'Wiki', url: 'https://b.example' },
    ];
    const NONE = { category: '', contact: null, links: [], confirmedOn: null };
    expect(await read()).toEqual([
      { name: 'Chess', ...NONE },
      { name: 'Go', category: 'Games', contact: 'go@example.org', links, confirmedOn: '2024-05-17' },
      { name: 'Ski', ...NONE },
    ]);
    await importRows(database.client, [{ name: 'Go', category: 'Games', links: '' }]);
    expect((await read())[1]).toMatchObject({ contact: 'go@example.org', links: [], confirmedOn: '2024-05-17' });
    const again = csvFile({
      name: 'Go',
      category: 'Games',
      contact: 'mailto:go@example.org',
      confirmed_on: '17/05/2024',
    });
    expect(await importClubs(database.client, again)).toMatchObject({ summary: { unchanged: 1, updated: 0 } });
  });

  test('keeps a description that somebody changes meanwhile, without HTML of the old one', async () => {
    await importRows(database.client, [CHESS]);
    const { write, close } = await prepareImport(database.client, csvFile({ name: 'Chess', category: 'New' }), {});
    await database.sql`update club set description = 'newer'`;
    await database.client.begin(write);
    await close();
    const [club] = await database.sql`select description, description_html, category from club`;
    expect(club).toEqual({ description: 'newer', descriptionHtml: null, category: 'New' });
  });

  test('renders at its end what somebody has changed meanwhile', async () => {
    await importRows(database.client, [CHESS]);
    const { commit, close } = await prepareImport(database.client, csvFile({ name: 'Chess', category: 'New' }), {});
    await database.sql`update club set description = 'newer'`;
    await commit();
    await close();
    const [club] = await database.sql`select description, description_html from club`;
    expect(club).toEqual({ description: 'newer', descriptionHtml: '<p>newer</p>' });
  });

  test('renders a club again whose HTML is missing or old, and does not call that a change', async () => {
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

  test('splits a logo on this site from one on another', async () => {
    await importRows(database.client, [{ name: 'Chess', logo_url: '/a.svg' }]);
    await importRows(database.client, [{ name: 'Chess', logo_url: 'https://example.org/a.svg' }]);
    const [club] = await database.sql`select logo, foreign_logo_url from club`;
    expect(club).toEqual({ logo: null, foreignLogoUrl: 'https://example.org/a.svg' });
  });

  test('is told of a parent that is not there also in a row with another mistake', async () => {
    expect(
      await findIssues(database.client, [
        { name: 'One', is_active: 'maybe', parent_name: 'Nobody' },
        { name: 'Two', is_active: 'maybe', parent_name: 'Three' },
        { name: 'Three', parent_name: 'x'.repeat(300) },
      ]),
    ).toEqual([
      expect.stringContaining('line 2: is_active'),
      'line 2: parent_name is no club of the file or of the directory: "Nobody" (club "One")',
      expect.stringContaining('line 3: is_active'),
      expect.stringContaining('line 4: parent_name'),
    ]);
  });

  test('counts names that it normalises, and matches by them', async () => {
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

  test.each<[string, CsvRow[], string[]]>([
    [
      'in a cell',
      [{ name: 'New' }, { name: 'Go', website: 'x' }],
      ['line 3: website must be empty or an address that begins with http:// or https://: "x" (club "Go")'],
    ],
    [
      'against the database',
      [{ name: 'New', parent_name: 'Nobody' }],
      ['line 2: parent_name is no club of the file or of the directory: "Nobody" (club "New")'],
    ],
    [
      'of both kinds',
      [{ name: 'New', parent_name: 'Nobody' }, { name: '' }, { name: 'Go', parent_name: 'Go' }],
      [
        'line 2: parent_name is no club of the file or of the directory: "Nobody" (club "New")',
        'line 3: name must not be empty',
        'line 4: parent_name must not be the club itself: "Go" (club "Go")',
      ],
    ],
  ])('with a mistake %s names it and changes nothing', async (_, rows, expected) => {
    await importRows(database.client, [CHESS, { name: 'Go' }]);
    await database.sql`update club set is_sample = true`;
    const before = await takeSnapshot(database.sql);
    expect(await findIssues(database.client, rows)).toEqual(expected);
    expect(await findIssues(database.client, rows, { replaceSamples: true })).toEqual(expected);
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test.each([
    ['Chess', 'Chess'],
    [' Chess', 'Chess\u00a0'],
    ['E\u0301checs', 'Échecs'],
  ])('with a name twice (%j and %j) says which rows they are, and what to do', async (one, other) => {
    const name = one.trim().normalize('NFC');
    const problem = 'name is on line 2 already: a club has one row, and two clubs have two names';
    expect(await findIssues(database.client, [{ name: one }, { name: 'Go' }, { name: other }])).toEqual([
      `line 4: ${problem}: "${name}"`,
    ]);
    expect(await findIssues(database.client, [{ name: one, id: '1' }, { name: 'Go' }, { name: other }])).toEqual([
      `line 4: ${problem}: "${name}"`,
    ]);
  });

  test.each([
    ['quotes', '"Stars" \\ Dance', String.raw`"\"Stars\" \\ Dance"`],
    ['invisible characters', 'a\u202eb', String.raw`"a\u{202e}b"`],
    ['many characters', '😀'.repeat(81), `"${'😀'.repeat(79)}…"`],
  ])('quotes a name with %s in one way, whoever finds the mistake', async (_, name, shown) => {
    await importRows(database.client, [
      { name, id: '1' },
      { name: 'Go', id: '2' },
    ]);
    expect(await findIssues(database.client, [{ name: 'Go', id: '1' }])).toEqual([
      expect.stringContaining(`id is the id of ${shown}, and`),
    ]);
    expect(
      await findIssues(database.client, [
        { name, parent_name: 'Go' },
        { name: 'Go', parent_name: name },
      ]),
    ).toEqual([
      expect.stringContaining(`(${shown} under "Go" under ${shown}): "Go" (club ${shown})`),
      expect.stringContaining(`("Go" under ${shown} under "Go"): ${shown} (club "Go")`),
    ]);
  });

  test('of no rows changes nothing', async () => {
    await importRows(database.client, [CHESS]);
    expect(await importRows(database.client, [])).toMatchObject({ created: 0, updated: 0, unchanged: 0 });
    expect(await database.sql`select name from club`).toHaveLength(1);
  });

  test('tells how far it is', async () => {
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

  test('leaves no table behind, however it ends', async () => {
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

  test('says that nothing is changed again when its transaction fails', async () => {
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

  test('names a NUL in a name, whatever else the row has', async () => {
    const issues = await findIssues(database.client, [{ name: 'a\0b', website: 'https://example.org/a b' }]);
    expect(issues.join('\n')).toContain('name must not contain a NUL character');
  });

  test('sweeps what an import that died has left, and not what is under way', async () => {
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

  test('changes nothing when the server has emptied its tables meanwhile', async () => {
    await importRows(database.client, [CHESS]);
    const { commit, close } = await prepareImport(database.client, csvFile(CHESS), { deleteMissing: true });
    const [table] = await findImportTables(database.sql);
    await database.sql`truncate ${database.sql(table ?? '')}`;
    await expect(commit()).rejects.toThrow('Nothing was changed');
    await close();
    expect(await database.sql`select name from club`).toEqual([{ name: 'Chess' }]);
  });

  test('raises the version of the directory once', async () => {
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

/** What a program left behind would be seen in. */
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
  test('make clubs of these ids, and the next club comes behind the largest', async () => {
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

  test('that leave little room behind them are kept, and warned about', async () => {
    await importRows(database.client, [
      { name: 'A', id: '2000000000' },
      { name: 'B', id: '2000000001' },
      { name: 'C', id: '' },
    ]);
    const { firstWarnings } = await importRows(database.client, [{ name: 'D' }, { name: 'E', id: '2000000900' }]);
    expect(firstWarnings.map(formatIssue)).toEqual([
      'line 3: id is so large that few numbers are left behind it for new clubs (up to 2,147,483,647): is it meant?: "2000000900" (club "E")',
    ]);
    const names = { 2000000000: 'A', 2000000001: 'B', 2000000002: 'C', 2000000900: 'E', 2000000901: 'D' };
    expect(await findNames(database.sql)).toEqual(names);
    expect(await importRows(database.client, [{ name: 'E', id: '2000000900' }])).toMatchObject({ warnings: 0 });
  });

  test('that are gone leave their room to others when no other is left', async () => {
    await importRows(database.client, [
      { name: 'A', id: '5' },
      { name: 'B', id: '2147483647' },
    ]);
    await database.sql`delete from club where name = 'B'`;
    await importRows(database.client, [{ name: 'C' }]);
    expect(await findNames(database.sql)).toEqual({ 5: 'A', 6: 'C' });
    await database.sql`delete from club`;
    await database.sql`select setval(pg_get_serial_sequence('club', 'id'), 2147483647)`;
    await importRows(database.client, [{ name: 'D' }]);
    expect(await findNames(database.sql)).toEqual({ 1: 'D' });
  });

  test('that others have given stand in the way of no new club', async () => {
    await database.sql`insert into club (id, name) values (1, 'A'), (2, 'B'), (2147483000, 'C')`;
    await importRows(database.client, [{ name: 'D' }, { name: 'E' }]);
    expect(await findNames(database.sql)).toMatchObject({ 2147483001: 'D', 2147483002: 'E' });
  });

  test.each([1, 2])('that leave no room for new clubs are told (of %i)', async (room) => {
    await database.sql`insert into club (id, name) values (${2_147_483_647 - room}, 'A')`;
    const before = await takeSnapshot(database.sql);
    const rows = Array.from({ length: room + 1 }, (_, index) => ({ name: `New ${index}` }));
    await expect(importRows(database.client, rows)).rejects.toThrow(
      `There is no room for ${room + 1} new clubs: they are numbered behind the largest id, which is ${(2_147_483_647 - room).toLocaleString('en')}, up to 2,147,483,647. Give them free ids in the column id. Nothing was changed.`,
    );
    expect(await takeSnapshot(database.sql)).toEqual(before);
    expect(await importRows(database.client, rows.slice(1))).toMatchObject({ created: room });
  });

  test('rename clubs, when somebody agrees', async () => {
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
    expect(await importClubs(database.client, csvFile(...rows), { confirm: () => Promise.resolve(false) })).toEqual({
      outcome: 'declined',
    });
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

  test('need no consent where nothing is renamed', async () => {
    await importRows(database.client, [{ name: 'Chess', id: '5' }]);
    expect(await importRows(database.client, [{ name: 'Chess', id: '5', category: 'x' }])).toMatchObject({
      updated: 1,
    });
  });

  const STORED = [
    { name: 'A', id: '1' },
    { name: 'B', id: '2' },
    { name: 'C', id: '3' },
  ];
  test.each<[string, CsvRow[], string[]]>([
    [
      "one club's with the name of another",
      [{ name: 'B', id: '1' }],
      [
        'line 2: id is the id of "A", and the name is that of club 2: leave the column id out to match clubs by name: "1" (club "B")',
      ],
    ],
    [
      "no club's with the name of one",
      [{ name: 'B', id: '9' }],
      [
        'line 2: id is the id of no club, and the name is that of club 2: leave the column id out to match clubs by name: "9" (club "B")',
      ],
    ],
    [
      'of two clubs that change names',
      [
        { name: 'B', id: '1' },
        { name: 'A', id: '2' },
      ],
      [
        'line 2: id is the id of "A", and the name is that of club 2: leave the column id out to match clubs by name, or rename in two imports, with another name in between: "1" (club "B")',
        'line 3: id is the id of "B", and the name is that of club 1: leave the column id out to match clubs by name, or rename in two imports, with another name in between: "2" (club "A")',
      ],
    ],
    [
      'of a chain of new names',
      [
        { name: 'B', id: '1' },
        { name: 'D', id: '2' },
      ],
      [
        'line 2: id is the id of "A", and the name is that of club 2: leave the column id out to match clubs by name, or rename in two imports, with another name in between: "1" (club "B")',
      ],
    ],
    [
      'twice, new',
      [
        { name: 'X', id: '9' },
        { name: 'Y', id: '9' },
      ],
      ['line 3: id is the same club as on line 2: "9" (club "Y")'],
    ],
    [
      'of a club that another row names',
      [
        { name: 'New', id: '1' },
        { name: 'A', id: '' },
      ],
      [
        'line 3: id is the same club as on line 2: to give a new club the old name of another, rename in one import and make the new one in a second (club "A")',
      ],
    ],
    [
      'of a club that another row names, the other way round',
      [
        { name: 'A', id: '' },
        { name: 'New', id: '1' },
      ],
      [
        'line 3: id is the same club as on line 2: to give a new club the old name of another, rename in one import and make the new one in a second: "1" (club "New")',
      ],
    ],
    ...['0', '-1', 'x', '1.5.x', '2147483648', '99999999999'].map((id): [string, CsvRow[], string[]] => [
      `spelled ${id}`,
      [{ name: 'X', id }],
      [`line 2: id must be empty or a whole number from 1 to 2,147,483,647: "${id}" (club "X")`],
    ]),
    ...['007', '1E+05', '1 234', '1\u202f234', '1,234', '1.000', '1,5', '+7'].map(
      (id): [string, CsvRow[], string[]] => [
        `spelled ${id}`,
        [{ name: 'X', id }],
        [
          `line 2: id must be empty or a whole number from 1 to 2,147,483,647 (format the column as whole numbers, without separators, exponents or zeros in front): "${id}" (club "X")`,
        ],
      ],
    ),
    [
      'that rename the parent of another row',
      [
        { name: 'New', id: '1' },
        { name: 'B', id: '2', parent_name: 'A' },
      ],
      ['line 3: parent_name is no club after this import: line 2 renames it to "New": "A" (club "B")'],
    ],
    [
      'that close a loop under new names',
      [
        { name: 'New', id: '1', parent_name: 'B' },
        { name: 'B', id: '2', parent_name: 'New' },
      ],
      [
        'line 2: parent_name closes a loop of parents ("New" under "B" under "New"): "B" (club "New")',
        'line 3: parent_name closes a loop of parents ("B" under "New" under "B"): "New" (club "B")',
      ],
    ],
  ])('are mistakes: %s', async (_, rows, expected) => {
    await importRows(database.client, STORED);
    const before = await takeSnapshot(database.sql);
    expect(await findIssues(database.client, rows, { confirm: agree })).toEqual(expected);
    expect(await takeSnapshot(database.sql)).toEqual(before);
  });

  test('that no club has take the name of a club that the same file renames', async () => {
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

  test('that no club has take the name of a club that the same import deletes, and of no other', async () => {
    await importRows(database.client, STORED);
    const rows = [
      { name: 'A', id: '1' },
      { name: 'B', id: '9' },
      { name: 'C', id: '7', parent_name: 'B' },
    ];
    const mistake = (line: number, named: number, id: number, name: string) =>
      `line ${line}: id is the id of no club, and the name is that of club ${named}: leave the column id out to match clubs by name: "${id}" (club "${name}")`;
    expect(await findIssues(database.client, rows)).toEqual([mistake(3, 2, 9, 'B'), mistake(4, 3, 7, 'C')]);
    const deletes = { deleteMissing: true, confirm: agree };
    expect(await importRows(database.client, rows, deletes)).toMatchObject({
      ...{ created: 2, unchanged: 1, deleted: 2 },
      deletions: ['B', 'C'],
    });
    expect(await findNames(database.sql)).toEqual({ 1: 'A', 7: 'C', 9: 'B' });
    expect(await findParents(database.sql)).toEqual({ A: null, B: null, C: 'B' });
  });

  test('that no club has take no name where they look filled down', async () => {
    await importRows(
      database.client,
      SIX.map((name, index) => ({ name, id: `${index + 1}` })),
    );
    const rows = SIX.map((name, index) => ({ name, id: `${index + 6}` })).slice(0, 5);
    const told = await findIssues(database.client, rows, { deleteMissing: true, confirm: agree });
    expect(told).toHaveLength(5);
    for (const [index, issue] of told.entries()) {
      expect(issue).toContain(`line ${index + 2}: id is the id of ${index === 0 ? '"F"' : 'no club'}, and the name is`);
      expect(issue).toContain(LEAVE_OUT);
    }
  });

  const SIX = ['A', 'B', 'C', 'D', 'E', 'F'];
  const LEAVE_OUT =
    'look filled down in the spreadsheet. Take them from a new export, or delete the column id, and clubs are matched by name';
  test('that count up in another order than the clubs are told as filled down', async () => {
    await importRows(
      database.client,
      SIX.map((name, index) => ({ name, id: `${index + 1}` })),
    );
    const rows = ['A', 'C', 'B', 'E', 'D', 'F'].map((name, index) => ({ name, id: `${index + 1}` }));
    expect(await findIssues(database.client, rows)).toEqual(
      [
        [3, 'B', 3, 2, 'C'],
        [4, 'C', 2, 3, 'B'],
        [5, 'D', 5, 4, 'E'],
        [6, 'E', 4, 5, 'D'],
      ].map(
        ([line, old, named, id, name]) =>
          `line ${line}: id is the id of "${old}", and the name is that of club ${named}: the ids on lines 3 to 6 ${LEAVE_OUT}: "${id}" (club "${name}")`,
      ),
    );
  });

  test('that repeat are told as filled down, once for each row', async () => {
    await importRows(
      database.client,
      SIX.map((name, index) => ({ name, id: `${index + 1}` })),
    );
    const rows = ['A', 'B', 'New', 'Newer', 'C'].map((name) => ({ name, id: '1' }));
    expect(await findIssues(database.client, [...rows, { name: 'F', id: '6' }])).toEqual([
      `line 3: id is the id of "A", and the name is that of club 2: the ids on lines 3 to 6 ${LEAVE_OUT}: "1" (club "B")`,
      `line 4: id is the same club as on line 2: the ids on lines 3 to 6 ${LEAVE_OUT}: "1" (club "New")`,
      `line 5: id is the same club as on line 2: the ids on lines 3 to 6 ${LEAVE_OUT}: "1" (club "Newer")`,
      `line 6: id is the id of "A", and the name is that of club 3: the ids on lines 3 to 6 ${LEAVE_OUT}: "1" (club "C")`,
    ]);
  });

  test.each([
    ['count up', ['1', '2', '3', '4'], 4],
    ['count up in three rows alone', ['1', '2', '3', '5'], 0],
    ['do not', ['2', '4', '1', '3'], 0],
  ])('of clubs that would be renamed are counted where they look filled down: %s', async (_, ids, expected) => {
    await importRows(
      database.client,
      SIX.map((name, index) => ({ name, id: `${index + 1}` })),
    );
    const rows = ids.map((id) => ({ name: `New ${id}`, id }));
    expect(await importRows(database.client, rows, { confirm: agree })).toMatchObject({
      renamed: 4,
      renamedByFilling: expected,
    });
  });

  test('of new clubs may count up', async () => {
    const rows = SIX.map((name, index) => ({ name, id: `${index + 7}` }));
    expect(await importRows(database.client, rows)).toMatchObject({ created: 6, renamedByFilling: 0 });
    expect(await importRows(database.client, rows)).toMatchObject({ unchanged: 6, renamedByFilling: 0 });
  });

  test('tell that sample clubs would be renamed, and are free when these go first', async () => {
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
  test('are deleted when that is wished for and agreed to', async () => {
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

  test('are no parents', async () => {
    await importRows(database.client, [{ name: 'A' }]);
    expect(await findIssues(database.client, [{ name: 'B', parent_name: 'A' }], { deleteMissing: true })).toEqual([
      'line 2: parent_name is a club that this import deletes, as it has no row: "A" (club "B")',
    ]);
  });

  test('that are renamed by id are not missing', async () => {
    await importRows(database.client, [{ name: 'A', id: '1' }]);
    expect(
      await importRows(database.client, [{ name: 'B', id: '1' }], { deleteMissing: true, confirm: agree }),
    ).toMatchObject({ renamed: 1, deleted: 0 });
  });

  test('give their names away in a second import', async () => {
    await importRows(database.client, [
      { name: 'A', id: '1' },
      { name: 'B', id: '2' },
    ]);
    const options = { deleteMissing: true, confirm: agree };
    expect(await findIssues(database.client, [{ name: 'B', id: '1' }], options)).toEqual([
      'line 2: id is the id of "A", and the name is that of club 2: leave the column id out to match clubs by name, or delete club 2 in one import and give its name away in a second: "1" (club "B")',
    ]);
    await importRows(database.client, [{ name: 'A', id: '1' }], options);
    expect(await importRows(database.client, [{ name: 'B', id: '1' }], options)).toMatchObject({ renamed: 1 });
  });

  test('that come while somebody is asked are not deleted', async () => {
    await importRows(database.client, [{ name: 'A' }, { name: 'B' }]);
    const asked: string[][] = [];
    const summary = await importRows(database.client, [{ name: 'A' }], {
      deleteMissing: true,
      async confirm({ deletions }) {
        asked.push(deletions);
        if (asked.length === 1) await database.sql`insert into club (name) values ('C')`;
        return true;
      },
    });
    expect(asked).toEqual([['B'], ['B', 'C']]);
    expect(summary).toMatchObject({ deleted: 2 });
  });
});

describeDatabase('Files that are whole or not', (database) => {
  test('change all that they say, or nothing', async () => {
    const result = await importFiles(database.client, fc.sample(clubFiles, 20));
    expect(result.wrong).toEqual([]);
    expect(Math.min(result.imported, result.refused)).toBeGreaterThan(2);
  });
});

describeDatabase('An agreement', (database) => {
  test.each<[string, CsvRow[], ImportOptions, unknown[]]>([
    [
      'to rename',
      [{ name: 'B', id: '1' }],
      {},
      [[{ from: 'A', to: 'B', isSample: false }], [{ from: 'C', to: 'B', isSample: false }]],
    ],
    ['to delete', [{ name: 'Other', id: '2' }], { deleteMissing: true }, [['A'], ['C']]],
  ])('%s a club is asked for again when the club has another name by then', async (_, rows, options, expected) => {
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

describeDatabase('A file of more than is taken', (database) => {
  test('is refused for its rows, and for empty ones, which cost their time too', async () => {
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
  test('deletes none unless that is wished for in so many words', async () => {
    await importRows(database.client, [{ name: 'A' }]);
    const refused = importClubs(database.client, csvFile(), { deleteMissing: true, confirm: agree });
    await expect(refused).rejects.toThrow(/^The file has no club in it, and .* the only club of the directory/);
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

  test('is no matter where there is nothing to delete', async () => {
    expect(await importRows(database.client, [], { deleteMissing: true })).toMatchObject({ deleted: 0 });
    await importRows(database.client, [{ name: 'Sample' }], { asSamples: true });
    expect(await importRows(database.client, [], { deleteMissing: true, replaceSamples: true })).toMatchObject({
      deleted: 0,
      removedSamples: 1,
    });
  });
});

describeDatabase('The report of an import', (database) => {
  /** What the last report says, and how often there was one. */
  function collect() {
    const collected = { times: 0, entries: [] as ReportEntry[] };
    const report: ImportOptions['report'] = async (batches) => {
      collected.times += 1;
      collected.entries = [];
      for await (const batch of batches) collected.entries.push(...batch);
    };
    return { collected, report };
  }
  const told = (entries: ReportEntry[]) =>
    entries.map(({ kind, line, column, value, club }) => [kind, line, column, value, club]);

  test('has every club that is to be renamed or deleted, behind the mistakes and warnings', async () => {
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
    expect(told(collected.entries)).toEqual([
      ['warning', 4, 'name', 'go', null],
      ['to be renamed', 3, 'name', 'Renamed', 'Club 39'],
      ...stored.slice(0, -1).map(({ name, id }) => ['to be deleted', null, 'id', id, name]),
    ]);
  });

  test('has what is wrong as data that either language has words for, whether the file tells it or the directory', async () => {
    await importRows(database.client, [
      { name: 'A', id: '1' },
      { name: 'B', id: '2' },
    ]);
    const { collected, report } = collect();
    const rows = [
      { name: 'B', id: '1' },
      { name: 'C', id: '', category: 'x'.repeat(1001) },
      { name: 'D', id: '', parent_name: 'Z' },
      { name: 'E', id: '2147483647', parent_name: 'F' },
      { name: 'F', id: '', parent_name: 'E' },
    ];
    await importClubs(database.client, csvFile(...rows), { report });
    expect(collected.entries.map(({ line, fault }) => [line, fault])).toEqual([
      [2, { code: 'idOfOther', of: 'A', named: 2, filled: null, way: null }],
      [3, { code: 'tooLong', limit: 1000, length: 1001, isSpreadsheetError: false }],
      [4, { code: 'parentUnknown' }],
      [5, { code: 'idLarge', largest: 2_147_483_647 }],
      [5, { code: 'loop', first: ['E', 'F', 'E'], last: [] }],
      [6, { code: 'loop', first: ['F', 'E', 'F'], last: [] }],
      [2, { code: 'renamed' }],
    ]);
    expect(collected.entries.slice(0, 3).map(({ fault }) => describeFileFault(fault, 'fr'))).toEqual([
      'est l’id de «\u202fA\u202f», et le nom est celui du club 2\u202f: supprimez la colonne id, et les clubs seront reconnus à leur nom',
      'doit comporter au plus 1\u202f000 caractères',
      'n’est un club ni du fichier ni de l’annuaire',
    ]);
  });

  test('is of the plan that was carried out, when the directory changes before somebody agrees', async () => {
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

  test('is of what was done, also when that needed no other consent', async () => {
    await importRows(database.client, [{ name: 'Chess', id: '1' }]);
    const { collected, report } = collect();
    const summary = await importRows(database.client, [{ name: 'Go', id: '1' }], {
      report,
      async confirm() {
        await database.sql`insert into club (name) values ('GO')`;
        return true;
      },
    });
    expect(collected.entries.map(({ kind, value }) => [kind, value])).toEqual([
      ['warning', 'Go'],
      ['to be renamed', 'Go'],
    ]);
    expect(summary).toMatchObject({ warnings: 1, firstWarnings: [{ value: 'Go' }] });
  });

  test('that cannot be written after all does not hide that the clubs are there', async () => {
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
    return firstWarnings.map(formatIssue);
  };

  test.each([
    ['case', 'Chess', 'chess'],
    ['accents', 'Echecs', 'Échecs'],
    ['spaces inside', 'a b', 'a  b'],
    ['kinds of space', 'a b', 'a\u202fb'],
    ['invisible characters', 'ab', 'a\u200bb'],
    ['apostrophes', "L'été", 'L’été'],
    ['dashes', 'Rock-Climbing', 'Rock–Climbing'],
    ['modifier letters', "L'été", 'L\u02bcété'],
    ['a prime for an apostrophe', "L'été", 'L\u2032été'],
    ['kinds of apostrophe, and case', 'l’atelier', 'L\u02bcATELIER'],
  ])('tell of names that differ in %s alone, in the file and in the directory', async (_, one, other) => {
    const inFile = `line 3: name differs from the name on line 2 only by case, accents, apostrophes, dashes or spaces: are they one club?: "`;
    expect(await warn([{ name: one }, { name: other }, { name: 'Other' }])).toEqual([expect.stringContaining(inFile)]);
    await database.sql`delete from club where name = ${other}`;
    const inDirectory = `line 2: name differs from "${one}" of the directory only by case, accents, apostrophes, dashes or spaces: are they one club?: "`;
    expect(await warn([{ name: other }])).toEqual([expect.stringContaining(inDirectory)]);
    expect(await warn([{ name: other }], { deleteMissing: true, confirm: agree })).toEqual([]);
  });

  test('tell of logos on this site that are not there', async () => {
    expect(
      await warn([
        { name: 'A', logo_url: '/logos/echecs.svg' },
        { name: 'B', logo_url: '/logos/no-such.svg' },
        { name: 'C', logo_url: '/logos/echecs.svg?v=2' },
        { name: 'D', logo_url: '/logos' },
      ]),
    ).toEqual([
      'line 3: logo_url is an address on this site where there is no file: the club will have no picture: "/logos/no-such.svg" (club "B")',
      'line 5: logo_url is an address on this site where there is no file: the club will have no picture: "/logos" (club "D")',
    ]);
  });

  test('name addresses with a space inside', async () => {
    expect(await warn([{ name: 'A', website: 'https://example.org/our club' }])).toEqual([
      'line 2: website has a space inside: is it one address?: "https://example.org/our club" (club "A")',
    ]);
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

  test('may change places in one file', async () => {
    await importRows(database.client, [
      { name: 'A' },
      { name: 'B', parent_name: 'A' },
      { name: 'C', parent_name: 'B' },
    ]);
    const report = await importRows(database.client, [{ name: 'A', parent_name: 'C' }, { name: 'C' }]);
    expect(report).toMatchObject({ updated: 2 });
    expect(await findParents(database.sql)).toEqual({ A: 'C', B: 'A', C: null });
  });

  test.each<[string, CsvRow[], string[]]>([
    ['itself', [{ name: 'A', parent_name: 'A' }], ['line 2: parent_name must not be the club itself: "A" (club "A")']],
    [
      'its child in the file',
      [
        { name: 'A', parent_name: 'B' },
        { name: 'X', parent_name: 'A' },
        { name: 'B', parent_name: 'A' },
      ],
      [
        'line 2: parent_name closes a loop of parents ("A" under "B" under "A"): "B" (club "A")',
        'line 4: parent_name closes a loop of parents ("B" under "A" under "B"): "A" (club "B")',
      ],
    ],
    [
      'a descendant in the database',
      [{ name: 'Top', parent_name: 'Bottom' }],
      [
        'line 2: parent_name closes a loop of parents ("Top" under "Bottom" under "Middle" under "Top"): "Bottom" (club "Top")',
      ],
    ],
    [
      'far away',
      Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, parent_name: `${(index + 1) % 9}` })).slice(0, 9),
      [
        'line 2: parent_name closes a loop of parents ("0" under "1" under "2" under … under "8" under "0"): "1" (club "0")',
      ],
    ],
  ])('must not be %s', async (_, rows, expected) => {
    await importRows(database.client, [
      { name: 'Top' },
      { name: 'Middle', parent_name: 'Top' },
      { name: 'Bottom', parent_name: 'Middle' },
    ]);
    expect((await findIssues(database.client, rows)).slice(0, expected.length)).toEqual(expected);
    expect(await database.sql`select name from club`).toHaveLength(3);
  });

  test('that a bad row of the file names are not called missing as well', async () => {
    expect(
      await findIssues(database.client, [
        { name: 'A', parent_name: 'B' },
        { name: 'B', is_active: '' },
      ]),
    ).toEqual([
      'line 3: is_active must not be empty: it is true or false (or yes or no, oui or non, vrai or faux, 1 or 0) (club "B")',
    ]);
  });

  test('that go away while the file is checked undo the whole import', async () => {
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

  test('that come to form a loop while the file is checked undo the whole import', async () => {
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

  test('stay until somebody replaces them, and are marked', async () => {
    await samples();
    await importRows(database.client, [{ name: 'New' }]);
    expect(await findSamples()).toEqual({ Chess: true, Go: true, New: false });
  });

  test.each<[string, CsvRow]>([
    ['a field', { name: 'Go', parent_name: 'Chess', category: 'x' }],
    ['the parent', { name: 'Go' }],
    ['the name', { name: 'Weiqi', parent_name: 'Chess', id: '2' }],
  ])('become real ones when a file changes %s, and stay samples when it leaves them as they are', async (_, row) => {
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

  test('stay samples when their HTML is made anew', async () => {
    await samples();
    await database.sql`update club set html_rules = 0`;
    expect(await importRows(database.client, [CHESS])).toMatchObject({ unchanged: 1 });
    expect(await findSamples()).toEqual({ Chess: true, Go: true });
  });

  test('are removed when they are replaced, and the others stay', async () => {
    await samples();
    await importRows(database.client, [{ name: 'Real', parent_name: 'Chess' }]);
    const report = await importRows(database.client, [{ name: 'New' }], { replaceSamples: true });
    expect(report).toMatchObject({ created: 1, updated: 0, unchanged: 0, removedSamples: 2 });
    expect(await findParents(database.sql)).toEqual({ New: null, Real: null });
  });

  test('that are in the file that replaces them are made anew', async () => {
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

  test('are no parents for the file that replaces them', async () => {
    await samples();
    expect(
      await findIssues(database.client, [{ name: 'New', parent_name: 'Chess' }], { replaceSamples: true }),
    ).toEqual(['line 2: parent_name is no club of the file or of the directory: "Chess" (club "New")']);
    expect(await findSamples()).toEqual({ Chess: true, Go: true });
  });

  test('are removed by a file without rows too', async () => {
    await samples();
    expect(await importRows(database.client, [], { replaceSamples: true })).toMatchObject({ removedSamples: 2 });
    expect(await findSamples()).toEqual({});
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
      // A query is sent when somebody first waits for it; a fragment never is.
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

describeDatabase('An import that is thrown out of its transaction', (database) => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'after %i statements leaves everything as it was',
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

describeDatabase('An import whose last transaction has an unknown end', (database) => {
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

  test('tells that it is done when it is', async () => {
    expect(await losing('answer')).toMatchObject({ outcome: 'done', summary: { created: 1 } });
    expect(await database.sql`select name from club`).toEqual([{ name: 'Chess' }]);
  });

  test('tells that nothing was changed when it is not', async () => {
    await expect(losing('changes')).rejects.toThrow('Nothing was changed: run the import again.');
    expect(await database.sql`select name from club`).toEqual([]);
  });

  test('before the clubs are written is one that changed nothing', async () => {
    let count = 0;
    const begin: Database['begin'] = async (work) => {
      const result = await database.client.begin(work);
      count += 1;
      if (count === 2) throw new UnknownOutcomeError('lost');
      return result;
    };
    const sql = new Proxy<Database>(database.client, {
      get: (target, key) => (key === 'begin' ? begin : (Reflect.get(target, key) as unknown)),
    });
    await expect(importClubs(sql, csvFile({ name: 'Chess' }))).rejects.toThrow(
      'The connection to the database was lost. Nothing was changed: run the import again.',
    );
    expect(await database.sql`select name from club`).toEqual([]);
  });

  test('tells that it cannot know', async () => {
    await expect(losing('everything')).rejects.toThrow('they may be there or not. Run the import again');
  });
});

/** The same database, which is gone from the moment on that it is told so. */
function losable(sql: Database): { sql: Database; lose: () => void } {
  let isLost = false;
  const fail = () => {
    throw new ConnectionLostError('gone');
  };
  const lost = {
    then: (_: unknown, reject: (error: unknown) => void) => reject(new ConnectionLostError('gone')),
    cursor: fail,
  };
  const ask = (...args: Parameters<Database>) => (isLost ? lost : sql(...args));
  const own = {
    array: sql.array,
    json: sql.json,
    begin: <T>(work: (tx: Transaction) => Promise<T>) =>
      isLost ? Promise.reject(new ConnectionLostError('gone')) : sql.begin(work),
  };
  return { sql: Object.assign(ask, own) as unknown as Database, lose: () => void (isLost = true) };
}

describeDatabase('An import whose connection is lost after its transaction', (database) => {
  /** Its plan is made again, since another club comes while it is asked about. */
  const importThenLose = async (options: ImportOptions) => {
    await importRows(database.client, [{ name: 'Chess', id: '1' }]);
    const { sql, lose } = losable(database.client);
    return await importClubs(sql, csvFile({ name: 'Go', id: '1' }), {
      ...options,
      async confirm() {
        await database.sql`insert into club (name) values ('Shogi')`;
        return true;
      },
      onDecision(decision) {
        if (decision === 'written') lose();
      },
    });
  };

  test('is done when nobody asked for a report', async () => {
    expect(await importThenLose({})).toMatchObject({ outcome: 'done', summary: { updated: 1 } });
    expect([...(await database.sql`select name from club order by name`)]).toEqual([{ name: 'Go' }, { name: 'Shogi' }]);
  });

  test('says that the report is not of it', async () => {
    await expect(importThenLose({ report: () => Promise.resolve() })).rejects.toThrow(
      /^The clubs were imported, but the report is of the directory before somebody else's last change\./,
    );
  });
});

describeServer('Imports at the same time', (database) => {
  test('take turns, and readers see all of one or none of it', async () => {
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

  test('report what each has done, and the second changes no more than its file says', async () => {
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
