import fc from 'fast-check';
import { defaultTreeAdapter, html as namespaces, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test, vi } from 'vitest';
import { CLUB_LIMITS } from '../../../src/clubs/record/field-rules.ts';
import { plainHtml } from '../../../src/lib/html.ts';
import { renderClubTexts } from '../../../src/clubs/record/markdown.ts';
import { ATTACKS, LINK_ATTACKS, mixedAttacks } from '../../support/markdown-attacks.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const renderCard = async (text: string) =>
  (await renderClubTexts({ shortDescription: text, description: '' })).shortDescriptionHtml;
const renderPage = async (text: string) =>
  (await renderClubTexts({ shortDescription: '', description: text })).descriptionHtml;

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('');

const ON_CARDS = ['p', 'br', 'em', 'strong', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre'];
const ON_PAGES = [...ON_CARDS, 'h3', 'h4', 'h5', 'h6', 'hr'];

/** Every element that a browser makes of the HTML, those inside of templates too. */
function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const visit = (node: Node) => {
    if (defaultTreeAdapter.isElementNode(node)) elements.push(node);
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html));
  return elements;
}

function textOf(html: string): string {
  const collect = (node: Node): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(collect).join('') : '';
  return collect(parseFragment(html));
}

const link = (href: string, text: string) => `<p><a href="${href}" rel="nofollow ugc noopener">${text}</a></p>`;
const attributesOf = ({ attrs }: Element) => Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
const linksOf = (html: string) => elementsOf(html).filter(({ tagName }) => tagName === 'a');

/** Everything in rendered HTML that is not allowed. */
function findViolations(html: string, allowedTags: string[]): string[] {
  const issues: string[] = [];
  for (const element of elementsOf(html)) {
    const attributes = attributesOf(element);
    const { href, start, value } = attributes;
    const expected =
      href !== undefined
        ? { href, rel: 'nofollow ugc noopener' }
        : element.tagName === 'ol' && isInteger(start)
          ? { start }
          : element.tagName === 'li' && isInteger(value)
            ? { value }
            : {};
    if (element.namespaceURI !== namespaces.NS.HTML) issues.push(`<${element.tagName}> of ${element.namespaceURI}`);
    if (!allowedTags.includes(element.tagName)) issues.push(`<${element.tagName}>`);
    if (href === undefined && element.tagName === 'a') issues.push('a link that leads nowhere');
    if (href !== undefined && element.tagName !== 'a') issues.push(`href on <${element.tagName}>`);
    if (JSON.stringify(attributes) !== JSON.stringify(expected))
      issues.push(`attributes ${JSON.stringify(attributes)}`);
    if (href !== undefined && !isForeignAddress(href)) issues.push(`link to ${href}`);
  }
  if (/<!|<\?/.test(html)) issues.push('a comment, doctype or instruction');
  // A second reading must find the same: text that becomes an element when it is written and read again is an old trick.
  const again = serialize(parseFragment(html));
  if (serialize(parseFragment(again)) !== again) issues.push('a tree that changes when it is read again');
  return issues;
}

const isInteger = (text: string | undefined): boolean => /^-?\d+$/.test(text ?? '');

/** As a browser reads it on a page of this site. */
function isForeignAddress(href: string): boolean {
  const url = URL.parse(href, 'https://clubs.example.org/club/1/');
  if (!url) return false;
  if (url.protocol === 'mailto:' || /^tel:\+?\d/.test(href)) return true;
  return /^https?:$/.test(url.protocol) && url.host !== 'clubs.example.org';
}

