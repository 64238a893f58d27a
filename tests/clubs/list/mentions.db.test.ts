import { expect, test } from 'vitest';
import { loadVocabulary } from '../../../src/clubs/directory/index-queries.ts';
import { findClubsById } from '../../../src/clubs/directory/queries.ts';
import { ALL_CLUBS } from '../../../src/clubs/search.ts';
import { Synonyms } from '../../../src/clubs/directory/synonyms.ts';
import { findMentions } from '../../../src/clubs/list/mentions.ts';
import { prepareClubs } from '../../../src/clubs/record/stored-html.ts';
import type { ClubFilter } from '../../../src/clubs/search.ts';
import { describeDatabase } from '../../support/database.ts';

const filter = (name: string, others: Partial<ClubFilter> = {}): ClubFilter => ({
  ...ALL_CLUBS,
  name,
  isActive: true,
  parentId: null,
  ...others,
});

describeDatabase('Clubs that mention a search text', (database) => {
  const search = async (name: string, others?: Partial<ClubFilter>) => {
    const { client: sql } = database;
    const known = {
      sql,
      vocabulary: await loadVocabulary(sql, 10),
      synonyms: new Synonyms(),
      names: () => null,
      findCards: async (ids: readonly number[]) => (await findClubsById(sql, 'card', ids)).rows,
    };
    return await findMentions(known, filter(name, others), 0);
  };
  const find = async (name: string, others?: Partial<ClubFilter>) =>
    (await search(name, others)).clubs.map(({ club }) => club.name);

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
    ['plurals within a phrase', 'jeux de rôle', 'Un jeu de rôle par mois'],
    ['words that are written as one', 'bookshop', 'A book shop'],
  ])('are found by %s', async (_, text, shortDescription) => {
    await database.insertClub({ name: 'Some club', shortDescription });
    expect(await find(text)).toEqual(['Some club']);
  });

  test('are found by a corrected text, which is reported', async () => {
    await database.insertClub({ name: 'Some club', shortDescription: 'Climbing in the woods' });
    expect(await search('climing')).toMatchObject({ text: 'climbing', isCorrected: true, total: 1 });
    expect(await search('climbing')).toMatchObject({ text: 'climbing', isCorrected: false });
  });

  test('have the rarest word of the text if none has all', async () => {
    await database.insertClub({ name: 'Some club', shortDescription: 'Climbing in the woods' });
    expect(await search('climbing elephants')).toMatchObject({ total: 1, text: 'climbing', isPartial: true });
    expect(await search('climbing woods')).toMatchObject({ total: 1, isPartial: false });
  });

  test('have a passage with the matching words of the field that has them', async () => {
    await database.insertClub({
      name: 'Some club',
      shortDescription: 'A club.',
      description: 'It meets. It keeps bees.',
    });
    await prepareClubs(database.client, () => {});
    const [mention] = (await search('bee')).clubs;
    expect(mention?.passages.en?.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'bees', isMarked: true }]);
  });

  test('have passages in the languages that have the words', async () => {
    const description = { description: 'It keeps bees.', descriptionFr: 'Il a des *abeilles* au jardin.' };
    await database.insertClub({ name: 'Some club', shortDescription: 'A club.', ...description });
    await prepareClubs(database.client, () => {});
    const languagesOf = async (text: string) => Object.keys((await search(text)).clubs[0]?.passages ?? {});
    expect(await languagesOf('keeps')).toEqual(['en']);
    expect(await languagesOf('jardin')).toEqual(['fr']);
    expect(await languagesOf('bees')).toEqual(['en', 'fr']);
  });

  test('follow the other filters, and are twelve at most of all that are counted', async () => {
    await database.insertClub({ name: 'Active', category: 'Food', shortDescription: 'honey' });
    await database.insertClub({ name: 'Inactive', shortDescription: 'honey', isActive: false });
    expect(await find('honey')).toEqual(['Active']);
    expect(await find('honey', { isActive: null })).toEqual(['Active', 'Inactive']);
    expect(await find('honey', { isActive: null, categories: ['food'] })).toEqual(['Active']);
    for (let place = 1; place <= 12; place += 1)
      await database.insertClub({ name: `${place}`, shortDescription: 'honey' });
    const mentions = await search('honey', { isActive: null });
    expect([mentions.clubs.length, mentions.total]).toEqual([12, 14]);
  });

  test.each(['', '!', "'", '\\', "o' | ' & x:*", '()', ':*', '-- <->'])(
    'are found without an error by %j',
    async (text) => {
      await database.insertClub({ name: 'Some club', shortDescription: 'y' });
      expect(await find(text)).toEqual([]);
    },
  );
});
