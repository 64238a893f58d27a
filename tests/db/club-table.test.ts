import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { LINK_LIMITS } from '../../src/clubs/links.ts';
import { CLUB_LIMITS, normalizeName } from '../../src/clubs/field-rules.ts';
import { parseField } from '../../src/clubs/record.ts';
import { describeDatabase, describeServer, type NewClub, type TestDatabase } from '../support/database.ts';

/** The name of the rule that a change broke, or the column that may not be empty; null when it went through. */
async function brokenRule(change: Promise<unknown>): Promise<string | null> {
  try {
    await change;
    return null;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    return error.constraint_name ?? error.column_name ?? error.message;
  }
}

/** A letter beyond the first 65,536 characters: one character for people, two units for JavaScript. */
const ASTRAL = '𝒞';

const FOREIGN = 'https://example.org/';

const LINKS = 'club_links_are_up_to_20_addresses';
const LINK = { label: 'a', url: FOREIGN };

describeDatabase('A club', (database) => {
  const insertBreaks = (club: NewClub) => brokenRule(database.insertClub(club));

  describe('is refused', () => {
    test.each<[rule: string, club: NewClub]>([
      ['club_id_is_positive', { id: 0 }],
      ['club_name_has_1_to_255_characters', { name: '' }],
      ['club_name_has_1_to_255_characters', { name: ASTRAL.repeat(256) }],
      ['club_name_is_nfc', { name: 'E\u0301checs' }],
      ['club_name_has_no_spaces_at_the_ends', { name: ' Ski' }],
      ['club_name_has_no_spaces_at_the_ends', { name: '\u3000' }],
      ['club_name_is_one_line', { name: 'Ski\u2028and Snow' }],
      ['club_logo_is_on_this_site', { logo: 'https://example.org/logo.png' }],
      ['club_logo_is_on_this_site', { logo: '//example.org/logo.png' }],
      ['club_logo_is_on_this_site', { logo: '/\\example.org/logo.png' }],
      ['club_logo_is_on_this_site', { logo: '/\t/example.org/logo.png' }],
      ['club_logo_is_on_this_site', { logo: 'javascript:alert(1)' }],
      ['club_logo_is_on_this_site', { logo: `/${'a'.repeat(2000)}` }],
      ['club_has_one_logo', { logo: '/logos/ski.svg', foreignLogoUrl: FOREIGN }],
      ['club_foreign_logo_url_is_http', { foreignLogoUrl: 'javascript:alert(1)' }],
      ['club_foreign_logo_url_is_http', { foreignLogoUrl: FOREIGN.padEnd(2001, 'a') }],
      ['club_short_description_has_up_to_1000_characters', { shortDescription: 'a'.repeat(1001) }],
      ['club_description_has_up_to_20000_characters', { description: 'a'.repeat(20_001) }],
      ['club_website_is_http', { website: 'javascript:alert(1)' }],
      ['club_website_is_http', { website: 'example.org' }],
      ['club_website_is_http', { website: FOREIGN.padEnd(2001, 'a') }],
      ['club_category_has_up_to_1000_characters', { category: 'a'.repeat(1001) }],
      ['club_contact_is_email_or_http', { contact: 'javascript:alert(1)' }],
      ['club_contact_is_email_or_http', { contact: 'Ada' }],
      ['club_contact_is_email_or_http', { contact: FOREIGN.padEnd(CLUB_LIMITS.url + 1, 'a') }],
      [LINKS, { links: { label: 'a', url: FOREIGN } }],
      [LINKS, { links: Array.from({ length: LINK_LIMITS.count + 1 }, () => LINK) }],
      [LINKS, { links: [FOREIGN] }],
      [LINKS, { links: [{ url: FOREIGN }] }],
      [LINKS, { links: [{ ...LINK, label: '' }] }],
      [LINKS, { links: [{ ...LINK, label: 'a:' }] }],
      [LINKS, { links: [{ ...LINK, label: `a ${FOREIGN}` }] }],
      [LINKS, { links: [{ ...LINK, label: ASTRAL.repeat(LINK_LIMITS.label + 1) }] }],
      [LINKS, { links: [{ ...LINK, url: 'javascript:alert(1)' }] }],
      [LINKS, { links: [{ ...LINK, url: `${FOREIGN} a` }] }],
      [LINKS, { links: [{ ...LINK, url: FOREIGN.padEnd(LINK_LIMITS.url + 1, 'a') }] }],
      [LINKS, { links: [{ ...LINK, icon: 'x' }] }],
      ['club_confirmed_on_is_a_day', { confirmedOn: '1899-12-31' }],
      ['club_is_not_its_own_parent', { id: 7, parentId: 7 }],
      ['club_parent_exists', { parentId: 99 }],
    ])('by %s (%#)', async (rule, club) => {
      expect(await insertBreaks(club)).toBe(rule);
    });

    test('by club_name_is_unique for the name of another club', async () => {
      await database.insertClub({ name: 'Ski' });
      expect(await insertBreaks({ name: 'Ski' })).toBe('club_name_is_unique');
    });

    test('without a required value', async () => {
      const { sql } = database;
      expect(await brokenRule(sql`insert into club (name) values (null)`)).toBe('name');
      for (const column of ['is_active', 'short_description', 'description', 'category', 'links']) {
        expect(await brokenRule(sql`insert into club (name, ${sql(column)}) values ('Ski', null)`)).toBe(column);
      }
    });
  });

  test.each<NewClub>([
    { name: ASTRAL.repeat(255) },
    { name: 'Ski  and Шахматы' },
    { logo: '/logos/ski.svg?v=1' },
    { foreignLogoUrl: 'HTTPS://example.org/logo.png' },
    { shortDescription: ASTRAL.repeat(1000), description: ASTRAL.repeat(20_000) },
    { website: FOREIGN.padEnd(2000, 'a') },
    { contact: "o'brien+go@échecs.example" },
    { contact: FOREIGN.padEnd(CLUB_LIMITS.url, 'a') },
    { links: Array.from({ length: LINK_LIMITS.count }, () => LINK) },
    { links: [{ label: ASTRAL.repeat(LINK_LIMITS.label), url: FOREIGN.padEnd(LINK_LIMITS.url, ASTRAL) }] },
    { confirmedOn: '2026-11-22' },
  ])('is accepted (%#)', async (club) => {
    expect(await insertBreaks(club)).toBeNull();
  });

  test('may differ from another only by case or accents', async () => {
    await database.insertClubs('Echecs', 'echecs', 'Échecs');
    const [row] = await database.sql<[{ total: number }]>`select count(*)::int as total from club`;
    expect(row.total).toBe(3);
  });

  test('has the same spaces trimmed from its name as in JavaScript', async () => {
    const { sql } = database;
    const points = Array.from({ length: 0xffff }, (_, index) => index + 1).filter(
      (point) => point < 0xd800 || point > 0xdfff,
    );
    const characters = points
      .map((point) => String.fromCodePoint(point))
      .filter((text) => text.normalize('NFC') === text);
    const [rule] = await sql<[{ text: string }]>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'club_name_has_no_spaces_at_the_ends'`;
    const trimmed = /btrim\(name, ('.*')/s.exec(rule.text)?.[1] ?? '';
    const rows = await sql<{ letter: string; isRefused: boolean }[]>`
      select letter, btrim(letter || 'x' || letter, ${sql.unsafe(trimmed)}) = 'x' as is_refused
      from unnest(${characters}::text[]) as letter`;
    const wrong = rows.filter(({ letter, isRefused }) => isRefused !== (normalizeName(`${letter}x${letter}`) === 'x'));
    expect(rows).toHaveLength(characters.length);
    expect(wrong).toEqual([]);
  });

  test('has the same characters in its name as the validation allows', async () => {
    const { sql } = database;
    const letters = Array.from({ length: 0x10_ffff }, (_, index) => index + 1)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((letter) => letter.normalize('NFC') === letter);
    const [rule] = await sql<[{ text: string }]>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'club_name_is_one_line'`;
    const refusing = /!~ ('.*?')/s.exec(rule.text)?.[1] ?? '';
    const refused = await sql<{ letter: string }[]>`
      select letter from unnest(${letters}::text[]) as letter where letter collate "C" ~ ${sql.unsafe(refusing)}`;
    expect(refused.map(({ letter }) => letter)).toEqual(
      letters.filter((letter) => parseField('name', `x${letter}x`).issues !== undefined),
    );
  });

  test('is active, without a parent and without texts by default', async () => {
    await database.sql`insert into club (name) values ('Ski')`;
    const [club] = await database.sql`select * from club`;
    expect(club).toMatchObject({
      ...{ id: 1, name: 'Ski', isActive: true, shortDescription: '', description: '', category: '' },
      ...{ logo: null, foreignLogoUrl: null, parentId: null, website: null, htmlRules: null, isSample: false },
    });
  });
});

