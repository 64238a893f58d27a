import { describe, expect, test } from 'vitest';
import { quoteCell } from '../../../src/clubs/csv/issues.ts';
import { readClubs, readRow } from '../../support/club-file.ts';
import type { CsvRow } from '../../support/clubs-csv.ts';

describe('A cell', () => {
  test.each([
    ...['true', 'TRUE', '1', 'yes', 'Yes', 'OUI', 'oui', 'VRAI', 'vrai'].map((cell) => [cell, true] as const),
    ...['false', 'False', '0', 'no', 'NO', 'Non', 'FAUX', 'faux'].map((cell) => [cell, false] as const),
  ])('of is_active may be %s', async (cell, expected) => {
    expect((await readRow(`Chess,,${cell},,,,`)).rows).toMatchObject([{ isActive: expected }]);
  });

  test.each([
    ...['wahr', 'WAHR', 'ja', 'verdadero', 'sí', 'si\u0301', 'si', 'vero', 'verdadeiro', 'prawda', 'tak', 'waar'],
    ...['sim', 'sì', 'Active', 'Actif', 'actif·ve', 'Actif.ve', 'actif(ve)', 'actif-ive', 'actif / active'],
  ])('of is_active may be yes in another language: %s', async (cell) => {
    const { rows, report } = await readRow(`Chess,,${cell},,,,`);
    expect(rows).toMatchObject([{ isActive: true }]);
    expect(report.otherBooleans).toBe(1);
  });

  test.each([
    ...['falsch', 'nein', 'falso', 'fałsz', 'FAŁSZ', 'nie', 'nee', 'não', 'onwaar', 'Inactive', 'Inactif'],
    ...['inactif·ve', 'inactif(ve)', 'inactif/inactive'],
  ])('of is_active may be no in another language: %s', async (cell) => {
    expect((await readRow(`Chess,,${cell},,,,`)).rows).toMatchObject([{ isActive: false }]);
  });

  test.each(['VRAI ', ' true', '\u00a0Faux\u202f', '1\t'])(
    'of is_active may have spaces around it, also such as do not break: %j',
    async (cell) => {
      const { rows, report } = await readRow(`Chess,,"${cell}",,,,`);
      expect(rows).toMatchObject([{ isActive: cell !== '\u00a0Faux\u202f' }]);
      expect(report.otherBooleans).toBe(1);
    },
  );

  test.each(['', ' ', '\u00a0'])('of is_active that is empty is told as such: %j', async (cell) => {
    expect((await readRow(`Chess,,"${cell}",,,,`)).messages).toEqual([
      expect.stringContaining('line 2: is_active must not be empty: it is true or false (or yes or no, '),
    ]);
  });

  test.each(['perhaps', 'tr ue', '2', 'toString', 'x', 'actifs', 'actif·ve ou non', 'activeve'])(
    'of is_active may not be %j',
    async (cell) => {
      const { issues, messages } = await readRow(`Chess,,${cell},,,,`);
      expect(issues).toMatchObject([{ line: 2, column: 'is_active', value: cell, fault: { code: 'status' } }]);
      expect(messages).toEqual([expect.stringContaining('line 2: is_active must be true or false')]);
    },
  );

  test.each([
    ['', { logo: null, foreignLogoUrl: null }],
    ['/logos/a.svg', { logo: '/logos/a.svg', foreignLogoUrl: null }],
    ['HTTPS://example.org/a.svg', { logo: null, foreignLogoUrl: 'HTTPS://example.org/a.svg' }],
  ])('of logo_url may be %j', async (cell, expected) => {
    expect((await readRow(`Chess,,true,,${cell},,`)).rows).toMatchObject([expected]);
  });

  const long = (length: number) => '😀'.repeat(length);
  test.each<[string, CsvRow, string]>([
    ['an empty name', { name: '' }, 'name must not be empty'],
    ['a name of which nothing is seen', { name: '\u200b' }, 'name must not be empty'],
    ['a name of spaces', { name: ' \u00a0\n' }, 'name must not be empty: " \u00a0\\n"'],
    ['a name with a NUL', { name: 'a\0' }, 'name must not contain a NUL character: "a␀"'],
    [
      'a category with a NUL that is too long, too, by what is wrong first',
      { name: 'A', category: `\0${long(1000)}` },
      'category must not contain a NUL character: "␀😀',
    ],
    ...['\n', '\r', '\t', '\u0085', '\u2028', '\u001b'].map((character): [string, CsvRow, string] => [
      `a name with ${JSON.stringify(character)}`,
      { name: `a${character}b` },
      'name must not contain a line break, a tab or a control character: "a',
    ]),
    [
      'a description with a NUL',
      { name: 'A', description: '\0' },
      'description must not contain a NUL character: "␀" (club "A")',
    ],
    [
      'a website that is a script',
      { name: 'A', website: 'javascript:alert(1)' },
      'website must be empty or an address that begins with http:// or https://: "javascript:alert(1)" (club "A")',
    ],
    [
      'a website with a space inside',
      { name: 'A', website: ' https://example .org' },
      'website has a space inside, and an address has none: " https://example .org" (club "A")',
    ],
    ...['-', 'N/A', '@club'].map((website): [string, CsvRow, string] => [
      `a website that is ${website}`,
      { name: 'A', website },
      `website must be empty or an address that begins with http:// or https://: "${website}" (club "A")`,
    ]),
    ...['http://https://example.org', 'HTTPS://http//example.org', 'http://xn--https-he5x//www.example.org/x/'].map(
      (website): [string, CsvRow, string] => [
        `a website with two schemes, ${website}`,
        { name: 'A', website },
        `website has two schemes: write one, as in https://www.example.org: "${website}" (club "A")`,
      ],
    ),
    [
      'two websites',
      { name: 'A', website: 'https://a.example https://b.example' },
      'website has a space inside, and an address has none: "https://a.example https://b.example" (club "A")',
    ],
    [
      'a link with two schemes',
      { name: 'A', links: 'Forum http://https://example.org' },
      'links must have in each line a name, a space and an address that begins with http:// or https://',
    ],
    [
      'a website with a space in it',
      { name: 'A', website: 'www.ex ample.org' },
      'website has a space inside, and an address has none: "www.ex ample.org" (club "A")',
    ],
    [
      'a logo of a site without a scheme',
      { name: 'A', logo_url: '//example.org/a.svg' },
      'logo_url must be empty, an address on this site that begins with /, or one that begins with http:// or https://: "//example.org/a.svg" (club "A")',
    ],
    [
      'a contact that is neither an address of a person nor of a page',
      { name: 'A', contact: 'ask Bob' },
      'contact must be empty, an e-mail address, or an address that begins with http:// or https://: "ask Bob" (club "A")',
    ],
    [
      'a link without its address, in which line',
      { name: 'A', links: 'Discord https://discord.gg/go\r\n\r\nInstagram go' },
      'links must have in each line a name, a space and an address that begins with http:// or https://, or the address alone (in its line 3): "Discord',
    ],
    [
      'a link whose address gives it no name, in which line',
      { name: 'A', links: 'https://discord.gg/go\nhttps://-/' },
      'links must have in each line a name, a space and an address that begins with http:// or https://, or the address alone (in its line 2): "',
    ],
    ['links with a NUL', { name: 'A', links: '\0' }, 'links must not contain a NUL character: "␀" (club "A")'],
    [
      'too many links',
      { name: 'A', links: Array.from({ length: 21 }, (_, index) => `https://example.org/${index}`).join('\n') },
      'links must have at most 20 links: "',
    ],
    [
      'a date that can be two',
      { name: 'A', confirmed_on: '05/06/2024' },
      'confirmed_on could be two days: give the column the format of texts, and write 2026-05-17: year, month, day: "05/06/2024" (club "A")',
    ],
    [
      'a date that is none',
      { name: 'A', confirmed_on: '17 mai' },
      'confirmed_on must be empty or a date in the form 2026-05-17: year, month, day: "17 mai" (club "A")',
    ],
    [
      'the number of a date',
      { name: 'A', confirmed_on: '45429' },
      'confirmed_on is the number that a spreadsheet has for a day: give the column the format of texts, and write 2026-05-17',
    ],
    [
      'a date with a short year',
      { name: 'A', confirmed_on: '17/05/24' },
      'confirmed_on has a year of two digits: give the column the format of texts, and write 2026-05-17',
    ],
    [
      'a date in the future',
      { name: 'A', confirmed_on: '2999-01-01' },
      'confirmed_on is later than tomorrow, and nobody can have confirmed it then: "2999-01-01" (club "A")',
    ],
  ])('that breaks a rule is named: %s', async (_, row, expected) => {
    expect((await readClubs(row)).messages).toEqual([expect.stringContaining(`line 2: ${expected}`)]);
  });

  test('of website gets the https:// that it lacks, and is counted', async () => {
    const { messages, rows, report } = await readClubs(
      { name: 'A', website: 'www.example.org' },
      { name: 'B', website: ' example.org/club ' },
      { name: 'C', website: 'https://bäckerei.example/straße' },
      { name: 'D', website: 'https://web.archive.org/web/2020/https://example.org' },
    );
    expect(messages).toEqual([]);
    expect(rows.map(({ website }) => website)).toEqual([
      'https://www.example.org',
      'https://example.org/club',
      'https://bäckerei.example/straße',
      'https://web.archive.org/web/2020/https://example.org',
    ]);
    expect(report.completedWebsites).toBe(2);
  });

  test('has a contact as people write it, with a name before it and a full stop behind it', async () => {
    const { messages, rows } = await readClubs({ name: 'A', contact: 'Béa <bea@example.org>.' });
    expect(messages).toEqual([]);
    expect(rows[0]).toMatchObject({ contact: 'bea@example.org' });
  });

  test('is named with every line of its links that does not fit', async () => {
    const { messages } = await readClubs({ name: 'A', links: 'Discord\nhttps://discord.gg/go\n@go' });
    expect(messages).toEqual([
      expect.stringMatching(/links must have in each line .* \(in its line 1\)/),
      expect.stringMatching(/links must have the address of a page .* \(in its line 3\)/),
    ]);
  });

  const days = (...cells: string[]) =>
    readClubs(...cells.map((cell, index) => ({ name: `Club ${index}`, confirmed_on: cell })));

  test.each([
    ['17/05/2024', '05/06/2024', '2024-06-05'],
    ['05/17/2024', '05/06/2024', '2024-05-06'],
  ])('is a day by the order that others of its column have: %s, %s', async (telling, cell, day) => {
    for (const cells of [
      [telling, cell, '', '2024-01-02'],
      [cell, '2024-01-02', telling, cell],
    ]) {
      const { messages, rows } = await days(...cells);
      expect(messages).toEqual([]);
      const read = rows.filter(({ name }) => cells[Number(name.slice(-1))] === cell);
      expect(read.map(({ confirmedOn }) => confirmedOn)).toEqual(read.map(() => day));
      expect(rows).toHaveLength(4);
    }
  });

  test('is not guessed where others of its column say both, or one says the opposite of it', async () => {
    expect((await days('17/05/2024', '05/17/2024')).messages).toEqual([]);
    expect((await days('17/05/2024', '05/17/2024', '05/06/2024')).messages).toEqual([
      expect.stringContaining('line 4: confirmed_on could be two days'),
    ]);
    expect((await days('17/05/2024', '05/06/2024', '05/17/2024')).messages).toEqual([
      expect.stringContaining('line 4: confirmed_on has the month first, and that of line 2 has not: give the column'),
    ]);
  });

  test('is refused at the end when no other says what its day is, however many there are', async () => {
    const { messages } = await days(...Array.from({ length: 1002 }, () => '05/06/2024'));
    expect(messages).toHaveLength(1002);
  });

  test.each<[keyof CsvRow, string, number]>([
    ['name', long(256), 255],
    ['short_description', long(1001), 1000],
    ['description', long(20_001), 20_000],
    ['category', long(1001), 1000],
    ['parent_name', long(256), 255],
    ['website', `https://example.org/${'x'.repeat(1981)}`, 2000],
    ['logo_url', `https://example.org/${'x'.repeat(1981)}`, 2000],
    ['contact', `https://example.org/${'x'.repeat(1981)}`, 2000],
  ])('of %s that is too long is named with the limit and its length', async (column, value, limit) => {
    const { issues, messages } = await readClubs({ name: 'A', [column]: value });
    expect(issues).toMatchObject([{ line: 2, column, fault: { code: 'tooLong', limit, length: limit + 1 } }]);
    expect(messages[0]).toContain(
      `${column} must have at most ${limit} characters, and has ${(limit + 1).toLocaleString('en')}: "`,
    );
    expect(messages[0]?.length).toBeLessThan(250);
  });

  const ERRORS = [
    ...['#NAME?', '#REF!', '#VALUE!', '#N/A', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '####', '##########'],
    ...['#NOM?', '#VALEUR!', '#NUL!', '#NOMBRE!', ' #nom? ', '\u00a0#REF!'],
    ...['#BEZUG!', '#WERT!', '#ZAHL!', '#NV', '#¡REF!', '#¡VALOR!', '#¿NOMBRE?', '#¡DIV/0!', '#¡NUM!', 'Err:508'],
    ...['#NOM ?', '#VALEUR\u00a0!', '#NOMBRE\u202f!', '#ERROR!', 'Loading...', '#PROPAGATION!', '#CHAMP!', '#INCONNU!'],
    ...['#CALC!', '#FIELD!', '#UNKNOWN!', '#BLOCKED!'],
  ];
  test.each(ERRORS)('that is an error of a spreadsheet is warned about in every column: %s', async (error) => {
    const ERROR = 'is an error of a spreadsheet, not a text: is it meant?';
    const { messages, rows } = await readClubs({
      name: error,
      short_description: error,
      parent_name: error,
      category: error,
      description: error,
    });
    expect(messages).toEqual(
      ['name', 'short_description', 'parent_name', 'category', 'description'].map(
        (column) => expect.stringContaining(`line 2: ${column} ${ERROR}: "`) as string,
      ),
    );
    expect(rows).toHaveLength(1);

    const bad = await readClubs({ name: 'A', is_active: error, website: error, logo_url: error, id: error });
    expect(bad.messages).toEqual(
      ['is_active', 'logo_url', 'website', 'id'].map(
        () => expect.stringMatching(/ must .* \(it is an error of a spreadsheet\): "/) as string,
      ),
    );
  });

  test.each([
    ['Ã©checs', 'Ã©', 'é'],
    ['ThÃ©Ã¢tre', 'Ã©', 'é'],
    ['Ã\u00a0 table', 'Ã\u00a0', 'à'],
    ['Ã‰COLE', 'Ã‰', 'É'],
    ['lâ€™atelier', 'â€™', '’'],
    ['Å“uvre', 'Å“', 'œ'],
    ['20 Â°C', 'Â°', '°'],
    ['ðŸŽ² games', 'ðŸŽ²', '🎲'],
  ])('with letters that were read in a wrong encoding is warned about: %j', async (text, shown, meant) => {
    const { messages, rows } = await readClubs({ name: 'Go' }, { name: text, description: `a\nb ${text}` });
    const problem = `has ${JSON.stringify(shown)} in it, perhaps for "${meant}": was the text opened in a wrong encoding, not as UTF-8?: "`;
    expect(messages).toEqual([
      expect.stringContaining(`line 3: name ${problem}`),
      expect.stringContaining(`line 3: description ${problem}`),
    ]);
    expect(rows).toHaveLength(2);
  });

  test('with an HTML entity is kept to the letter, with a warning', async () => {
    const { messages, rows } = await readClubs({
      name: 'Athletics &amp; Cross Country',
      short_description: 'We&#39;re fast &amp; fun &quot;really&quot;',
      category: 'Music&#x2c; Arts',
      description: '# R&eacute;union',
    });
    expect(messages).toEqual([
      'line 2: name contains the HTML entity "&amp;": write "&" if that is what you mean: "Athletics &amp; Cross Country"',
      expect.stringContaining('line 2: short_description contains the HTML entity "&#39;": write "\'"'),
      expect.stringContaining('line 2: category contains the HTML entity "&#x2c;": write ","'),
      expect.stringContaining('line 2: description contains the HTML entity "&eacute;": write "é"'),
    ]);
    expect(rows).toMatchObject([{ name: 'Athletics &amp; Cross Country', category: 'Music&#x2c; Arts' }]);
  });

  test.each(['R&D', 'R&D; Other', 'Arts&Crafts; Music', 'a &b c; d', '&#0;', '&#x110000;', '&;'])(
    'with an ampersand is a text like any other: %j',
    async (category) => {
      expect((await readClubs({ name: 'A', category })).messages).toEqual([]);
    },
  );

  test('with signs for lost letters is warned about', async () => {
    const { messages, rows } = await readClubs({ name: 'Th\ufffd\ufffdtre', category: 'x\ufffd' });
    const problem = 'has "\ufffd" in it, the sign for a letter that was lost in a wrong encoding: "';
    expect(messages).toEqual([
      expect.stringContaining(`line 2: name ${problem}`),
      expect.stringContaining(`line 2: category ${problem}`),
    ]);
    expect(rows).toHaveLength(1);
  });

  test.each(['Âge', 'IRMÃ', 'SÃO PAULO', '«CAFÉ»', 'L’ÉTÉ…', 'CRIANÇÃ…', 'Å “x”', 'â €', 'Łódź'])(
    'with rare letters is a text like any other: %j',
    async (text) => {
      expect((await readClubs({ name: 'A', short_description: text })).messages).toEqual([]);
    },
  );

  test.each(['#', '## Rooms', '#REF! and more', '#chess', 'N/A', '##'])(
    'that only looks like an error of a spreadsheet is a text: %s',
    async (text) => {
      expect((await readClubs({ name: 'A', short_description: text })).messages).toEqual([]);
    },
  );

  test('is quoted in a message without what could disturb a terminal', async () => {
    const { messages } = await readClubs({ name: `\u202e"${'x'.repeat(200)}`, website: '\u001b[31m\u202e"\nx' });
    expect(messages).toEqual([
      String.raw`line 2: website must be empty or an address that begins with http:// or https://: "\u001b[31m\u{202e}\"\nx" (club "\u{202e}\"` +
        `${'x'.repeat(77)}…")`,
    ]);
  });

  test.each([
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), `${'x'.repeat(79)}…`],
    ['😀'.repeat(80), '😀'.repeat(80)],
    ['😀'.repeat(300), `${'😀'.repeat(79)}…`],
  ])('is quoted up to 80 characters, each of them whole: %s', (text, shown) => {
    expect(quoteCell(text)).toBe(`"${shown}"`);
  });
});

