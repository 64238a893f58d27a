import postgres from 'postgres';
import { expect, test } from 'vitest';
import { renderStaleClubs } from '../../src/clubs/render.ts';
import { findClub, findClubs, findClubsById, findMovedClubs, findVersion } from '../../src/clubs/queries.ts';
import type { ClubFilter } from '../../src/clubs/search.ts';
import { MARKDOWN_RULES } from '../../src/markdown.ts';
import { describeEachServer } from '../support/database.ts';

const CLUBS = 100_000;
const EVERY: ClubFilter = { name: '', isActive: null, parentId: null, excludeIds: [] };

interface Statement {
  text: string;
  parameters: unknown[];
}

describeEachServer('At a hundred thousand clubs', (database) => {
  const insertClubs = async (htmlRules: number | null) => {
    await database.sql.begin(async (tx) => {
      // A trigger for each row would take longer than the rest of the test.
      await tx`set local session_replication_role = replica`;
      await tx`insert into club (name, short_description, is_active, parent_id, html_rules)
        select 'Club ' || md5(number::text), repeat('text ', 40), number % 10 > 0,
          case when number % 2000 = 2 then 1 end, ${htmlRules}::int
        from generate_series(1, ${CLUBS}::int) as number`;
    });
  };

  /** What a piece of work asks with a select, and expects to be answered without a walk through the clubs. */
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
        // As a call of its own it took a third of the time of a page.
        expect(lines, `${text}\n${lines}`).not.toContain('directory_epoch(');
      }
    } finally {
      await sql.end();
    }
  };

  test('no page reads the whole table', async () => {
    await insertClubs(null);
    await database.sql`analyze club`;
    await expectIndexes(
      async (sql) => {
        await findVersion(sql);
        await findClubsById(sql, 'card', [1, 500, 99_999]);
        await findClub(sql, 1);
        await findMovedClubs(sql, [77, 99_000]);
        await findClubs(sql, 'profile', { ...EVERY, parentId: 1 }, 1, 20);
        await findClubs(sql, 'card', { ...EVERY, name: 'a1b2', isActive: true }, 1, 20);
      },
      (text) => text.includes('directory_version'),
      6,
    );
  });

  test.each([
    ['that are all rendered', true],
    ['whose table has no statistics yet', false],
  ])('no start and no command does, for the Markdown of clubs %s', async (_, isAnalyzed) => {
    await insertClubs(MARKDOWN_RULES);
    if (isAnalyzed) await database.sql`analyze club`;
    await expectIndexes(renderStaleClubs, (text) => text.includes('html_rules'), 1);
  });
});