describeDatabase('The views of clubs', (database) => {
  test('have rows for links and other names in their order', async () => {
    const links = [{ ...LINK, label: 'b' }, LINK];
    const id = await database.insertClub({ name: 'Chess', aliases: 'Checkmates|Échecs', links });
    await database.insertClub({ name: 'Ski' });
    expect(await database.sql`select * from club_link order by club_id, position`).toEqual([
      { clubId: id, position: 1, label: 'b', url: FOREIGN },
      { clubId: id, position: 2, label: 'a', url: FOREIGN },
    ]);
    const aliases = await database.sql`select club_id, position, alias from club_alias order by club_id, position`;
    expect([...aliases]).toEqual([
      { clubId: id, position: 1, alias: 'Checkmates' },
      { clubId: id, position: 2, alias: 'Échecs' },
    ]);
  });
});

describeDatabase('The parents of clubs', (database) => {
  const setParent = (id: number, parentId: number | null) =>
    database.sql`update club set parent_id = ${parentId} where id = ${id}`;

  async function insertChain(length: number): Promise<number[]> {
    const ids: number[] = [];
    for (let i = 0; i < length; i += 1) ids.push(await database.insertClub({ parentId: ids.at(-1) ?? null }));
    return ids;
  }

  test.each([2, 50])('form no loop of %i clubs', async (length) => {
    const ids = await insertChain(length);
    const [first = 0] = ids;
    const last = ids.at(-1) ?? 0;
    expect(await brokenRule(setParent(first, last))).toBe('club_parents_form_no_loop');
    expect(await database.sql`select parent_id from club where id = ${first}`).toEqual([{ parentId: null }]);
  });

  test('form no loop when one statement changes several clubs', async () => {
    const [ski = 0, chess = 0] = await database.insertClubs('Ski', 'Chess');
    const swap = database.sql`update club set parent_id = case id when ${ski} then ${chess}::int else ${ski}::int end`;
    expect(await brokenRule(swap)).toBe('club_parents_form_no_loop');
  });

  test('form no loop when clubs are inserted with ids', async () => {
    const insert = database.sql`insert into club (id, name, parent_id) values (1, 'Ski', 2), (2, 'Chess', 1)`;
    expect(await brokenRule(insert)).toBe('club_parents_form_no_loop');
  });

  test('may change to any club that is not a descendant', async () => {
    const [top = 0, middle = 0, bottom = 0] = await insertChain(3);
    const other = await database.insertClub({});
    await setParent(bottom, top);
    await setParent(middle, bottom);
    await setParent(top, other);
    const rows = await database.sql`select id, parent_id from club order by id`;
    expect(rows).toEqual([
      { id: top, parentId: other },
      { id: middle, parentId: bottom },
      { id: bottom, parentId: top },
      { id: other, parentId: null },
    ]);
  });

  test('keep their children when they are deleted', async () => {
    const [top = 0, middle = 0, bottom = 0] = await insertChain(3);
    await database.sql`delete from club where id = ${middle}`;
    expect(await database.sql`select id, parent_id from club order by id`).toEqual([
      { id: top, parentId: null },
      { id: bottom, parentId: null },
    ]);
  });
});

