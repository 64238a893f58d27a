import postgres from 'postgres';
import { expect, test } from 'vitest';
import type { Transaction } from '../../db/client.ts';
import { findClubHistory } from '../../src/clubs/history/club-history.ts';
import { findClubsOfAddress } from '../../src/clubs/record/club-addresses.ts';
import { reserveClubIds } from '../../src/clubs/edit/write.ts';
import { renderStaleClubs } from '../../src/clubs/record/stored-html.ts';
import { findChangesSince } from '../../src/clubs/directory/index-queries.ts';
import { findClub } from '../../src/clubs/club-page/queries.ts';
import { findClubs, findClubsById } from '../../src/clubs/directory/queries.ts';
import { findVersion } from '../../src/clubs/record/version-queries.ts';
import { ALL_CLUBS } from '../../src/clubs/search.ts';
import type { ClubFilter } from '../../src/clubs/search.ts';
import { MARKDOWN_RULES } from '../../src/clubs/record/markdown.ts';
import { describeServer } from '../support/database.ts';

const CLUBS = 20_000;
const EVERY: ClubFilter = { ...ALL_CLUBS, parentId: null };

interface Statement {
  text: string;
  parameters: unknown[];
}

describeServer('At twenty thousand clubs', (database) => {
  const insertClubs = async () => {
    await database.sql.begin(async (tx) => {
      // A trigger for each row would take longer than the rest of the test.
      await tx`set local session_replication_role = replica`;
      await tx`insert into club (name, short_description, is_active, parent_id, html_rules)
        select 'Club ' || md5(number::text), repeat('text ', 40), number % 10 > 0,
          case when number % 2000 = 2 then 1 end, ${MARKDOWN_RULES}::int
        from generate_series(1, ${CLUBS}::int) as number`;
    });
  };

  /** Expects that the selects of `work` do not scan the table of clubs. */
  const expectIndexes = async (
    work: (sql: postgres.Sql) => Promise<unknown>,
    isMeant: (text: string) => boolean,
    atLeast: number,
  ) => {
    const sent: Statement[] = [];
    const sql = postgres(database.url ?? '', {
      transform: postgres.camel,
      debug: (_connection, text, parameters) => sent.push({ text, parameters }),
    });
    try {
      await work(sql);
      const questions = sent.filter(({ text }) => /^\s*(select|with)/.test(text) && isMeant(text));
      expect(questions.length).toBeGreaterThanOrEqual(atLeast);
      for (const { text, parameters } of questions) {
        const plan = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain verbose ${text}`, parameters as string[]);
        const lines = plan.map((line) => Object.values(line).join('')).join('\n');
        expect(lines, `${text}\n${lines}`).not.toMatch(/Seq Scan on (public\.)?club\b/);
        // A call that is not inlined takes a third of the time of a page.
        expect(lines, `${text}\n${lines}`).not.toContain('directory_epoch(');
      }
    } finally {
      await sql.end();
    }
  };

  test('no page scans the whole table, nor does the search for Markdown to render', async () => {
    const rendering = () => expectIndexes(renderStaleClubs, (text) => text.includes('html_rules'), 1);
    await insertClubs();
    // The table has no statistics yet.
    await rendering();
    await database.sql`analyze club`;
    await rendering();
    const before = await findVersion(database.sql);
    await database.sql`update club set name = name || ' II' where id in (77, 19000)`;
    await expectIndexes(
      async (sql) => {
        await findVersion(sql);
        await findClubsById(sql, 'card', [1, 500, 19_999]);
        await findClubsById(sql, 'compared', [1, 500]);
        await findClub(sql, 1);
        await findChangesSince(sql, before);
        await findClubs(sql, 'profile', { ...EVERY, parentId: 1 }, { page: 1, pageSize: 20 });
        await findClubs(sql, 'card', { ...EVERY, name: 'a1b2', isActive: true }, { page: 1, pageSize: 20 });
      },
      (text) => text.includes('directory_version'),
      7,
    );
    await expectIndexes(
      (sql) => findClubsOfAddress(sql, 'ada@example.org'),
      () => true,
      1,
    );
  });
});

describeServer('Of a club with ten thousand changes', (database) => {
  /** The number of rows of the table of changes that `work` reads. */
  const countRead = async (work: (sql: postgres.Sql) => Promise<unknown>): Promise<number> => {
    const sent: Statement[] = [];
    const sql = postgres(database.url ?? '', {
      transform: postgres.camel,
      debug: (_connection, text, parameters) => sent.push({ text, parameters }),
    });
    interface Plan {
      'Relation Name'?: string;
      'Actual Rows': number;
      'Actual Loops': number;
      'Rows Removed by Filter'?: number;
      Plans?: Plan[];
    }
    const rowsOf = (plan: Plan): number =>
      (plan['Relation Name'] === 'club_change'
        ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
        : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);
    try {
      await work(sql);
      let read = 0;
      for (const { text, parameters } of sent.filter(({ text }) => text.includes('club_change'))) {
        const [found] = await sql.unsafe<[Record<string, [{ Plan: Plan }]>]>(
          `explain (analyze, format json) ${text}`,
          parameters as string[],
        );
        read += rowsOf((Object.values(found)[0] as [{ Plan: Plan }])[0].Plan);
      }
      return read;
    } finally {
      await sql.end();
    }
  };

  test.each([false, true])('a page of the history reads what it shows, with statistics: %s', async (isAnalyzed) => {
    const parentId = await database.insertClub({ name: 'Sports' });
    const id = await database.insertClub({ name: 'Ski', parentId });
    await database.sql`
      with step as (
        insert into club_step (kind, user_name) select 'edit', number::text from generate_series(1, 10000) number
        returning id, user_name::integer as number
      )
      insert into club_change (step_id, club_id, before, after)
      select id, club, jsonb_build_object('category', number::text, 'parent_id', ${parentId}::integer),
        jsonb_build_object('category', (number + 1)::text, 'parent_id', ${parentId}::integer)
      from step cross join unnest(array[${id}::integer, ${parentId}::integer]) club order by number, club`;
    if (isAnalyzed) await database.sql`analyze club, club_step, club_change`;
    const isRight = async (sql: postgres.Sql, before?: number) => {
      const page = await findClubHistory(sql, id, { before, limit: 21 });
      expect(page).toHaveLength(21);
      return page.at(-1)?.changeId ?? 0;
    };
    let last = 0;
    expect(
      await countRead(async (sql) => {
        last = await isRight(sql);
      }),
    ).toBeLessThan(200);
    expect(await countRead((sql) => isRight(sql, last - 5000))).toBeLessThan(200);
    await database.sql`delete from club where id = ${parentId}`;
    expect(await countRead((sql) => isRight(sql))).toBeLessThan(200);
  });

  test('a new club gets its id without scanning them', async () => {
    await database.sql`
      with step as (insert into club_step (kind) values ('edit') returning id)
      insert into club_change (step_id, club_id, after) select id, 7, '{}' from step cross join generate_series(1, 10000)`;
    expect(await countRead((sql) => sql.begin((tx) => reserveClubIds(tx as unknown as Transaction, 1)))).toBeLessThan(
      10,
    );
  });
});
