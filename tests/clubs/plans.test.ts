import postgres from 'postgres';
import { expect, test } from 'vitest';
import { findClub, findClubs, findClubsById, findMovedClubs, findVersion } from '../../src/clubs/queries.ts';
import type { ClubFilter } from '../../src/clubs/search.ts';
import { describeEachServer } from '../support/database.ts';

const CLUBS = 100_000;
const EVERY: ClubFilter = { name: '', isActive: null, parentId: null, excludeIds: [] };

describeEachServer('At a hundred thousand clubs', (database) => {
  test('no page reads the whole table', async () => {
    await database.sql.begin(async (tx) => {
      // A trigger for each row would take longer than the rest of the test.
      await tx`set local session_replication_role = replica`;
      await tx`insert into club (name, short_description, is_active, parent_id)
        select 'Club ' || md5(number::text), repeat('text ', 40), number % 10 > 0, case when number % 2000 = 2 then 1 end
        from generate_series(1, ${CLUBS}::int) as number`;
    });
    await database.sql`analyze club`;

    const sent: { text: string; parameters: unknown[] }[] = [];
    const sql = postgres(database.url ?? '', {
      transform: postgres.camel,
      debug: (_connection, text, parameters) => sent.push({ text, parameters }),
    });
    try {
      await findVersion(sql);
      await findClubsById(sql, 'card', [1, 500, 99_999]);
      await findClub(sql, 1);
      await findMovedClubs(sql, [77, 99_000]);
      await findClubs(sql, 'profile', { ...EVERY, parentId: 1 }, 1, 20);
      await findClubs(sql, 'card', { ...EVERY, name: 'a1b2', isActive: true }, 1, 20);
      const questions = sent.filter(({ text }) => /^\s*(select|with)/.test(text) && text.includes('directory_version'));
      expect(questions).toHaveLength(6);
      for (const { text, parameters } of questions) {
        const plan = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${text}`, parameters as string[]);
        const lines = plan.map((line) => Object.values(line).join('')).join('\n');
        expect(lines, `${text}\n${lines}`).not.toMatch(/Seq Scan on club\b/);
      }
    } finally {
      await sql.end();
    }
  });
});
