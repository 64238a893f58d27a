import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { EMPTIED } from '../../db/backup.ts';
import type { TestDatabase } from './database.ts';
import { insertPassword, insertPerson, insertSession } from './people.ts';

/** Inserts rows into every table, with values that are hard to restore: a later parent, binary data, special characters. */
export async function fillEveryTable(database: TestDatabase): Promise<void> {
  const { sql } = database;
  const [chess = 0, ski = 0, gone = 0] = await database.insertClubs('Échecs «\\n» "x"', 'Ski 🎿', 'Gone');
  await sql`update club set parent_id = ${ski}, website = 'https://example.org/?a=1&b=2', confirmed_on = '2026-02-28' where id = ${chess}`;
  await sql`
    update club set short_description = ${'back\\slash \t "quotes" {null} \u2028'}, description = ${'one\ntwo\r\n'.repeat(500)},
      links = ${sql.json([{ label: 'Chat, "ours"', url: 'https://example.org/chat' }])}, is_sample = true where id = ${ski}`;
  await sql`
    update club set short_description_html = '<p>made</p>', description_html = '', html_rules = 1,
      html_digest = club_text_digest(short_description, description) where id = ${ski}`;
  await sql`delete from club where id = ${gone}`;
  const ada = await insertPerson(database, {
    email: 'ada@example.org',
    permissions: ['auth.change_user'],
    roles: ['board'],
    officerOf: [chess],
  });
  await insertPassword(database, ada);
  await insertSession(database, ada);
  await sql`
    insert into user_verification (identifier, value, expires_at) values ('reset', ${String(ada)}, now() + interval '1 hour')`;
  for (const size of [200, 400]) {
    const hash = '0123456789abcdef'.repeat(4);
    await sql`
      insert into image (hash, size, type, width, height, bytes)
      values (${hash}, ${size}, 'image/webp', ${size}, ${size}, ${randomBytes(size * 100)})`;
    if (size === 400) await sql`insert into logo_source (address, hash) values ('https://example.org/a.png', ${hash})`;
  }
  await sql`update club set logo = '/image/a.webp' where id = ${ski}`;
  await sql`
    insert into invitation (token, email, roles, permissions, club_id, invited_by, expires_at)
    values ('t', 'bob@example.org', array['board', 'a "b", c'], '{}', ${ski}, ${ada}, 'infinity')`;
  const [{ id: step }] = await sql<[{ id: string }]>`select min(id) as id from club_step`;
  await sql`insert into club_step (kind, user_id, user_name, undoes) values ('undo', ${ada}, 'Ada', ${step})`;
  const [{ id: round }] = await sql<[{ id: number }]>`
    insert into confirmation_round (started_by, started_on, ends_on) values (${ada}, '2026-01-01', '2026-02-01') returning id`;
  await sql`insert into round_club (round_id, club_id, token) values (${round}, ${chess}, 'token')`;
  await sql`update club_step set round_id = ${round} where id = ${step}`;
  await sql`insert into contact_failure (club_id, contact, failures) values (${chess}, 'a@example.org', 2)`;
  await sql`insert into once (what) values ('tried')`;
  await sql`insert into club_redirect (old_id, new_id) values (${gone}, ${chess})`;
  await sql`insert into zero_result_search (day, term, count) values ('2026-01-01', 'quidditch', 3)`;
  await sql`insert into site_entry (kind, name, value) values ('word', 'quidditch', ${'muggle "sports", balais'})`;
  await sql`
    insert into inbox_message (kind, club_name, message, texts, sender, digest, closed_at, closed_by)
    values ('proposal', 'Zen', 'a "b"', '[["name", "Zen"]]', 'eve@example.org', 'd', now(), ${ada})`;
  await sql`insert into column_match (header, columns) values ('digest', '["name", null, "link"]')`;
  await sql`insert into category_match (folded, label) values ('sports', 'Sport'), ('other "x"', null)`;
  await sql`insert into club_import (user_name, file_name, file, delete_missing, replace_samples) values ('', '', '', false, false)`;
}

/**
 * Reads every row of every table as text, and every sequence. Leaves out the tables that a backup does not contain, and
 * the epoch, which changes with every restore.
 */
export async function readEverything(sql: postgres.Sql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (EMPTIED.has(name)) continue;
    const rows = await sql<{ line: string }[]>`
      select (to_jsonb(one) - case ${name} when 'directory_version' then 'epoch' else '' end)::text as line
      from ${sql(name)} one`;
    found[name] = rows.map(({ line }) => line).sort();
  }
  const numberings = await sql<{ line: string }[]>`
    select sequencename || ' ' || coalesce(last_value, 0) as line from pg_sequences where schemaname = 'public' order by 1`;
  return { ...found, numberings: numberings.map(({ line }) => line) };
}

/** Reads all triggers and constraints. */
export async function readRules(sql: postgres.Sql): Promise<string[]> {
  const rules = await sql<{ line: string }[]>`
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as line from pg_trigger where not tgisinternal
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace`;
  return rules.map(({ line }) => line).sort();
}
