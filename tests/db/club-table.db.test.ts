import postgres from 'postgres';
import { expect, test } from 'vitest';
import { LINK_LIMITS } from '../../src/clubs/record/links.ts';
import { CLUB_LIMITS, normalizeName } from '../../src/clubs/record/field-rules.ts';
import { OVERRIDES } from '../../src/clubs/record/text.ts';
import { parseField } from '../../src/clubs/record/fields.ts';
import { describeDatabase, describeServer, type NewClub } from '../support/database.ts';
import { inFull } from '../support/scope.ts';

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

  test.each<[rule: string, club: NewClub]>([
    ['club_id_is_positive', { id: 0 }],
    ['club_name_has_1_to_255_characters', { name: '' }],
    ['club_name_has_1_to_255_characters', { name: ASTRAL.repeat(256) }],
    ['club_name_is_nfc', { name: 'E\u0301checs' }],
    ['club_logo_is_on_this_site', { logo: '//example.org/logo.png' }],
    ['club_logo_is_on_this_site', { logo: '/\\example.org/logo.png' }],
    ['club_logo_is_on_this_site', { logo: '/\t/example.org/logo.png' }],
    ['club_logo_is_on_this_site', { logo: `/${'a'.repeat(2000)}` }],
    ['club_has_one_logo', { logo: '/logos/ski.svg', foreignLogoUrl: FOREIGN }],
    ['club_foreign_logo_url_is_http', { foreignLogoUrl: 'javascript:alert(1)' }],
    ['club_short_description_has_up_to_1000_characters', { shortDescription: 'a'.repeat(1001) }],
    ['club_description_has_up_to_20000_characters', { description: 'a'.repeat(20_001) }],
    ['club_website_is_http', { website: 'javascript:alert(1)' }],
    ['club_website_is_http', { website: FOREIGN.padEnd(2001, 'a') }],
    ['club_category_has_up_to_1000_characters', { category: 'a'.repeat(1001) }],
    ['club_contact_is_email_or_http', { contact: 'javascript:alert(1)' }],
    ['club_contact_is_email_or_http', { contact: FOREIGN.padEnd(CLUB_LIMITS.url + 1, 'a') }],
    ['club_contact_by_is_known', { contactBy: 'phone' as 'form' }],
    [LINKS, { links: { label: 'a', url: FOREIGN } }],
    [LINKS, { links: Array.from({ length: LINK_LIMITS.count + 1 }, () => LINK) }],
    [LINKS, { links: [{ url: FOREIGN }] }],
    [LINKS, { links: [{ ...LINK, label: 'a:' }] }],
    [LINKS, { links: [{ ...LINK, label: `a ${FOREIGN}` }] }],
    [LINKS, { links: [{ ...LINK, label: ASTRAL.repeat(LINK_LIMITS.label + 1) }] }],
    [LINKS, { links: [{ ...LINK, url: 'javascript:alert(1)' }] }],
    [LINKS, { links: [{ ...LINK, url: FOREIGN.padEnd(LINK_LIMITS.url + 1, 'a') }] }],
    [LINKS, { links: [{ ...LINK, icon: 'x' }] }],
    ['club_confirmed_on_is_a_day', { confirmedOn: '1899-12-31' }],
    ['club_meeting_times_has_up_to_200_characters', { meetingTimes: 'a'.repeat(201) }],
    ['club_meeting_days_are_weekdays', { meetingDays: 'fri; mon' }],
    ['club_meeting_place_has_up_to_200_characters', { meetingPlace: 'a'.repeat(201) }],
    ['club_fee_has_up_to_80_characters', { fee: 'a'.repeat(81) }],
    ['club_how_to_join_has_up_to_1000_characters', { howToJoin: 'a'.repeat(1001) }],
    ['club_joining_url_is_http', { joiningUrl: 'javascript:alert(1)' }],
    ['club_joining_from_is_a_day', { joiningFrom: '1899-12-31' }],
    ['club_joining_until_is_a_day', { joiningUntil: '1899-12-31' }],
    ['club_is_not_its_own_parent', { id: 7, parentId: 7 }],
    ['club_parent_exists', { parentId: 99 }],
  ])('is refused by %s (%#)', async (rule, club) => {
    expect(await insertBreaks(club)).toBe(rule);
  });

  test('is refused without a required value', async () => {
    const { sql } = database;
    expect(await brokenRule(sql`insert into club (name) values (null)`)).toBe('name');
    for (const column of ['is_active', 'short_description', 'description', 'category', 'links'])
      expect(await brokenRule(sql`insert into club (name, ${sql(column)}) values ('Ski', null)`)).toBe(column);
  });

  test.each<NewClub>([
    { name: ASTRAL.repeat(255), logo: '/logos/ski.svg?v=1', website: FOREIGN.padEnd(2000, 'a') },
    { name: 'Ski  and Шахматы', foreignLogoUrl: 'HTTPS://example.org/logo.png', contact: "o'brien+go@échecs.example" },
    { shortDescription: ASTRAL.repeat(1000), description: ASTRAL.repeat(20_000), confirmedOn: '2026-11-22' },
    { contact: FOREIGN.padEnd(CLUB_LIMITS.url, 'a'), links: Array.from({ length: LINK_LIMITS.count }, () => LINK) },
    { links: [{ label: ASTRAL.repeat(LINK_LIMITS.label), url: FOREIGN.padEnd(LINK_LIMITS.url, ASTRAL) }] },
  ])('is accepted (%#)', async (club) => {
    expect(await insertBreaks(club)).toBeNull();
  });

  test('may differ from another by case or accents, but not have the same name', async () => {
    await database.insertClubs('Echecs', 'echecs', 'Échecs');
    expect(await insertBreaks({ name: 'Échecs' })).toBe('club_name_is_unique');
  });

  test('has the same characters in its name, and spaces trimmed from it, as in JavaScript', async () => {
    const { sql } = database;
    const letters = Array.from({ length: inFull(0x3_0000, 0x10_ffff) }, (_, index) => index + 1)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((letter) => letter.normalize('NFC') === letter && letter.replace(OVERRIDES, '') === letter);
    const ruleOf = async (name: string, part: RegExp) => {
      const [rule] = await sql<[{ text: string }]>`
        select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${name}`;
      return part.exec(rule.text)?.[1] ?? '';
    };
    const refusing = await ruleOf('club_name_is_one_line', /!~ ('.*?')/s);
    const trimmed = await ruleOf('club_name_has_no_spaces_at_the_ends', /btrim\(name, ('.*')/s);
    const found = await sql<{ letter: string; isRefused: boolean; isTrimmed: boolean }[]>`
      select letter, letter collate "C" ~ ${sql.unsafe(refusing)} as is_refused,
        btrim(letter || 'x' || letter, ${sql.unsafe(trimmed)}) = 'x' as is_trimmed
      from unnest(${letters}::text[]) as letter`;
    const wrong = found.filter(
      ({ letter, isRefused, isTrimmed }) =>
        isRefused !== (parseField('name', `x${letter}x`).issues !== undefined) ||
        isTrimmed !== (normalizeName(`${letter}x${letter}`) === 'x'),
    );
    expect([found.length, wrong]).toEqual([letters.length, []]);
  });
});