describeServer('Two transactions that each close half of a loop', (database) => {
  test.each(['read committed', 'serializable'])('do not close it: %s', async (isolation) => {
    const [ski = 0, chess = 0] = await database.insertClubs('Ski', 'Chess');
    const other = database.connect();
    const begin = `isolation level ${isolation}`;

    const second = await database.sql.begin(begin, async (tx) => {
      await tx`update club set parent_id = ${chess} where id = ${ski}`;
      const later = brokenRule(
        other.begin(begin, (otherTx) => otherTx`update club set parent_id = ${ski} where id = ${chess}`),
      );
      await untilBlocked(database);
      return { later };
    });
    expect(await second.later).not.toBeNull();
    expect(await database.sql`select id, parent_id from club order by id`).toEqual([
      { id: ski, parentId: chess },
      { id: chess, parentId: null },
    ]);
  });
});

/** Waits until another connection waits for a lock. */
async function untilBlocked({ sql }: TestDatabase): Promise<void> {
  const findBlocked = () => sql`
    select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  await expect.poll(findBlocked, { interval: 20 }).not.toHaveLength(0);
}

describeDatabase('The stored HTML of a club', (database) => {
  const TEXTS = { shortDescription: 'one', description: 'two' };

  async function insertRendered(): Promise<number> {
    const [row] = await database.sql<[{ digest: string }]>`
      select club_text_digest(${TEXTS.shortDescription}, ${TEXTS.description}) as digest`;
    const html = {
      shortDescriptionHtml: '<p>one</p>',
      descriptionHtml: '<p>two</p>',
      htmlDigest: row.digest,
      htmlRules: 1,
    };
    return await database.insertClub({ ...TEXTS, ...html });
  }
  const readHtml = async () => {
    const [club] =
      await database.sql`select short_description_html, description_html, html_digest, html_rules from club`;
    return club;
  };
  const NONE = { shortDescriptionHtml: null, descriptionHtml: null, htmlDigest: null, htmlRules: null };

  test('is kept while its texts are the same', async () => {
    await insertRendered();
    await database.sql`update club set is_active = false, name = 'Chess', short_description = 'one'`;
    expect(await readHtml()).toMatchObject({
      shortDescriptionHtml: '<p>one</p>',
      descriptionHtml: '<p>two</p>',
      htmlRules: 1,
    });
  });

  test.each([
    "short_description = 'three'",
    "description = 'three'",
    "short_description = 'onet', description = 'wo'",
    "short_description_html = '<p>x</p>', html_digest = club_text_digest('x', '')",
  ])('is removed by set %s', async (change) => {
    await insertRendered();
    await database.sql.unsafe(`update club set ${change}`);
    expect(await readHtml()).toEqual(NONE);
  });

  test('is removed without the digest of its texts', async () => {
    await database.insertClub({ ...TEXTS, shortDescriptionHtml: '<script>', descriptionHtml: '', htmlRules: 1 });
    expect(await readHtml()).toEqual(NONE);
  });
});

describeDatabase('The time of the last change', (database) => {
  const LONG_AGO = '2001-02-03T04:05:06.000Z';

  async function isTouchedBy(change: (id: number) => Promise<unknown>): Promise<boolean> {
    const parent = await database.insertClub({});
    const id = await database.insertClub({ name: 'Ski', parentId: parent });
    await database.sql`update club set updated_at = ${LONG_AGO}, created_at = ${LONG_AGO} where id = ${id}`;
    await change(id);
    const [club] = await database.sql<
      [{ createdAt: Date; updatedAt: Date }]
    >`select created_at, updated_at from club where id = ${id}`;
    expect(club.createdAt.toISOString()).toBe(LONG_AGO);
    return club.updatedAt.toISOString() !== LONG_AGO;
  }

  test.each([
    ['name', 'Chess'],
    ['is_active', false],
    ['parent_id', null],
    ['links', [LINK]],
  ])('changes with %s', async (column, value) => {
    const { sql } = database;
    expect(await isTouchedBy((id) => sql`update club set ${sql({ [column]: value })} where id = ${id}`)).toBe(true);
  });

  test('does not change with an update without effect', async () => {
    expect(await isTouchedBy((id) => database.sql`update club set name = name, category = '' where id = ${id}`)).toBe(
      false,
    );
  });

  test('does not change when only the HTML is stored', async () => {
    const render = (id: number) => database.sql`
      update club set short_description_html = '', description_html = '', html_rules = 1, html_digest = club_text_digest('', '')
      where id = ${id}`;
    expect(await isTouchedBy(render)).toBe(false);
  });
});
