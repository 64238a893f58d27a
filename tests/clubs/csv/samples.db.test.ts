import { expect, test, vi } from 'vitest';
import { loadSampleClubs } from '../../../src/clubs/csv/samples.ts';
import { describeDatabase } from '../../support/database.ts';

describeDatabase('The sample clubs', (database) => {
  const countClubs = async () => {
    const [row] = await database.sql<[{ samples: number; others: number }]>`
      select count(*) filter (where is_sample)::int as samples, count(*) filter (where not is_sample)::int as others
      from club`;
    return row;
  };

  test('are loaded into a new database with their Markdown rendered', async () => {
    expect(await loadSampleClubs(database.client, { enabled: true })).toBe(true);
    const { samples, others } = await countClubs();
    expect(samples).toBeGreaterThan(0);
    expect(others).toBe(0);
    expect(await database.sql`select id from club where html_rules is null`).toHaveLength(0);
  });

  test('have their French texts in the plain fields of a French site', async () => {
    vi.stubEnv('DEFAULT_LOCALE', 'fr');
    vi.resetModules();
    const samples = await import('../../../src/clubs/csv/samples.ts');
    await samples.loadSampleClubs(database.client, { enabled: true });
    const [club] = await database.sql`
      select short_description, short_description_en, short_description_fr, description_html, description_en_html
      from club where name = 'Board Games'`;
    expect(club).toEqual({
      shortDescription: expect.stringContaining('Trois cents boîtes') as string,
      shortDescriptionEn: expect.stringContaining('Three hundred boxes') as string,
      shortDescriptionFr: '',
      descriptionHtml: expect.stringContaining('<h3') as string,
      descriptionEnHtml: expect.stringContaining('<h3') as string,
    });
  });

  test('are loaded once, even when they were deleted', async () => {
    await loadSampleClubs(database.client, { enabled: true });
    await database.sql`delete from club`;
    expect(await loadSampleClubs(database.client, { enabled: true })).toBe(false);
    expect(await countClubs()).toEqual({ samples: 0, others: 0 });
  });

  test('are loaded once by simultaneous calls', async () => {
    const loads = Array.from({ length: 4 }, () => loadSampleClubs(database.connect(), { enabled: true }));
    expect((await Promise.all(loads)).filter(Boolean)).toHaveLength(1);
  });

  test('are not loaded into a database that had clubs', async () => {
    await database.insertClub({ name: 'Chess' });
    expect(await loadSampleClubs(database.client, { enabled: true })).toBe(false);
    expect(await countClubs()).toEqual({ samples: 0, others: 1 });
    await database.sql`delete from club`;
    expect(await loadSampleClubs(database.client, { enabled: true })).toBe(false);
  });

  test('are not loaded into a database that was first opened without them', async () => {
    expect(await loadSampleClubs(database.client, { enabled: false })).toBe(false);
    expect(await loadSampleClubs(database.client, { enabled: true })).toBe(false);
    expect(await countClubs()).toEqual({ samples: 0, others: 0 });
  });
});
