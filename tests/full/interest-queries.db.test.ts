import { expect, test } from 'vitest';
import { findMentions, MENTIONS } from '../../src/clubs/list/mentions.ts';
import { searchWords } from '../../src/clubs/list/synonyms.ts';
import { foldForSearch } from '../../src/clubs/record/fold.ts';
import { describeDatabase } from '../support/database.ts';
import { createRandom } from '../support/random.ts';
import { readRealClubs, REAL_CLUBS_FOLDER } from '../support/real-clubs.ts';
import { median } from '../support/statistics.ts';

/** The maximum number of clubs that mention an interest. */
const MENTIONED_BY = 10;
const SAMPLE = 100;

describeDatabase('Searches for interests among the real clubs', (database) => {
  test.skipIf(REAL_CLUBS_FOLDER === null)(
    'show a club that mentions the word for at least 95 of 100 words',
    async () => {
      const clubs = readRealClubs().map((club, place) => ({ ...club, id: place + 1 }));
      const rows = clubs.map(({ id, name, short_description, category }) => ({
        id,
        name,
        short_description,
        category: category.replaceAll('; ', '|'),
      }));
      await database.sql`
      insert into club (id, name, short_description, category)
      select id, name, left(short_description, 1000), category
      from jsonb_to_recordset(${database.sql.json(rows)}) as row (id int, name text, short_description text, category text)`;
      const mentioning = new Map<string, Set<string>>();
      for (const { name, short_description, category } of clubs)
        for (const word of searchWords(`${short_description} ${category}`))
          if (/^\p{L}{4,}$/u.test(word)) mentioning.set(word, (mentioning.get(word) ?? new Set()).add(name));
      const interests = [...mentioning].filter(([, names]) => names.size <= MENTIONED_BY);
      const random = createRandom(1);
      const times: number[] = [];
      const missed: string[] = [];
      for (let count = 0; count < SAMPLE; count += 1) {
        const [word, names] = interests[Math.floor(random() * interests.length)] ?? ['', new Set()];
        const listed = clubs.filter(({ name }) => foldForSearch(name).includes(word)).map(({ name }) => name);
        const start = performance.now();
        const filter = { name: word, isActive: null, categories: [], parentId: null, excludeIds: [] };
        const mentions = listed.length < MENTIONS ? await findMentions(database.sql, filter, MENTIONS) : [];
        times.push(performance.now() - start);
        if (![...listed, ...mentions.map(({ name }) => name)].some((name) => names.has(name))) missed.push(word);
      }
      expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(5);
      // In milliseconds.
      expect(median(times)).toBeLessThan(20);
    },
  );
});
