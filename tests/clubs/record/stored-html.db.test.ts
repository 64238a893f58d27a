import { expect, test } from 'vitest';
import { renderStaleClubs } from '../../../src/clubs/record/stored-html.ts';
import { MARKDOWN_RULES } from '../../../src/clubs/record/markdown.ts';
import { describeDatabase } from '../../support/database.ts';

describeDatabase('The Markdown of clubs', (database) => {
  const readHtml = () => database.sql`
    select name, short_description_html as short, description_html as long, html_rules as rules from club order by id`;

  test('is rendered where it is missing', async () => {
    await database.insertClub({ name: 'Ski', shortDescription: '*Snow*', description: '# Rules' });
    await database.insertClub({ name: 'Chess' });
    expect(await renderStaleClubs(database.sql)).toBe(2);
    expect(await readHtml()).toEqual([
      { name: 'Ski', short: '<p><em>Snow</em></p>', long: '<h3>Rules</h3>', rules: MARKDOWN_RULES },
      { name: 'Chess', short: '', long: '', rules: MARKDOWN_RULES },
    ]);
  });

  test('is rendered again after a change by SQL', async () => {
    const ski = await database.insertClub({ name: 'Ski', shortDescription: 'one' });
    await database.insertClub({ name: 'Chess', shortDescription: 'one' });
    await renderStaleClubs(database.sql);
    await database.sql`update club set short_description = 'two' where id = ${ski}`;
    expect(await renderStaleClubs(database.sql)).toBe(1);
    expect((await readHtml()).map(({ short }) => short as string)).toEqual(['<p>two</p>', '<p>one</p>']);
  });

  test.each([0, MARKDOWN_RULES + 1])('is rendered again when it was rendered by other rules (%i)', async (rules) => {
    await database.insertClub({ name: 'Ski', shortDescription: 'one' });
    await renderStaleClubs(database.sql);
    await database.sql`update club set short_description_html = '<p onclick="alert(1)">one</p>', html_rules = ${rules}`;
    expect(await renderStaleClubs(database.sql)).toBe(1);
    expect((await readHtml()).map(({ short }) => short as string)).toEqual(['<p>one</p>']);
  });

  test.each([null, 0])('is rendered in several batches (%j)', async (rules) => {
    await database.sql`insert into club (name, short_description) select 'Club ' || n, '*' || n || '*' from generate_series(1, 450) as n`;
    await database.sql`update club set html_rules = ${rules}, html_digest = club_text_digest(short_description, description)`;
    expect(await renderStaleClubs(database.sql)).toBe(450);
    const wrong = await database.sql`
      select name from club where short_description_html <> '<p><em>' || substr(name, 6) || '</em></p>' or html_rules is null`;
    expect(wrong).toEqual([]);
  });
});
