import { expect, test } from 'vitest';
import { findMentions } from '../../../src/clubs/list/mentions.ts';
import type { ClubFilter } from '../../../src/clubs/search.ts';
import { describeDatabase } from '../../support/database.ts';

const filter = (name: string, others: Partial<ClubFilter> = {}): ClubFilter => ({
  name,
  isActive: true,
  categories: [],
  parentId: null,
  excludeIds: [],
  ...others,
});

describeDatabase('Clubs that mention a search text', (database) => {
  const find = async (name: string, others?: Partial<ClubFilter>) =>
    (await findMentions(database.sql, filter(name, others), 6)).map((club) => club.name);

  test('are ordered by exact other name, other name, category, short description and description', async () => {
    await database.insertClub({ name: 'In the description', description: 'We keep **honey**. '.repeat(20) });
    await database.insertClub({ name: 'In the short description', shortDescription: 'Honey, and more.' });
    await database.insertClub({ name: 'In the category', category: 'Food|Honey' });
    await database.insertClub({ name: 'In another name', aliases: 'Honey friends' });
    await database.insertClub({ name: 'With this other name', aliases: 'Bees|Honey' });
    await database.insertClub({ name: 'Honey Club' });
    expect(await find('hoNEY')).toEqual([
      'With this other name',
      'In another name',
      'In the category',
      'In the short description',
      'In the description',
    ]);
  });

  test('have every word of the text, in any field', async () => {
    await database.insertClub({ name: 'Snails of Paris', shortDescription: 'A club for chess.' });
    await database.insertClub({ name: 'Snails of Rome', shortDescription: 'A club for draughts.' });
    expect(await find('chess in paris')).toEqual(['Snails of Paris']);
  });

  test.each([
    ['the beginning of a word', 'photog', 'Photography for all'],
    ['accents and capitals', 'THEATRE', 'Du théâtre tous les lundis'],
    ['a plural for a singular', 'hives', 'One hive on the roof'],
    ['a French word for an English one', 'échecs', 'We play chess'],
    ['an English word for a French one', 'sewing', 'Atelier de couture'],
    ['a phrase for a phrase', 'jeux de société', 'Board games every Monday'],
    ['a word within an address', 'zymurgy', 'See https://www.zymurgy.example.org/'],
    ['a word beside a slash', 'sculpture', 'Painting/sculpture'],
    ['a word of two letters', 'go', 'We play go.'],
  ])('are found by %s', async (_, text, shortDescription) => {
    await database.insertClub({ name: 'Some club', shortDescription });
    expect(await find(text)).toEqual(['Some club']);
  });

  test('follow the other filters, and are at most as many as wanted', async () => {
    await database.insertClub({ name: 'Active', category: 'Food', shortDescription: 'honey' });
    await database.insertClub({ name: 'Inactive', shortDescription: 'honey', isActive: false });
    expect(await find('honey')).toEqual(['Active']);
    expect(await find('honey', { isActive: null })).toEqual(['Active', 'Inactive']);
    expect(await find('honey', { isActive: null, categories: ['food'] })).toEqual(['Active']);
    expect(await findMentions(database.sql, filter('honey', { isActive: null }), 1)).toHaveLength(1);
  });

  test.each(['', '!', "'", '\\', "o' | ' & x:*", '()', ':*', '-- <->'])(
    'are found without an error by %j',
    async (text) => {
      await database.insertClub({ name: 'Some club', shortDescription: 'x' });
      expect(await find(text)).toEqual([]);
    },
  );
});
