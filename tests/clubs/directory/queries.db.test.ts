import { expect, test } from 'vitest';
import type postgres from 'postgres';
import { showClub } from '../../../src/clubs/record/shown-club.ts';
import { findChangesSince, loadNameIndex } from '../../../src/clubs/directory/index-queries.ts';
import { findClub } from '../../../src/clubs/club-page/queries.ts';
import { findClubs, findClubsById } from '../../../src/clubs/directory/queries.ts';
import { findVersion } from '../../../src/clubs/record/version-queries.ts';
import type { ClubColumns } from '../../../src/clubs/record/columns.ts';
import { readVersion } from '../../../src/lib/version.ts';
import { migrate } from '../../../db/migrate.ts';
import { ALL_CLUBS } from '../../../src/clubs/search.ts';
import type { ClubFilter } from '../../../src/clubs/search.ts';
import { describeDatabase, describeServer } from '../../support/database.ts';

const EVERY: ClubFilter = { ...ALL_CLUBS, parentId: null };
const ALL = { page: 1, size: 1000 };

const find = async <Kind extends keyof ClubColumns>(
  sql: postgres.Sql,
  kind: Kind,
  filter: ClubFilter,
  { page, size } = ALL,
) => (await findClubs(sql, kind, filter, { page, pageSize: size })).rows;
const count = async (sql: postgres.Sql, filter: ClubFilter) =>
  (await findClubs(sql, 'name', filter, { page: 1, pageSize: 1 })).total;

const NO_WINDOW = { joiningUrl: null, joiningFrom: null, joiningUntil: null };
const NO_JOINING = { meetingTimes: {}, meetingDays: '', meetingPlace: '', ...NO_WINDOW };

