import { describe, expect, test } from 'vitest';
import { ALL_CLUBS, API_PAGE_SIZE, readClubApiSearch, readClubId, readClubListSearch } from '../../src/clubs/search.ts';
import { ACTIVE_CLUBS } from '../../src/clubs/directory/name-index.ts';

const read = (query: string) => readClubListSearch(new URLSearchParams(query));
const readWith = (params: Record<string, string>) => readClubListSearch(new URLSearchParams(params));

/** A character outside the BMP: two UTF-16 units. */
const ASTRAL = '𝒞';

describe('The search of the list page', () => {
  describe('binds the form by the presence of its fields', () => {
    const unbound = { name: '', clubStatus: 'true', errors: {} };
    const onlyActive = { ...ACTIVE_CLUBS, parentId: null };
    const everyClub = { ...onlyActive, isActive: null };

    test.each([
      { what: 'no parameter', query: '', form: unbound, filter: onlyActive },
      { what: 'a page only', query: 'page=2&page_size=24', form: unbound, filter: onlyActive },
      { what: 'an unknown parameter', query: 'utm_source=poster&NAME=ski', form: unbound, filter: onlyActive },
      {
        what: 'a name only',
        query: 'name=ski',
        form: { name: 'ski', clubStatus: '', errors: {} },
        filter: { ...everyClub, name: 'ski' },
      },
      {
        what: 'a status only',
        query: 'club_status=false',
        form: { name: '', clubStatus: 'false', errors: {} },
        filter: { ...everyClub, isActive: false },
      },
      {
        what: 'both fields empty',
        query: 'name=&club_status=',
        form: { name: '', clubStatus: '', errors: {} },
        filter: everyClub,
      },
      {
        what: 'both fields with a page',
        query: 'page=3&club_status=true&name=ski',
        form: { name: 'ski', clubStatus: 'true', errors: {} },
        filter: { ...onlyActive, name: 'ski' },
      },
    ])('with $what: $query', ({ query, form, filter }) => {
      const search = read(query);
      expect(search.form).toEqual(form);
      expect(search.filter).toEqual(filter);
    });
  });

  describe('reads categories', () => {
    test.each([
      ['category=Music', ['music']],
      ['category=sport&category=Th%C3%A9%C3%A2tre&category=SPORT', ['sport', 'theatre']],
      ['category=&category=%20', []],
      ['category=%20Plein%20air%20', ['plein air']],
      ['category=a%00b', ['a\ufffdb']],
    ])('of %s', (query, categories) => {
      const { filter, request } = read(query);
      expect(filter?.categories).toEqual(categories);
      expect(filter?.isActive).toBe(true);
      expect(request.params).toEqual(categories.map((category) => ['category', category]));
    });

    test('up to a length that keeps links short', () => {
      const { request, filter } = read(new URLSearchParams({ category: 'ﷺ'.repeat(800) }).toString());
      expect(request.query.length).toBeLessThan(1000);
      expect(read(request.query).filter).toEqual(filter);
    });

    test('up to ten, between the status and the page size', () => {
      const many = Array.from({ length: 12 }, (_, index) => `category=c${index}`).join('&');
      expect(read(many).filter?.categories).toHaveLength(10);
      expect(read('page_size=24&category=b&club_status=&category=a&name=x').request.query).toBe(
        'name=x&club_status=&category=a&category=b&page_size=24',
      );
    });
  });

  describe('reads the status', () => {
    test.each([
      ['true', true],
      ['True', true],
      ['TRUE', true],
      ['1', true],
      ['false', false],
      ['False', false],
      ['FALSE', false],
      ['0', false],
      ['', null],
    ])('%j as %j', (text, isActive) => {
      const { form, filter } = readWith({ club_status: text });
      expect(filter?.isActive).toBe(isActive);
      expect(form.clubStatus).toBe(isActive === null ? '' : String(isActive));
    });

    test.each(['yes', '2', ' true', 'ｔｒｕｅ'])('and refuses %j', (text) => {
      const { form, filter } = readWith({ name: 'ski', club_status: text });
      expect(filter).toBeNull();
      expect(form).toMatchObject({ name: 'ski', clubStatus: null });
      expect(Object.keys(form.errors)).toEqual(['clubStatus']);
    });
  });

  describe('reads the name', () => {
    test.each([
      { what: 'without surrounding spaces', text: ' \t ski\n\u00a0\u3000', name: 'ski' },
      { what: 'with inner spaces', text: 'ski  and snow', name: 'ski  and snow' },
      { what: 'in NFC', text: 'E\u0301checs', name: 'Échecs' },
      { what: 'of invisible characters as empty', text: '\u200b \u00ad', name: '' },
      { what: 'without surrounding zero-width characters', text: '\u200b ski\u200bclub \ufeff', name: 'ski\u200bclub' },
      { what: 'with wildcards as characters', text: '100%_\\', name: '100%_\\' },
      { what: 'of 255 letters that take two units each', text: ASTRAL.repeat(255), name: ASTRAL.repeat(255) },
      { what: 'of 510 characters that are 255 in NFC', text: 'e\u0301'.repeat(255), name: 'é'.repeat(255) },
    ])('$what', ({ text, name }) => {
      const search = readWith({ name: text });
      expect(search.filter?.name).toBe(name);
      expect(search.form).toMatchObject({ name, errors: {} });
    });

    test.each([
      { what: '256 letters that take two units each', text: ASTRAL.repeat(256) },
      { what: '128 letters that are 256 in NFC', text: '\u0958'.repeat(128) },
      { what: 'a NUL', text: 'ski\0' },
    ])('and refuses $what', ({ text }) => {
      const { form, filter } = readWith({ name: text, club_status: 'true' });
      expect(filter).toBeNull();
      expect(form).toMatchObject({ name: text, clubStatus: 'true' });
      expect(Object.keys(form.errors)).toEqual(['name']);
    });
  });

  test('reports an error for each field', () => {
    const { form } = readWith({ name: 'ski\0', club_status: 'maybe' });
    expect(form.errors).toEqual({ name: 'nul', clubStatus: 'unknown' });
    expect(readWith({ name: 'x'.repeat(256) }).form.errors).toEqual({ name: 'tooLong' });
  });

  test.each([
    ['name=ski&name=chess', { name: 'chess' }],
    ['name=ski&name=', { name: '' }],
    ['club_status=true&club_status=false', { isActive: false }],
    ['club_status=maybe&club_status=true', { isActive: true }],
    ['club_status=true&club_status=', { isActive: null }],
  ])('takes the last value of a repeated field: %s', (query, expected) => {
    expect(read(query).filter).toMatchObject(expected);
  });

  test('takes the last value even when only an earlier one is valid', () => {
    expect(read('club_status=true&club_status=maybe').filter).toBeNull();
    expect(read('page=2&page=x').page).toBeNull();
    expect(read('page_size=24&page_size=x').pageSize).toBeNull();
  });

  describe('reads the page', () => {
    test.each([
      ['1', 1],
      ['2', 2],
      ['1000', 1000],
      ['last', 'last'],
    ])('%j as %j', (text, page) => {
      expect(readWith({ page: text }).page).toBe(page);
    });

    test('as 1 by default', () => {
      expect(read('').page).toBe(1);
    });

    test.each([...['', '0', '-1', '+1', '1.5', '1e3', '0x1', ' 1', '1\n', '١', 'first', 'NaN', '1\0', "1'--"]])(
      'and refuses %j',
      (text) => {
        expect(readWith({ page: text }).page).toBeNull();
      },
    );

    test.each([15, 17, 400])('as a safe large integer when it has %i digits', (length) => {
      const { page } = readWith({ page: '9'.repeat(length) });
      expect(page).toBeGreaterThan(1e14);
      expect(Number.isSafeInteger(page)).toBe(true);
    });
  });

  describe('reads the page size', () => {
    test.each([
      ['1', 1],
      ['24', 24],
      ['100', 100],
    ])('%j as %j', (text, size) => {
      expect(readWith({ page_size: text }).pageSize).toBe(size);
    });

    test.each(['', '0', '-1', '101', '2.5', ' 24', '9'.repeat(400)])('and ignores %j', (text) => {
      const search = readWith({ page_size: text });
      expect(search).toMatchObject({ pageSize: null, page: 1, request: { params: [] } });
    });
  });

  describe('keeps for pagination links', () => {
    test.each([
      ['', []],
      ['page=7', []],
      ['utm_source=poster&name=ski', [['name', 'ski']]],
      ['name=', [['name', '']]],
      ['club_status=1', [['club_status', 'true']]],
      ['club_status=FALSE', [['club_status', 'false']]],
      ['name=+ski+', [['name', 'ski']]],
      ['name=ski&name=chess', [['name', 'chess']]],
      ['page_size=500', []],
      [
        'page=2&page_size=24&x=1&club_status=true&name=ski',
        [
          ['name', 'ski'],
          ['club_status', 'true'],
          ['page_size', '24'],
        ],
      ],
    ])('of %j: %j', (query, params) => {
      expect(read(query).request.params).toEqual(params);
    });

    test('no invalid field', () => {
      expect(read('name=%00&club_status=true').request.params).toEqual([['club_status', 'true']]);
      expect(read('name=ski&club_status=maybe').request.params).toEqual([['name', 'ski']]);
    });
  });
});