describe.each([
  { where: 'a card', render: renderCard, allowedTags: ON_CARDS },
  { where: "a club's page", render: renderPage, allowedTags: ON_PAGES },
])('The Markdown of $where', ({ render, allowedTags }) => {
  test.each([
    ['nothing', '', ''],
    ['a line break', 'one  \ntwo', '<p>one<br>\ntwo</p>'],
    ['a link to nowhere as its text', '[**one**](affiche.pdf) two', '<p><strong>one</strong> two</p>'],
    ['emphasis', '*one* **two**', '<p><em>one</em> <strong>two</strong></p>'],
    ['a numbered list', '1. one\n2. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
    [
      'a list with gaps',
      '3. one\n4. two\n7. three',
      '<ol start="3">\n<li>one</li>\n<li>two</li>\n<li value="7">three</li>\n</ol>',
    ],
    ['a list that counts down', '2. one\n1. two', '<ol start="2">\n<li>one</li>\n<li value="1">two</li>\n</ol>'],
    ['HTML list numbers', '<ol start="4"><li value="7">one</li></ol>', '<ol start="4"><li value="7">one</li></ol>'],
    ['only integers as list numbers', '<ol start="4x"><li value="1e3">one</li></ol>', '<ol><li>one</li></ol>'],
    ['an unknown tag as text', 'The <BDE> of *Paris*</BDE>', '<p>The &#x3C;BDE> of <em>Paris</em>&#x3C;/BDE></p>'],
    ['an unknown tag inside HTML as text', '<p>one <BDE> <o:p>two</o:p></p>', '<p>one &#x3C;BDE> two</p>'],
    ['a quotation', '> one', '<blockquote>\n<p>one</p>\n</blockquote>'],
    ['code', '`one < two`', '<p><code>one &#x3C; two</code></p>'],
    ['an exclamation mark before a link', 'one![two](tel:+33123)', `<p>one!${link('tel:+33123', 'two').slice(3)}`],
    [
      'a picture as a link',
      '![one][1]\n\n[1]: https://example.org/',
      `<p>!${link('https://example.org/', 'one').slice(3)}`,
    ],
    ['a picture on this site as text', '![one](a.png) ![](https://example.org/)', '<p>!one !</p>'],
    ['an indented text as a paragraph', 'one\n\n    two <b>three</b>', '<p>one</p>\n<p>two three</p>'],
    [
      'footnotes as text',
      'one[^1]\n\n[^1]: two\n[^2]: three four',
      '<p>one[^1]</p>\n<p>[^1]: two</p>\n<p>[^2]: three four</p>',
    ],
    ['a definition without a link', '[one]: https://example.org/', '<p>[one]: https://example.org/</p>'],
    ['HTML that is on the list', '<em>one</em>', '<p><em>one</em></p>'],
  ])('renders %s', async (_, text, html) => {
    expect(await render(text)).toBe(html);
  });

  test('renders a block of code without colours', async () => {
    const html = await render('```js\nlet one = "<two>";\n```');
    expect(findViolations(html, allowedTags)).toEqual([]);
    expect(textOf(html)).toBe('let one = "<two>";\n');
    expect(elementsOf(html).map(({ tagName }) => tagName)).toEqual(['pre', 'code']);
  });

  test.each([
    '[x](https://example.org/a?b=c&d=e#f)',
    '[x](mailto:ski@example.org)',
    '[x](tel:+33123456789)',
    '<tel:+33123456789>',
    '<https://example.org>',
    '<a href="https://example.org">x</a>',
    '[x][1]\n\n[1]: https://example.org',
  ])('marks links to other sites as nofollow: %s', async (text) => {
    const html = await render(text);
    expect(findViolations(html, allowedTags)).toEqual([]);
    expect(linksOf(html).map((link) => attributesOf(link).rel)).toEqual(['nofollow ugc noopener']);
  });

  test.each([
    ['[x](www.example.org/a)', 'https://www.example.org/a'],
    ['<a href="www.example.org">x</a>', 'https://www.example.org'],
  ])('adds https:// to a link without it: %s', async (text, href) => {
    expect(linksOf(await render(text)).map((link) => attributesOf(link).href)).toEqual([href]);
  });

  test.each(LINK_ATTACKS)('does not link to %j', async (href) => {
    const escaped = href.replaceAll('"', '&quot;');
    for (const text of [
      `[look](${href})`,
      `[look](<${href}>)`,
      `[look][1]\n\n[1]: <${href}>`,
      `<a href="${escaped}">look</a>`,
      `<a href='${escaped}'>look</a>`,
      `<A HREF=${escaped}>look</A>`,
    ]) {
      const html = await render(text);
      expect(findViolations(html, allowedTags), text).toEqual([]);
      expect(textOf(html), text).toContain('look');
    }
    // Autolinks know schemes only.
    expect(findViolations(await render(`<${href}>`), allowedTags)).toEqual([]);
  });

  test.each(ATTACKS)('removes all active content from %j', async (text) => {
    expect(findViolations(await render(text), allowedTags)).toEqual([]);
    expect(findViolations(await render(`before ${text} after`), allowedTags)).toEqual([]);
    expect(findViolations(await render(`- > ${text}\n\n**${text}**`), allowedTags)).toEqual([]);
  });

  test('removes all active content from mixed attacks', async () => {
    await fc.assert(
      fc.asyncProperty(mixedAttacks, async (text) => {
        expect(findViolations(await render(text), allowedTags)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  // A leading empty line takes the slow path through the parsers.
  test('renders one line of prose on the fast path as the parsers do', async () => {
    const words = ['a', 'É', 'e\u0301', '中', '12', ' ', '  ', '.', ')', '’', '"', '«', '-', '–'];
    const signs = ['--', '/', ':', '!', '%', 'www.x.org', 'http://x.org', 'a@x.org', '&amp;', '*', '#', '+'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...words) }, fc.constantFrom(...signs)), {
          maxLength: 12,
        }),
        async (parts) => {
          const text = parts.join('');
          expect(await render(text)).toBe(await render(`\n${text}`));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('removes the content of scripts and styles', async () => {
    const html = await render('before <script>alert(1)</script><style>p{}</style> after');
    expect(textOf(html)).not.toMatch(/alert|p\{/);
    expect(textOf(html)).toMatch(/before\s+after/);
  });
});

describe('Headings', () => {
  const SIX = '# one\n\n## two\n\n### three\n\n#### four\n\n##### five\n\n###### six\n\nseven\n=====';

  test('become bold paragraphs on a card', async () => {
    expect(await renderCard('# One *two*\n\nthree')).toBe('<p><strong>One <em>two</em></strong></p>\n<p>three</p>');
    expect(elementsOf(await renderCard(SIX)).map(({ tagName }) => tagName)).toEqual(
      Array.from({ length: 7 }, () => ['p', 'strong']).flat(),
    );
  });

  test('start below the headings of the club page', async () => {
    expect(elementsOf(await renderPage(SIX)).map(({ tagName }) => tagName)).toEqual([
      ...['h3', 'h4', 'h5', 'h6', 'h6', 'h6', 'h3'],
    ]);
  });

  test.each([
    ['a text that begins with the second level', '## one\n\n### two\n\n## three', 'h3 h4 h3'],
    ['levels that are left out', '# one\n\n#### two\n\n###### three\n\n#### four', 'h3 h4 h5 h4'],
    ['headings inside of lists and quotations', '- # one\n\n> ### two\n\n<h5>three</h5>', 'h3 h4 h5'],
  ])('skip no level: %s', async (_, text, levels) => {
    const tags = elementsOf(await renderPage(text)).map(({ tagName }) => tagName);
    expect(tags.filter((tag) => /^h\d$/.test(tag)).join(' ')).toBe(levels);
  });

  test('have no ids', async () => {
    const html = await renderPage('# paginated\n\n# paginated\n\n# a "quoted" <em>one</em> & more\n\n# é 中 🎿\n\n#');
    expect(elementsOf(html).flatMap(({ attrs }) => attrs)).toEqual([]);
  });
});

test('A rule is kept on a page and left out on a card', async () => {
  expect(await renderPage('one\n\n---\n\ntwo')).toBe('<p>one</p>\n<hr>\n<p>two</p>');
  expect(elementsOf(await renderCard('one\n\n---\n\ntwo')).map(({ tagName }) => tagName)).toEqual(['p', 'p']);
});

/** Each of these once took more than a second, or rendered to megabytes. */
test.each([
  ['rows of stars', `${'*'.repeat(9_990)}a${'*'.repeat(9_990)}`],
  ['a line across of stars without end', '*'.repeat(20_000)],
  ['comments, left open', 'a<!--'.repeat(1_600) + 'x'.repeat(12_000)],
  [
    'emphasis with attributes, left open in a table',
    `<table>${repeat(490, (i) => `<em a${i}>x`)}${'<tr>x'.repeat(490)}`,
  ],
  ['emphasis with attributes, left open', `<p>${repeat(330, (i) => `<strong a${i}>`)}${'<p>x'.repeat(330)}`],
  ['pictures within pictures', '!['.repeat(990) + '](b)'.repeat(990)],
])('A text that would take too long is shown as plain text: %s', async (_, text) => {
  expect(await renderPage(text)).toBe(plainHtml(text));
});

test.each([
  ['a line across', `one\n\n${'*'.repeat(90)}\n\ntwo\n\n${'_'.repeat(200)}`],
  ['a loud heading', `${'*'.repeat(20)} **NEWS** ${'*'.repeat(20)}`],
  [
    'comments of a word processor',
    `${'<!--[if gte mso 9]><xml></xml><![endif]-->'.repeat(20)}\n\nWe **play**.`.padEnd(20_000, ' x'),
  ],
])('A usual text is rendered: %s', async (_, text) => {
  expect(await renderPage(text)).not.toBe(plainHtml(text));
});

describe('A text of markup alone', () => {
  const LENGTH = CLUB_LIMITS.description;
  const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
  const UNITS = ['a\n=\n', '*a_ ', '> - ', '- - a\n', '&amp;<!--', '<b><p>', '[a'];

  test.each(UNITS)('of %j renders in bounded time without log output', async (unit) => {
    const logged = vi.spyOn(console, 'error');
    await renderPage('Loads what renders.');
    // CPU time, because other tests run at the same time.
    const before = process.cpuUsage();
    const html = await renderPage(fill(unit));
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(200);
    expect(html).not.toBe('');
    expect(logged).not.toHaveBeenCalled();
  });

  test('is shown as plain text only beyond a thousand marks', async () => {
    expect(await renderPage('*a*\n'.repeat(1000))).not.toContain('<em>');
    expect(await renderPage('- *a* [b](https://example.org)\n'.repeat(200))).toContain('<em>');
  });
});
