import { expect, test } from 'vitest';
import { addDays, today } from '../../src/clubs/record/day.ts';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('When and where clubs meet, and how to join them', (site) => {
  const day = today();
  const open = async (path: string) => readHtml(await (await site.get(path)).text());
  const names = async (query: string) =>
    (await open(`/club/?page_size=24&${query}`)).all('.club-cards h4').map(({ text }) => text.trim());
  const insertFive = async () => {
    for (const [index, name] of ['Aikido', 'Boxing', 'Chess', 'Darts', 'Eskimo Rolls'].entries())
      await site.database.insertClub({
        name,
        meetingDays: index % 2 === 0 ? 'mon; wed' : 'fri',
        meetingPlace: 'Gym B',
        joiningFrom: index === 4 ? addDays(day, 1) : null,
        joiningUntil: [day, addDays(day, -1), addDays(day, 9), null, null][index] ?? null,
        joiningUrl: index === 3 ? 'https://discord.gg/darts' : null,
        beginnersWelcome: index !== 1,
      });
    await site.database.insertClub({ name: 'Go', beginnersWelcome: true });
  };

  test('are on its page and its card, with the days and the button to join', async () => {
    const id = await site.database.insertClub({
      name: 'Darts',
      meetingTimes: 'Every other Friday',
      meetingDays: 'fri',
      meetingPlace: 'Gym B',
      fee: '€20',
      howToJoin: 'Just *come*.',
      joiningUrl: 'https://discord.gg/darts',
      joiningUntil: day,
      beginnersWelcome: true,
    });
    const club = await open(`/club/${id}/`);
    expect(club.all('.joining dd span[dir=auto]').map(({ text }) => text)).toEqual([
      'Every other Friday',
      'Gym B',
      '€20',
      'Yes',
    ]);
    expect(club.one('.joining .button').text.trim()).toBe('Join on Discord');
    expect(club.one('.joining .button').attributes.href).toBe('https://discord.gg/darts');
    expect(club.one('.joining .window').text).toMatch(/^open until /);
    expect((await open('/club/')).one('.club-card-facts').text).toMatch(/^Fri · Gym B open until \d+ \w+$/);
    await site.database.sql`update club set joining_until = ${addDays(day, -1)}`;
    expect((await open('/club/')).one('.club-card-facts').text).toBe('Fri · Gym B closed to new members');
    const other = await site.database.insertClub({ name: 'Go' });
    expect((await open(`/club/${other}/`)).all('.joining')).toEqual([]);
  });

  test('filter the list, once five clubs have them', async () => {
    await insertFive();
    await expect
      .poll(async () => (await open('/club/')).all('#fact-links a').map(({ text }) => text.trim()))
      .toEqual(['Mon', 'Wed', 'Fri', 'Beginners welcome']);
    expect((await open('/club/')).one('#fact-links-label').text.trim()).toBe('When and how to join');
    expect(await names('open=now')).toEqual(['Aikido', 'Chess', 'Darts']);
    expect(await names('day=fri')).toEqual(['Boxing', 'Darts']);
    expect(await names('day=fri&day=mon&open=now')).toEqual(['Aikido', 'Chess', 'Darts']);
    expect(await names('beginners=true&day=fri')).toEqual(['Darts']);
    expect(await names('open=no&day=someday&beginners=1')).toHaveLength(6);
    const page = await open('/club/?day=mon&name=&club_status=true&page_size=1');
    expect(page.one('#page-next').attributes.href).toBe('?name=&club_status=true&day=mon&page_size=1&page=2');
    expect(page.one('.filter-chips li').text.trim()).toBe('Remove filter: Monday');
    expect(page.one('form.club-search input[name=day]').attributes.value).toBe('mon');
    const json = (await (await site.get('/api/club/search?day=fri&beginners=true')).json()) as { count: number };
    expect(json.count).toBe(1);
  });

  test('are extended and closed by an officer with one button', async () => {
    const id = await site.database.insertClub({
      name: 'Darts',
      joiningFrom: addDays(day, -1),
      joiningUntil: addDays(day, 60),
    });
    const officer = await visit(site, { officerOf: [id] });
    const press = async (label: RegExp) => {
      const page = readHtml(await (await officer.get(`/club/${id}/`)).text());
      const form = page.all('.club-tools form').find((one) => label.test(one.text));
      const fields = form?.all('input').map(({ attributes }) => [attributes.name, attributes.value]) ?? [];
      const button = form?.all('button').find(({ text }) => label.test(text))?.attributes;
      const answer = await officer.post(
        form?.attributes.action ?? '',
        Object.fromEntries([...fields, [button?.name, button?.value]]) as Record<string, string>,
      );
      expect(answer.status).toBe(303);
      const [club] = await site.database.sql`select joining_from::text, joining_until::text from club`;
      return club;
    };
    const [yesterday, later] = [addDays(day, -1), addDays(day, 30)];
    expect(await press(/Accept/)).toEqual({ joiningFrom: yesterday, joiningUntil: addDays(day, 90) });
    expect(await press(/Stop/)).toEqual({ joiningFrom: yesterday, joiningUntil: yesterday });
    expect(await press(/Accept/)).toEqual({ joiningFrom: yesterday, joiningUntil: later });
    await site.database.sql`update club set joining_from = ${addDays(day, 5)}`;
    expect(await press(/Accept/)).toEqual({ joiningFrom: null, joiningUntil: later });
  });
});