test('Everything that is wrong is reported at once, by line', async () => {
  const { rows, issues } = await readClubs(
    { name: 'A', is_active: 'x', website: 'y' },
    { name: 'B', category: 'two\nlines' },
    { name: 'C', logo_url: 'z' },
  );
  expect(rows.map(({ name }) => name)).toEqual(['B']);
  expect(issues.map(({ line, column }) => [line, column])).toEqual([
    [2, 'is_active'],
    [2, 'website'],
    [5, 'logo_url'],
  ]);
});

test('A name is trimmed and brought to NFC, and so is the name of a parent; both are counted', async () => {
  const { rows, report } = await readClubs(
    { name: 'Plain' },
    { name: ' Both e\u0301 ', parent_name: 'Plain' },
    { name: 'NFC e\u0301', parent_name: '\u00a0Plain' },
    { name: 'Trimmed\ufeff\n', parent_name: 'NFC e\u0301' },
  );
  expect(rows.map(({ name, parentName }) => [name, parentName])).toEqual([
    ['Plain', ''],
    ['Both é', 'Plain'],
    ['NFC é', 'Plain'],
    ['Trimmed', 'NFC é'],
  ]);
  expect(report.normalised).toMatchObject({ names: { trimmed: 2, toNfc: 2 }, parentNames: { trimmed: 1, toNfc: 1 } });
});
