import { Parser } from 'saxen';
import { expect, test } from 'vitest';
import { mergeClubs } from '../../../src/clubs/board/merge.ts';
import { formatFeed } from '../../../src/clubs/history/feed.ts';
import { removeValue } from '../../../src/clubs/history/removal.ts';
import { changeOf } from '../../../src/clubs/record/revision.ts';
import { describeDatabase } from '../../support/database.ts';
import { undoHelpers } from '../../support/undo.ts';

const SITE = 'https://clubs.example.org';

/** The texts and addresses of each entry and of the feed itself, which is the last one; throws for invalid XML. */
function readFeed(xml: string) {
  const feed: Record<string, string> = {};
  const entries: Record<string, string>[] = [];
  let [current, text] = [feed, ''];
  const add = (part: string) => void (text += part);
  new Parser()
    .on('error', (error) => {
      throw error;
    })
    .on('openTag', (name, attributes) => {
      if (name === 'entry') entries.push((current = {}));
      const { rel = 'alternate', href } = attributes() || {};
      if (href !== undefined) current[rel] = href.replaceAll('&amp;', '&');
      text = '';
    })
    .on('text', add)
    .on('cdata', add)
    .on('closeTag', (name) => {
      if (name === 'entry') current = feed;
      else if (name !== 'link') current[name] = text;
    })
    .write(xml)
    .end();
  return { feed, entries };
}

describeDatabase('The feed', (database) => {
  const { insertActor, create, edit, remove, undo, revisionOf } = undoHelpers(database);
  const read = async (locale: 'en' | 'fr' = 'en') => {
    const ids = (await database.sql<{ id: number }[]>`select id from club`).map(({ id }) => id);
    const options = { siteUrl: SITE, siteName: 'A & <B>', locale, query: 'day=mon', filters: ['R&D', 'Monday'] };
    return readFeed(await formatFeed(database.client, ids, options));
  };
  const titles = async () => (await read()).entries.map(({ title }) => title);

  test('has what happened to clubs, newest first, in valid entries that stay the same', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'R&D ]]> <b>' });
    const { id: other } = await create(ada, { name: 'Builders' });
    await create(ada, { name: 'New, but inactive', isActive: false });
    await edit(ada, id, { name: 'Robots', description: 'New' });
    await edit(ada, id, { isActive: false });
    await edit(ada, id, { isActive: true, fee: '3 €' });
    const before = await read();
    expect(before.feed).toMatchObject({
      id: `${SITE}/club/feed.atom?day=mon`,
      self: `${SITE}/club/feed.atom?day=mon`,
      alternate: `${SITE}/club/?day=mon`,
      title: 'R&amp;D · Monday · Club news – A &amp; &lt;B&gt;',
      name: 'A &amp; &lt;B&gt;',
    });
    const seen = [await revisionOf(id), await revisionOf(other)];
    const merged = await mergeClubs(database.client, ada, [id, other], { seen, choose: () => null });
    const { entries } = await read();
    expect(entries.map(({ title }) => title)).toEqual([
      'Merged with another club: Robots',
      'Active again: Robots',
      'No longer active: Robots',
      'Renamed: Robots (formerly R&amp;D ]]&gt; &lt;b&gt;)',
      'New club: Robots',
    ]);
    for (const { id: entryId = '', alternate, updated = '' } of entries) {
      expect([alternate, entryId.split('#')[0]]).toEqual([`${SITE}/club/${id}/`, `${SITE}/club/${id}/`]);
      expect(new Date(updated).toISOString()).toBe(updated);
    }
    expect(entries.slice(1)).toEqual(before.entries.filter(({ title }) => title !== 'New club: Builders'));

    await undo(ada, merged.outcome === 'merged' ? (merged.stepId ?? 0) : 0);
    expect(await titles()).toEqual(before.entries.map(({ title }) => title));
  });

  test('has the short description of the club, in the language of the page', async () => {
    const texts = { shortDescription: 'Play & **win**', shortDescriptionFr: 'Jouer' };
    await create(await insertActor(), { name: 'Chess', ...texts });
    expect((await read()).entries[0]?.summary).toBe('Play &amp; win');
    expect((await read('fr')).entries[0]).toMatchObject({ title: 'Nouveau club\u202f: Chess', summary: 'Jouer' });
  });

  test('names no deleted clubs, and no names that were removed from the history', async () => {
    const ada = await insertActor();
    const { id, revision } = await create(ada, { name: 'Ada Lovelace fans' });
    await remove(ada, (await create(ada, { name: 'Gone' })).id);
    await edit(ada, id, { name: 'Fans' });
    expect(await titles()).toEqual(['Renamed: Fans (formerly Ada Lovelace fans)', 'New club: Fans']);
    const place = { changeId: changeOf(revision), field: 'name', side: 'after' } as const;
    expect(await removeValue(database.client, ada, id, place)).toBe('removed');
    expect(await titles()).toEqual(['New club: Fans']);
  });

  test('has the fifty latest entries, and may have none', async () => {
    expect((await read()).feed.updated).toBe('1970-01-01T00:00:00.000Z');
    await database.sql`insert into club (name) select 'Club ' || n from generate_series(10, 69) n`;
    const { entries } = await read();
    expect([entries.length, entries[0]?.title]).toEqual([50, 'New club: Club 69']);
  });
});
