import postgres from 'postgres';
import { migrate } from '../../db/migrate.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../../src/clubs/record/markdown.ts';
import { CATEGORIES, FIRST, KIND, makeTexts, PLACE, TOPIC } from './club-words.ts';

/** OID of the type `text`. */
const TEXT = 25;

/**
 * Fills a migrated, empty database with clubs of distinct names, nine of ten active. A third has no category, a third one
 * and a third two. The most frequent category has an eighth of these clubs, the rarest a fiftieth.
 */
export async function seedClubs(sql: postgres.Sql, count: number): Promise<void> {
  const array = (values: string[]) => sql.array(values, TEXT);
  const texts = makeTexts(200);
  const html = await Promise.all(
    texts.map(async (shortDescription) => {
      return (await renderClubTexts({ shortDescription, description: '' })).shortDescriptionHtml;
    }),
  );
  /** The category of a club. The square favours the first ones. */
  const category = (step: number) =>
    sql`(${array(CATEGORIES)}::text[])[1 + ${CATEGORIES.length}::bigint * ((number + 29) * ${step}::bigint % 100) ^ 2 / 10000]`;
  const combinations = FIRST.length * TOPIC.length * KIND.length * PLACE.length;
  if (count > combinations) throw new Error(`There are only names for ${combinations} clubs.`);

  await sql.begin(async (tx) => {
    // The triggers would run once for each row.
    await tx`set local session_replication_role = replica`;
    // VACUUM marks a page as all-visible only when its commit is on disk.
    await tx`set local synchronous_commit = on`;
    await tx`
      create temporary table seed_text on commit drop as
      select place - 1 as place, text, html, club_text_digest(text, '') as digest
      from unnest(${array(texts)}, ${array(html)}) with ordinality as given (text, html, place)`;
    // Building the indexes afterwards is much faster for a million rows.
    await tx`
      create temporary table seed_index on commit drop as
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'club'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`;
    await tx`do $$ declare name text; begin
      for name in select seed_index.name from seed_index loop execute 'drop index ' || name; end loop; end $$`;
    // Multiplying by a prime that divides none of the lengths gives every combination once, scattered.
    await tx`
      insert into club (name, is_active, short_description, short_description_html, description_html, html_digest, html_rules,
        category)
      select normalize(ltrim(concat_ws(' ',
          (${array(FIRST)}::text[])[1 + code % ${FIRST.length}::bigint],
          (${array(TOPIC)}::text[])[1 + code / ${FIRST.length}::bigint % ${TOPIC.length}::bigint],
          (${array(KIND)}::text[])[1 + code / ${FIRST.length * TOPIC.length}::bigint % ${KIND.length}::bigint],
          (${array(PLACE)}::text[])[1 + code / ${FIRST.length * TOPIC.length * KIND.length}::bigint % ${PLACE.length}::bigint]
        )), nfc), number % 10 <> 0, text, html, '', digest, ${MARKDOWN_RULES},
        array_to_string((array[${category(11)}, ${category(83)}])[:number % 3], '; ')
      from (
        select number, number * 15485863 % ${combinations}::bigint as code from generate_series(1, ${count}::bigint) number
      ) numbered join seed_text on seed_text.place = number * 7 % 200`;
    await tx`set local maintenance_work_mem = '512MB'`;
    await tx`do $$ declare definition text; begin
      for definition in select seed_index.definition from seed_index loop execute definition; end loop; end $$`;
    await tx`update directory_version set version = version + 1`;
  });
  await sql`vacuum (analyze) club`;
  // The usual value for SSDs. With the default, the peer sorts all clubs for its last page.
  await sql`alter database ${sql(sql.options.database)} set random_page_cost = 1.1`;
}

/** Migrates an empty database and fills it with clubs. */
export async function createClubs(url: string, count: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await migrate(sql);
  if (count > 0) await seedClubs(sql, count);
  await sql.end();
}