describe('The search of the API', () => {
  const readApi = (query: string) => readClubApiSearch(new URLSearchParams(query));
  const readFilter = (query: string) => readApi(query).value?.filter;

  test('has no filter by default', () => {
    expect(readApi('')).toEqual({
      value: {
        filter: { ...ALL_CLUBS, parentId: null },
        page: 1,
        pageSize: API_PAGE_SIZE,
        request: { params: [], query: '' },
      },
    });
    expect(API_PAGE_SIZE).toBe(50);
  });

  test.each([
    ['search=%20ski%20', { name: 'ski' }],
    ['search=E%CC%81checs', { name: 'Échecs' }],
    ['search=', { name: '' }],
    ['is_active=true', { isActive: true }],
    ['is_active=False', { isActive: false }],
    ['parent_id=7', { parentId: 7 }],
    ['exclude_ids=1&exclude_ids=2', { excludeIds: [1, 2] }],
    ['category=Sport&category=%C3%89checs', { categories: ['echecs', 'sport'] }],
    ['search=ski&search=chess', { name: 'chess' }],
    ['is_active=x&is_active=true', { isActive: true }],
    ['name=ski&club_status=true', { name: '', isActive: null }],
  ])('reads %s', (query, expected) => {
    expect(readFilter(query)).toMatchObject(expected);
  });

  test.each(['0', '-7', '2147483648', '9'.repeat(400)])('treats the id %s as an unknown club', (id) => {
    const noClub = expect.toSatisfy((value: number) => Number.isInteger(value) && value < 1) as number;
    expect(readFilter(`parent_id=${id}`)?.parentId).toEqual(noClub);
    expect(readFilter(`exclude_ids=${id}`)?.excludeIds).toEqual([noClub]);
  });

  test.each([
    ['page=3', { page: 3, pageSize: 50 }],
    ['page_size=1', { page: 1, pageSize: 1 }],
    ['page_size=200&page=2', { page: 2, pageSize: 200 }],
  ])('reads %s', (query, expected) => {
    expect(readApi(query).value).toMatchObject(expected);
  });

  test.each([
    ['search', ['a'.repeat(256), ASTRAL.repeat(256), 'ski\0']],
    ['is_active', ['', '1', '0', 'yes', 'null', ' true']],
    ['parent_id', ['', 'none', '1.5', '1e3', ' 1', '١', '0x1']],
    ['exclude_ids', ['', 'x', '1,2', '1.5']],
    ['page', ['', '0', '-1', '1e3', '1.5', ' 1', '١', 'last', 'x']],
    ['page_size', ['', '0', '-1', '201', '1e1', ' 50', 'all', '9'.repeat(400)]],
  ])('reports an invalid %s', (field, texts) => {
    for (const text of texts) {
      const { issues } = readApi(String(new URLSearchParams({ [field]: text })));
      expect(issues, text).toEqual([{ field, message: expect.any(String) as string }]);
    }
  });

  test('reports every invalid parameter', () => {
    const { value, issues } = readApi('search=%00&is_active=x&parent_id=x&exclude_ids=x&page=x&page_size=x&other=x');
    expect(value).toBeUndefined();
    expect(issues?.map(({ field }) => field).sort()).toEqual([
      ...['exclude_ids', 'is_active', 'page', 'page_size', 'parent_id', 'search'],
    ]);
  });

  test('keeps known parameters except the page for its links', () => {
    const query = 'page=2&page_size=10&utm=x&exclude_ids=4&exclude_ids=5&parent_id=3&is_active=TRUE&search=%20ski';
    expect(readApi(query).value?.request.params).toEqual([
      ['search', 'ski'],
      ['is_active', 'true'],
      ['parent_id', '3'],
      ['exclude_ids', '4'],
      ['exclude_ids', '5'],
      ['page_size', '10'],
    ]);
  });
});

describe('The id of a club in an address', () => {
  test.each([
    ['1', 1],
    ['2147483647', 2_147_483_647],
  ])('%j is %j', (text, id) => {
    expect(readClubId(text)).toBe(id);
  });

  test.each([undefined, '', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '١', '2147483648', '9'.repeat(400), 'ski'])(
    '%j is none',
    (text) => {
      expect(readClubId(text)).toBeNull();
    },
  );
});
