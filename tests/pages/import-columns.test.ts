import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { readTables } from '../../src/clubs/csv/read-table.ts';
import { siteFields } from '../../src/clubs/record/fields.ts';
import { makeWorkbook } from '../support/workbook.ts';
import { readHtml } from '../support/html.ts';
import { visit, type Visitor } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('The columns of an import', (site) => {
  /** Uploads a list, and returns the address of its import. */
  const upload = async (visitor: Visitor, content: string | Uint8Array): Promise<string> => {
    const form = new FormData();
    form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'list.csv'));
    const answer = await visitor.send('/desk/import/', form);
    return (answer.headers.get('Location') ?? '').replace('categories/', '');
  };

  test('are asked for once for the same header, also by others', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    const path = await upload(visitor, 'Club,E-mail,Notes\nGo,go@example.org,x\n');
    expect((await visitor.get(path)).headers.get('Location')).toBe(`${path}columns/`);
    const chosen = { 'column-0': 'name', 'column-1': 'contact' };
    expect((await visitor.post(`${path}columns/`, chosen)).headers.get('Location')).toBe(`${path}categories/`);
    expect((await visitor.get(`${path}categories/`)).headers.get('Location')).toBe(path);
    expect((await visitor.get(path)).status).toBe(200);

    const other = await visit(site, { email: 'other@example.org', roles: ['board'] });
    const next = await upload(other, 'club,e_mail,NOTES\nSki,not an address,\n');
    const plan = readHtml(await (await other.get(next)).text());
    expect(plan.one('.issues li').text).toContain('line 2, e_mail, "not an address", club "Ski": ');
    const report: string[][] = parse(await (await other.get(`${next}report.csv`)).text());
    expect(report[1]?.slice(0, 3)).toEqual(['2', 'e_mail', 'not an address']);
  });

  test('are those of the chosen sheet of a workbook', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    const file = makeWorkbook([
      { name: 'Notes', rows: [['Read me'], ['Ask the office']] },
      {
        name: '2025',
        rows: [
          ['Club', 'Mail'],
          ['Go', 'go@example.org'],
        ],
      },
      {
        name: '2026',
        rows: [
          ['Club', 'Mail'],
          ['Ski', 'ski@example.org', 'a note'],
        ],
      },
    ]);
    const path = await upload(visitor, file);
    const columnsOf = async (query: string) => {
      const page = readHtml(await (await visitor.get(`${path}columns/${query}`)).text());
      const chosen = page.all('option').filter(({ attributes }) => attributes.selected !== undefined);
      return [...chosen.map(({ text }) => text), ...page.all('tbody th').map(({ text }) => text.trim())];
    };
    expect((await visitor.get(path)).headers.get('Location')).toBe(`${path}columns/`);
    expect(await columnsOf('')).toEqual(['2025', 'Name', 'Contact', 'Club', 'Mail']);
    expect(await columnsOf('?sheet=2026')).toEqual(['2026', 'Name', 'Contact', 'Club', 'Mail']);
    await visitor.post(`${path}columns/?sheet=2026`, { 'column-0': 'name', 'column-1': 'contact' });
    expect(
      readHtml(await (await visitor.get(path)).text())
        .all('.row-list h3')
        .map(({ text }) => text.trim()),
    ).toEqual([expect.stringMatching(/^Ski/)]);
  });

  test('are proposed for the language of the texts', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    const chosenFor = async (text: string, header = 'Nom du club,Présentation,Site', prefix = '') => {
      const path = await upload(visitor, `${header}\nChœur,"${text}",https://choeur.example.org\n`);
      const page = readHtml(await (await visitor.get(`${prefix}${path}columns/`)).text());
      return page
        .all('option')
        .flatMap(({ attributes, text }) => (attributes.selected === undefined ? [] : text.trim()));
    };
    const french = 'Nous chantons pour le plaisir, avec les élèves de la ville.';
    expect(await chosenFor(french)).toEqual(['Name', 'Short description (French)', 'Website']);
    const english = ['Name', 'Short description (English)', 'Website'];
    expect(await chosenFor('We sing')).toEqual(english);
    // If the texts do not decide, the headers do, then the page.
    expect(await chosenFor('Chant')).toEqual(['Name', 'Short description (French)', 'Website']);
    expect(await chosenFor('Chant', 'Name,Description,Site')).toEqual(english);
    expect(await chosenFor('Chant', 'Club,Description,Site')).toEqual(english);
    const onFrenchPage = await chosenFor('Chant', 'Club,Description,Site', '/fr');
    expect(onFrenchPage).toEqual(['Nom', 'Description courte (français)', 'Site web']);
  });

  test.each<Record<string, string>>([
    { 'column-0': '', 'column-1': 'website' },
    { 'column-0': 'name', 'column-1': 'name' },
    { 'column-0': 'password' },
  ])('are refused, and stay as they were chosen: %o', async (chosen) => {
    const visitor = await visit(site, { roles: ['board'] });
    const path = await upload(visitor, 'Club,Web\nGo,https://go.example\n');
    const answer = await visitor.post(`${path}columns/`, chosen);
    expect([answer.status, readHtml(await answer.text()).all('[role=alert]')]).toEqual([422, [expect.anything()]]);
    expect((await visitor.get(path)).headers.get('Location')).toBe(`${path}columns/`);
  });

  test('are all in the empty template, which asks nothing', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    const answer = await visitor.get('/fr/desk/clubs.xlsx?template=');
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="clubs.xlsx"');
    const { tables } = await readTables(new Uint8Array(await answer.arrayBuffer()), 2);
    const [first, ...rows] = tables[0]?.records ?? [];
    const header = first?.cells ?? [];
    expect([header.length, header[2], rows]).toEqual([siteFields().length, 'Statut', []]);
    const path = await upload(visitor, `${header.join(';')}\r\nGo;;en pause${';'.repeat(header.length - 3)}\r\n`);
    expect((await visitor.get(path)).status).toBe(200);
  });
});