describeDatabase('The clubs that a search finds', (database) => {
  const findNames = async (filter: Partial<ClubFilter>, slice = ALL) =>
    (await find(database.sql, 'name', { ...EVERY, ...filter }, slice)).map(({ name }) => name);
  test.each([
    ['Échecs', 'ÉCHECS'],
    ["Amnesty Int'l", "int'l"],
    ['a.b*c?(d)[e]^f$g|h+i{j}', '.b*c?(d)[e]^f$g|h+i{j}'],
  ])('contain the text in any case, with or without accents: %j by %j', async (name, looked) => {
    await database.insertClubs(name, 'Another');
    expect(await findNames({ name: looked })).toEqual([name]);
    expect(await count(database.sql, { ...EVERY, name: looked })).toBe(1);
  });

  test.each([
    ['100% Triumph', '%', '100 Triumph'],
    ['WMS_DEV', 'S_D', 'WMSXDEV'],
    ['C:\\Games', ':\\g', 'C:/Games'],
  ])('take wildcards as characters: %j by %j, not %j', async (name, looked, other) => {
    await database.insertClubs(name, other);
    expect(await findNames({ name: looked })).toEqual([name]);
  });

  test('have the requested status', async () => {
    await database.insertClub({ name: 'Ski' });
    await database.insertClub({ name: 'Chess', isActive: false });
    expect(await findNames({})).toEqual(['Chess', 'Ski']);
    expect(await findNames({ isActive: true })).toEqual(['Ski']);
    expect(await findNames({ isActive: false })).toEqual(['Chess']);
    expect(await findNames({ isActive: false, name: 'ski' })).toEqual([]);
  });

  test('are the direct children of a parent', async () => {
    const [top = 0] = await database.insertClubs('Sports');
    const middle = await database.insertClub({ name: 'Winter', parentId: top });
    await database.insertClub({ name: 'Ski', parentId: middle });
    expect(await findNames({ parentId: top })).toEqual(['Winter']);
    expect(await findNames({ parentId: middle })).toEqual(['Ski']);
    expect(await findNames({ parentId: 0 })).toEqual([]);
    expect(await findNames({})).toEqual(['Ski', 'Sports', 'Winter']);
  });

  test('leave out excluded ids', async () => {
    const [ski = 0, chess = 0] = await database.insertClubs('Ski', 'Chess', 'Go');
    expect(await findNames({ excludeIds: [ski] })).toEqual(['Chess', 'Go']);
    expect(await findNames({ excludeIds: [ski, chess, ski, 0, 2_147_483_647] })).toEqual(['Go']);
    expect(await count(database.sql, { ...EVERY, excludeIds: [ski, chess] })).toBe(1);
  });

  test('have any of the requested categories, in the index and in the database', async () => {
    const categories = [
      'Sport',
      'Théâtre; sport',
      'Plein\u00a0air;Sport；Nature',
      ' \tMusic ; SPORT\n',
      '',
      '; ;',
      'Œuvres; ﬁlm',
    ];
    for (const [place, category] of categories.entries()) {
      await database.insertClub({ name: `Club ${place}`, category });
    }
    const index = await loadNameIndex(database.sql);
    const asked = [
      ['sport'],
      ['theatre', 'music'],
      ['plein air'],
      ['nature'],
      ['plein air;sport'],
      ['film'],
      ['oeuvres'],
      ['none'],
      [';'],
      ['sport '],
    ];
    const found = [];
    for (const labels of asked) {
      const filter = { ...EVERY, categories: labels };
      const rows = await find(database.sql, 'name', filter);
      expect(index.find(filter).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      found.push(rows.map(({ name }) => Number(name.slice(-1))));
    }
    expect(found).toEqual([[0, 1, 2, 3], [1, 3], [2], [2], [], [6], [6], [], [], []]);
  });

  test('have a stable order across pages', async () => {
    await database.insertClubs('e', 'c', 'a', 'd', 'b');
    expect(await findNames({}, { page: 1, size: 2 })).toEqual(['a', 'b']);
    expect(await findNames({}, { page: 2, size: 2 })).toEqual(['c', 'd']);
    expect(await findNames({}, { page: 3, size: 2 })).toEqual(['e']);
    expect(await findNames({}, { page: 4, size: 2 })).toEqual([]);
    expect(await count(database.sql, EVERY)).toBe(5);
  });

  test.each([
    [0, []],
    [3, ['c']],
    [4, ['c', 'd']],
  ])('have a last page, also if all pages are full: %i clubs', async (total, expected) => {
    await database.insertClubs(...['a', 'b', 'c', 'd'].slice(0, total));
    const { rows } = await findClubs(database.sql, 'name', EVERY, { page: 'last', pageSize: 2 });
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  test('are sorted by name without case and accents first, on every database', async () => {
    const ordered = [
      ...['./insa.sh', "'Aca", '„Żak”', '(Go)', '100% Triumph', '2 Step', '90.3 The Core', 'abc', 'Abc', 'ábc', 'Abd'],
      ...['Échecs', 'echo', 'Łódź', 'M', 'Œnologie', 'of', 'ski', 'Ski', 'Ski and', 'Skiing', 'straße', 'Strasz'],
      ...['Zebra', 'Žižka', 'Ωmega', 'Шахматы', '棋'],
    ];
    await database.insertClubs(...ordered.toReversed());
    expect(await findNames({})).toEqual(ordered);
  });

  test('have the fields of a card', async () => {
    const digest = (await database.sql<[{ digest: string }]>`select club_text_digest('*Snow*', '') as digest`)[0]
      .digest;
    await database.insertClub({
      name: 'Ski',
      logo: '/logos/ski.svg',
      category: 'Snow',
      shortDescription: '*Snow*',
      htmlDigest: digest,
      shortDescriptionHtml: '<p><em>Snow</em></p>',
      descriptionHtml: '',
      htmlRules: 1,
    });
    await database.insertClub({
      name: 'Chess',
      isActive: false,
      shortDescription: '*Kings*',
      foreignLogoUrl: 'https://example.org',
    });
    expect(await find(database.sql, 'card', EVERY)).toEqual([
      {
        id: 2,
        name: 'Chess',
        logo: null,
        isActive: false,
        categories: [],
        confirmedOn: null,
        ...NO_JOINING,
        shortDescriptionHtml: { en: '<p>*Kings*</p>' },
      },
      {
        id: 1,
        name: 'Ski',
        logo: '/logos/ski.svg',
        isActive: true,
        confirmedOn: null,
        ...NO_JOINING,
        categories: [{ label: 'Snow', folded: 'snow' }],
        shortDescriptionHtml: { en: '<p><em>Snow</em></p>' },
      },
    ]);
  });
});

describeDatabase("A club's own page", (database) => {
  test('shows the club with its parent and its children by name', async () => {
    const parent = await database.insertClub({ name: 'Sports', isActive: false });
    const ski = await database.insertClub({
      name: 'Ski',
      parentId: parent,
      category: 'Winter; Snow',
      website: 'https://ski.example.org',
      shortDescription: 'short',
      description: 'long',
    });
    const old = await database.insertClub({ name: 'Telemark', parentId: ski, isActive: false });
    const cross = await database.insertClub({ name: 'Cross-country', parentId: ski });
    await database.insertClub({ name: 'Downhill', parentId: parent });

    expect((await findClub(database.sql, ski)).rows.map(showClub)).toMatchObject([
      {
        ...{
          id: ski,
          name: 'Ski',
          logo: null,
          isActive: true,
          categories: [
            { label: 'Winter', folded: 'winter' },
            { label: 'Snow', folded: 'snow' },
          ],
          website: 'https://ski.example.org',
        },
        shortDescriptionHtml: { en: '<p dir="auto">short</p>' },
        descriptionHtml: { en: '<p dir="auto">long</p>' },
        parent: { id: parent, name: 'Sports', isActive: false },
        children: [
          { id: cross, name: 'Cross-country', isActive: true },
          { id: old, name: 'Telemark', isActive: false },
        ],
      },
    ]);
  });

  test('has the fields of the comparison', async () => {
    const other = await database.insertClub({ name: 'Sports' });
    const ski = await database.insertClub({
      name: 'Ski',
      shortDescription: 'short',
      category: 'Winter',
      confirmedOn: '2026-08-01',
    });
    const { rows } = await findClubsById(database.sql, 'compared', [ski, other, 2_147_483_647]);
    expect(rows.toSorted((a, b) => b.id - a.id)).toEqual([
      {
        id: ski,
        name: 'Ski',
        logo: null,
        isActive: true,
        confirmedOn: '2026-08-01',
        ...{ ...NO_JOINING, fee: {}, beginnersWelcome: null, website: null, contact: null, contactBy: null },
        categories: [{ label: 'Winter', folded: 'winter' }],
        shortDescriptionHtml: { en: '<p>short</p>' },
      },
      expect.objectContaining({ id: other, confirmedOn: null }),
    ]);
  });
});

describeDatabase('The version of the directory', (database) => {
  const version = async () => readVersion(await findVersion(database.sql)).number;

  test('increases by one with each transaction that changed clubs', async () => {
    const before = await version();
    const id = await database.insertClub({ name: 'Ski' });
    expect(await version()).toBe(before + 1);
    await database.sql.begin(async (tx) => {
      await tx`insert into club (name) values ('Chess'), ('Go')`;
      await tx`update club set category = 'Games' where name <> 'Ski'`;
      await tx`delete from club where name = 'Go'`;
    });
    expect(await version()).toBe(before + 2);
    await database.sql`update club set description = 'x' where id = ${id}`;
    expect(await version()).toBe(before + 3);
    await database.sql`update club set name = 'x' where false`;
    await database.sql.begin((tx) => tx`update club set name = 'y'; rollback`.simple()).catch(() => undefined);
    expect(await version()).toBe(before + 3);
    expect(await database.sql`select from directory_change where version is null`).toHaveLength(0);
  });

  test('is announced to listeners', async () => {
    const heard: string[] = [];
    const { unlisten } = await database.sql.listen('directory', (payload) => heard.push(payload));
    await database.insertClubs('Chess');
    const version = await findVersion(database.sql);
    await expect.poll(() => heard).toEqual([version]);
    await unlisten();
  });

  test('is read together with the clubs', async () => {
    const [id = 0] = await database.insertClubs('Ski');
    const now = await findVersion(database.sql);
    expect(await findClubs(database.sql, 'name', EVERY, { page: 1, pageSize: 9 })).toEqual({
      version: now,
      total: 1,
      rows: [{ id, name: 'Ski' }],
    });
    expect(await findClubs(database.sql, 'name', EVERY, { page: 7, pageSize: 9 })).toEqual({
      version: now,
      total: 1,
      rows: [],
    });
    expect(await findClubsById(database.sql, 'name', [id, 999])).toEqual({ version: now, rows: [{ id, name: 'Ski' }] });
    expect(await findClubsById(database.sql, 'name', [])).toEqual({ version: now, rows: [] });
  });
});

describeDatabase('The changes since a version', (database) => {
  const version = () => findVersion(database.sql);
  const changesSince = async (since: string) => {
    const changes = await findChangesSince(database.client, since);
    return changes && { ...changes, changedIds: changes.changedIds && changes.changedIds.toSorted((a, b) => a - b) };
  };

  test('are those that the index needs, and all', async () => {
    const start = await version();
    const [chess = 0, ski = 0] = await database.insertClubs('Chess', 'Ski');
    const inserted = await version();
    const both = [chess, ski];
    expect(await changesSince(start)).toEqual({ version: inserted, hasSameNames: false, changedIds: both });
    for (const [changes, hasSameNames, changedIds] of [
      [(tx) => [tx`update club set website = 'https://example.org'`], true, both],
      [(tx) => [tx`update club set is_active = false where id = ${ski}`], false, [ski]],
      [
        (tx) => [
          tx`update club set contact = 'ski@example.org' where id = ${ski}`,
          tx`update club set name = name || 'x'`,
        ],
        false,
        both,
      ],
      [(tx) => [tx`update club set category = 'x' where id = ${ski}`], false, [ski]],
      [(tx) => [tx`update club set aliases = 'x' where id = ${chess}`], false, [chess]],
      [(tx) => [tx`update club set description = 'x' where id = ${chess}`], false, [chess]],
      [(tx) => [tx`update club set description = 'y' where id = ${chess}`], true, [chess]],
      [(tx) => [tx`delete from club where id = ${ski}`], false, [ski]],
    ] satisfies [(tx: postgres.TransactionSql) => postgres.PendingQuery<postgres.Row[]>[], boolean, number[]][]) {
      const before = await version();
      await database.sql.begin((tx) => changes(tx));
      expect(await changesSince(before)).toEqual({ version: await version(), hasSameNames, changedIds });
    }
    expect(await changesSince(start)).toEqual({ version: await version(), hasSameNames: false, changedIds: both });
  });

  test('are unknown in another epoch, after a truncation, when they are too many and when they are too old', async () => {
    await database.insertClubs('Chess');
    expect(await changesSince('0123456789abcdef-1')).toBeNull();
    const expectUnknown = async (before: string, hasSameNames: boolean) =>
      expect(await changesSince(before)).toEqual({ version: await version(), hasSameNames, changedIds: null });

    const beforeTruncation = await version();
    await database.sql`truncate club cascade`;
    await expectUnknown(beforeTruncation, false);

    const beforeInsert = await version();
    await database.sql`insert into club (name) select 'Club ' || number from generate_series(1, 501) as number`;
    await expectUnknown(beforeInsert, false);

    const beforeTexts = await version();
    await database.sql`update club set contact = 'all@example.org'`;
    await expectUnknown(beforeTexts, true);

    await database.sql`update directory_version set version = version + 999`;
    await database.insertClubs('Go');
    expect(await changesSince(beforeTexts)).toBeNull();
  });
});

describeServer('The version of the directory', (database) => {
  test('does not make writers of different clubs wait for each other', async () => {
    const [chess, ski] = await database.insertClubs('Chess', 'Ski');
    const { number: before } = readVersion(await findVersion(database.sql));
    await database.sql.begin(async (tx) => {
      await tx`update club set description = 'x' where id = ${chess ?? 0}`;
      await database.sql.begin(async (other) => {
        await other`set local lock_timeout = '10s'`;
        await other`update club set description = 'x' where id = ${ski ?? 0}`;
      });
      expect(readVersion(await findVersion(database.sql)).number).toBe(before + 1);
    });
    expect(readVersion(await findVersion(database.sql)).number).toBe(before + 2);
  });
});

describeServer('The epoch of the directory', (database) => {
  test('changes when the tables were created again', async () => {
    const before = readVersion(await findVersion(database.sql)).epoch;
    // Like a restore: all tables are dropped and created again with the same content and new OIDs.
    const [stored] = await database.sql<[{ epoch: string }]>`select epoch from directory_version`;
    await database.sql`drop schema public cascade`;
    await database.sql`create schema public`;
    await migrate(database.sql);
    await database.sql`update directory_version set epoch = ${stored.epoch}`;
    expect(readVersion(await findVersion(database.sql)).epoch).not.toBe(before);
  });
});

describeDatabase('The index of names', (database) => {
  test('finds what the database finds', async () => {
    await database.insertClubs('Échecs', 'Œnologie', 'Łódź Circle', '100% Triumph', 'Aikido', 'Échiquier', 'Aïkido');
    await database.insertClub({ name: 'Ski', isActive: false });
    const index = await loadNameIndex(database.sql);

    for (const name of ['', 'e', 'ch', 'ECHEC', 'oeno', 'lodz', '%', '_', 'aikido', 'zen']) {
      for (const isActive of [true, false, null]) {
        const filter = { ...EVERY, name, isActive };
        const matches = index.find(filter);
        const found = await find(database.sql, 'name', filter);
        expect(matches.map(({ id }) => id)).toEqual(found.map(({ id }) => id));
      }
    }
  });
});