describeDatabase('The views of clubs', (database) => {
  test('have rows for links and other names in their order', async () => {
    const links = [{ ...LINK, label: 'b' }, LINK];
    const clubId = await database.insertClub({ name: 'Chess', aliases: 'Checkmates|Échecs', links });
    await database.insertClub({ name: 'Ski' });
    expect(await database.sql`select * from club_link order by club_id, position`).toEqual([
      { clubId, position: 1, label: 'b', url: FOREIGN },
      { clubId, position: 2, label: 'a', url: FOREIGN },
    ]);
    expect(await database.sql`select club_id, position, alias from club_alias order by club_id, position`).toEqual([
      { clubId, position: 1, alias: 'Checkmates' },
      { clubId, position: 2, alias: 'Échecs' },
    ]);
  });
});

describeDatabase('The parents of clubs', (database) => {
  const setParent = (id: number, parentId: number | null) =>
    database.sql`update club set parent_id = ${parentId} where id = ${id}`;
  const LOOP = 'club_parents_form_no_loop';

  async function insertChain(length: number): Promise<number[]> {
    const ids: number[] = [];
    for (let i = 0; i < length; i += 1) ids.push(await database.insertClub({ parentId: ids.at(-1) ?? null }));
    return ids;
  }

  test('form no loop, also when one statement changes several clubs', async () => {
    const ids = await insertChain(50);
    expect(await brokenRule(setParent(ids[0] ?? 0, ids.at(-1) ?? 0))).toBe(LOOP);
    const [ski = 0, chess = 0] = await database.insertClubs('Ski', 'Chess');
    const swap = database.sql`
      update club set parent_id = case id when ${ski} then ${chess}::int else ${ski}::int end
      where id in (${ski}, ${chess})`;
    expect(await brokenRule(swap)).toBe(LOOP);
    const insert = database.sql`insert into club (id, name, parent_id) values (98, 'Go', 99), (99, 'Bridge', 98)`;
    expect(await brokenRule(insert)).toBe(LOOP);
  });

  test('may change to any club that is not a descendant, and keep their children when they are deleted', async () => {
    const [top = 0, middle = 0, bottom = 0] = await insertChain(3);
    const other = await database.insertClub({});
    await setParent(bottom, top);
    await setParent(middle, bottom);
    await setParent(top, other);
    const findParents = async () =>
      (await database.sql<{ parentId: number | null }[]>`select parent_id from club order by id`).map(
        ({ parentId }) => parentId,
      );
    expect(await findParents()).toEqual([other, bottom, top, null]);
    await database.sql`delete from club where id = ${bottom}`;
    expect(await findParents()).toEqual([other, null, null]);
  });
});

