import { expect, onTestFinished, test } from 'vitest';
import { Directory } from '../../src/clubs/directory/directory.ts';
import { VersionWatch } from '../../src/clubs/directory/version-watch.ts';
import { loadClubListPage } from '../../src/clubs/list/list-page.ts';
import { foldForSearch } from '../../src/clubs/record/fold.ts';
import { GRID_PAGE_SIZE } from '../../src/paths.ts';
import { describeDatabase } from '../support/database.ts';
import { judgedQueries, KINDS } from '../support/judged-queries.ts';
import { readRealClubs, REAL_CLUBS_FOLDER } from '../support/real-clubs.ts';

const OF_EACH_KIND = 150;

describeDatabase('Nearly all of nine hundred judged searches', (database) => {
  test.skipIf(REAL_CLUBS_FOLDER === null)(
    'have the club among the cards, best matches or mentions',
    async () => {
      const { client, sql } = database;
      const clubs = readRealClubs();
      const rows = clubs.map(({ name, category }, place) => ({ id: place + 1, name, category }));
      await sql`
        insert into club (id, name, category)
        select id, name, category from jsonb_to_recordset(${sql.json(rows)}) as row (id int, name text, category text)`;
      const report = (line: string) => expect.fail(line);
      const watch = await VersionWatch.open(client);
      const directory = new Directory(client, watch, report);
      onTestFinished(() => {
        watch.close();
        return directory.close();
      });

      const missed: string[] = [];
      const queries = judgedQueries(clubs, OF_EACH_KIND);
      for (const query of queries) {
        const params = new URLSearchParams({
          name: query.text,
          club_status: 'true',
          page_size: String(GRID_PAGE_SIZE),
        });
        const list = await loadClubListPage(directory, params, GRID_PAGE_SIZE);
        const category = foldForSearch(query.category ?? '');
        const isThere =
          query.kind === 'category'
            ? list.facets.suggestions.some(({ folded }) => folded === category)
            : [...list.clubs, ...list.facets.bestMatches, ...list.mentions.clubs.map(({ club }) => club)].some(
                ({ id }) => id === query.place + 1,
              );
        if (!isThere) missed.push(`${query.kind}: ${query.text} for ${clubs[query.place]?.name ?? ''}`);
      }
      expect(new Set(queries.map(({ kind }) => kind))).toEqual(new Set(KINDS));
      expect(queries.length).toBeGreaterThanOrEqual(800);
      expect(1 - missed.length / queries.length, missed.join('\n')).toBeGreaterThanOrEqual(0.98);
    },
    180_000,
  );
});
