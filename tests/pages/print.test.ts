import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { createRandom, pick } from '../support/random.ts';
import { describeSite } from '../support/site.ts';

describeSite('Pages for printing', (site) => {
  const read = async (path: string) => readHtml(await (await site.get(path)).text());

  test('A booklet has the clubs of the list, numbered by category, and an index of these numbers', async () => {
    const random = createRandom(5);
    const names = ['Chess', 'Échecs', 'Ski', 'Œnologie', 'Robots', 'chess two', 'Zumba', 'Écologie', 'Go'];
    for (const name of names)
      await site.database.insertClub({
        name,
        category: pick(random, ['', 'Games', 'games; Arts', 'Arts; Games']),
        meetingDays: pick(random, ['', 'mon', 'mon; wed']),
        isActive: random() < 0.7,
      });
    const filters = [
      '',
      'club_status=',
      'category=arts&club_status=',
      'day=mon&club_status=',
      'name=e&club_status=true',
    ];
    for (const filter of filters) {
      const list = await read(`/club/?${filter}&page_size=100`);
      const listed = list.all('#paginated .club-cards h4').map(({ text }) => text);
      const booklet = await read(`/booklet/?${filter}&page_size=1`);
      const index = booklet.all('.index > li').map((club) => [club.one('bdi').text, club.one('b').text]);
      expect(
        index.map(([name]) => name),
        filter,
      ).toEqual(listed.map((name) => name.replace(' (inactive)', '')));
      const sections = booklet.all('main section:has(.club-cards)');
      const headings = sections.map((section) => section.one('h3').text);
      expect(headings).toEqual([...new Set(headings)].sort((a, b) => Number(a > b || a === 'Other clubs') - 0.5));
      for (const section of sections) {
        const shown = section.all('h4').map(({ text }) => text.replace(/^\d+ /, ''));
        expect(shown).toEqual(listed.filter((name) => shown.includes(name)));
      }
      const numbered = index.map(([name, number]) => `${number} ${name}`);
      const all = sections.flatMap((section) => section.all('h4')).map(({ text }) => text.replace(' (inactive)', ''));
      expect(all.toSorted(), filter).toEqual(numbered.toSorted());
      expect(all.map((text) => Number.parseInt(text))).toEqual(all.map((_text, place) => place + 1));
      if (filter.includes('arts')) expect(headings).toEqual(['Arts']);
      for (const { text } of booklet.all('.club-cards span[dir]'))
        expect(text).toMatch(/^clubs\.example\.org\/club\/\d+$/);
    }
    expect((await site.get(`/booklet/?name=${'x'.repeat(300)}`)).status).toBe(404);
    expect((await read('/fr/booklet/?category=none')).all('main h3')).toEqual([]);
  });

  test('Posters show a sentence, when and where, and the address of the club', async () => {
    const id = await site.database.insertClub({
      name: 'Chess',
      shortDescription: 'We play *chess*. And go.',
      meetingTimes: 'Mondays, 6 pm',
      meetingPlace: 'Library',
      fee: 'Free',
      beginnersWelcome: true,
      joiningFrom: '2020-01-01',
      contact: 'chess@example.org',
      isActive: false,
    });
    const poster = await read(`/club/${id}/poster/`);
    const parts = poster.all('article :is(h2, .stack > p, li, footer > :last-child)');
    expect(parts.map(({ text }) => text)).toEqual([
      'Chess (inactive)',
      'We play *chess*.',
      'Mondays, 6 pm',
      'Library',
      'Free · Beginners welcome',
      'Closed to new members',
      'chess@example.org',
      `clubs.example.org/club/${id}`,
    ]);
    expect(poster.one('meta[name=robots]').attributes.content).toBe('noindex');
    expect((await site.get('/club/9999/poster/')).status).toBe(404);
    expect((await read(`/booklet/?layout=posters&club_status=`)).all('article h2').map(({ text }) => text)).toEqual([
      'Chess (inactive)',
    ]);
    await site.database.sql`insert into club (name) select 'Club ' || number from generate_series(1, 401) number`;
    const many = await read('/fr/booklet/?layout=posters');
    expect(many.all('article')).toEqual([]);
    expect(many.one('main').text).toContain('plus de 400 clubs');
  });
});