describeServer('Two transactions that each close half of a loop', (database) => {
  test('do not close it', async () => {
    const [ski = 0, chess = 0] = await database.insertClubs('Ski', 'Chess');
    const other = database.connect();

    const findBlocked = () => database.sql`
      select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    const second = await database.sql.begin(async (tx) => {
      await tx`update club set parent_id = ${chess} where id = ${ski}`;
      const later = brokenRule(
        other.begin((otherTx) => otherTx`update club set parent_id = ${ski} where id = ${chess}`),
      );
      await expect.poll(findBlocked, { interval: 20 }).not.toHaveLength(0);
      return { later };
    });
    expect(await second.later).not.toBeNull();
    expect(await database.sql`select id, parent_id from club order by id`).toEqual([
      { id: ski, parentId: chess },
      { id: chess, parentId: null },
    ]);
  });
});

describeDatabase('The HTML of a club and the time of its last change', (database) => {
  const LONG_AGO = '2001-02-03T04:05:06.000Z';

  /** Inserts a club, changes it, and returns which of both stay. */
  async function change(assignments: string) {
    const parentId = await database.insertClub({});
    const id = await database.insertClub({ name: 'Ski', shortDescription: 'one', description: 'two', parentId });
    await database.sql`
      update club set short_description_html = '<p>one</p>', description_html = '<p>two</p>', html_rules = 1,
        html_digest = club_text_digest('one', 'two'), created_at = ${LONG_AGO}, updated_at = ${LONG_AGO}
      where id = ${id}`;
    await database.sql.unsafe(`update club set ${assignments} where id = ${id}`);
    const [{ createdAt, updatedAt, ...html }] = await database.sql<
      [{ createdAt: Date; updatedAt: Date } & Record<string, unknown>]
    >`
      select created_at, updated_at, short_description_html, description_html, html_digest, html_rules
      from club where id = ${id}`;
    expect(createdAt.toISOString()).toBe(LONG_AGO);
    const isWithoutHtml = Object.values(html).every((value) => value === null);
    if (!isWithoutHtml) expect(html.shortDescriptionHtml).toBe('<p>one</p>');
    return { keepsHtml: !isWithoutHtml, keepsTime: updatedAt.toISOString() === LONG_AGO };
  }

  test.each([
    // Of its texts, with the same concatenation or foreign HTML, too
    ["short_description = 'three'", false, false],
    ["description = 'three'", false, false],
    ["short_description = 'onet', description = 'wo'", false, false],
    ["short_description_html = '<p>x</p>', html_digest = club_text_digest('x', '')", false, true],
    ["short_description_html = '<script>', html_digest = null", false, true],
    ["how_to_join = 'three'", false, false],
    // Of other columns
    ["name = 'Chess'", true, false],
    ['is_active = false', true, false],
    ['parent_id = null', true, false],
    [`links = '${JSON.stringify([LINK])}'`, true, false],
    ["name = name, category = '', short_description = 'one'", true, true],
  ])('stay after set %s (HTML: %s, time: %s)', async (assignments, keepsHtml, keepsTime) => {
    expect(await change(assignments)).toEqual({ keepsHtml, keepsTime });
  });

  test('are not taken from a new club without the digest of its texts', async () => {
    await database.insertClub({ shortDescriptionHtml: '<script>', descriptionHtml: '', htmlRules: 1 });
    expect(await database.sql`select short_description_html, html_rules from club`).toEqual([
      { shortDescriptionHtml: null, htmlRules: null },
    ]);
  });
});
