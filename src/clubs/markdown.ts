import type { unified, UnifiedProcessorOptions } from '@astrojs/markdown-remark';
import { htmlTagNames } from 'html-tag-names';
import type { Options as SanitizeSchema } from 'rehype-sanitize';
import { withScheme } from './text.ts';
import { plainHtml } from '../lib/html.ts';

/** Number of the rules below. Raise it with every change of them: stored HTML of older rules is rendered again. */
export const MARKDOWN_RULES = 6;

const INTEGER = /^-?\d{1,9}$/;

/** Everything that comes from strangers goes through this list; what is not on it leaves no more than its text. */
const onCards: SanitizeSchema = {
  tagNames: ['p', 'br', 'em', 'strong', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre'],
  attributes: { a: ['href', 'rel'], ol: [['start', INTEGER]], li: [['value', INTEGER]] },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style'],
  clobber: [],
  clobberPrefix: '',
};

const onClubPages: SanitizeSchema = {
  ...onCards,
  tagNames: [...(onCards.tagNames ?? []), 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'],
};

interface HtmlNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

function forEachElement(node: HtmlNode, visit: (element: HtmlNode) => void): void {
  if (node.type === 'element') visit(node);
  node.children?.forEach((child) => forEachElement(child, visit));
}

interface MarkdownNode {
  type: string;
  value?: string;
  position?: { start: { offset?: number } };
  data?: object;
  children?: MarkdownNode[];
}

function forEachParent(node: MarkdownNode, visit: (children: MarkdownNode[], parent: MarkdownNode) => void): void {
  if (!node.children) return;
  visit(node.children, node);
  node.children.forEach((child) => forEachParent(child, visit));
}

/**
 * Keeps the numbers of list items that Markdown would renumber: `1968.` is often followed by `1985.` A list that repeats
 * one number is numbered from there.
 */
function remarkKeepNumbers() {
  return (tree: MarkdownNode, file: { value: unknown }) => {
    const source = String(file.value);
    forEachParent(tree, (items) => {
      const numbers = items.map(({ type, position }) =>
        type === 'listItem' ? parseInt(source.slice(position?.start.offset), 10) : NaN,
      );
      if (new Set(numbers).size === 1) return;
      items.forEach((item, index) => {
        const [previous = NaN, number = NaN] = [numbers[index - 1], numbers[index]];
        if (!Number.isNaN(previous) && number !== previous + 1) item.data = { hProperties: { value: number } };
      });
    });
  };
}

const HTML_TAGS = new Set(htmlTagNames);
const LONGEST_TAG = Math.max(...htmlTagNames.map(({ length }) => length));
const TAG_NAME = new RegExp(`<(?=/?([a-z][^\\s/>]{0,${LONGEST_TAG}}))`, 'gi');

/** Shows tags that HTML does not have as text: `<BDE>` is the name of a club. Word processors write tags with a colon. */
const showUnknownTags = (html: string): string =>
  html.replace(TAG_NAME, (bracket, name: string) =>
    HTML_TAGS.has(name.toLowerCase()) || name.includes(':') ? bracket : '&lt;',
  );

function remarkShowUnknownTags() {
  return (tree: MarkdownNode) =>
    forEachParent(tree, (children, { type }) => {
      const isBlock = ['root', 'blockquote', 'listItem'].includes(type);
      children.forEach((child, index) => {
        if (child.type !== 'html') return;
        child.value = showUnknownTags(child.value ?? '');
        if (isBlock && child.value.startsWith('&lt;')) children[index] = { type: 'paragraph', children: [child] };
      });
    });
}

/** Where a link leads that somebody has written: with a scheme, or obviously to a page. Null for anywhere else. */
const toForeign = (href: unknown): string | null =>
  typeof href !== 'string' ? null : /^(https?:\/\/|mailto:)/i.test(href) ? href : withScheme(href);

/** Links lead away from the site, and say so; one that leads anywhere else becomes plain text. */
const rehypeForeignLinks = () => (tree: HtmlNode) => {
  const visit = (node: HtmlNode): void => {
    if (!node.children) return;
    node.children = node.children.flatMap((child) => {
      visit(child);
      if (child.tagName !== 'a') return [child];
      const href = toForeign(child.properties?.href);
      if (href === null) return child.children ?? [];
      child.properties = { href, rel: ['nofollow', 'ugc', 'noopener'] };
      return [child];
    });
  };
  visit(tree);
};

/** A card has no place for headings: they become emphasized paragraphs. */
const rehypeFlattenHeadings = () => (tree: HtmlNode) =>
  forEachElement(tree, (element) => {
    if (!/^h[1-6]$/.test(element.tagName ?? '')) return;
    element.tagName = 'p';
    element.children = [{ type: 'element', tagName: 'strong', properties: {}, children: element.children ?? [] }];
  });

/** A club's page has its own h1 and h2 above the text: it goes on from h3, whatever it begins with and leaves out. */
const rehypeLowerHeadings = () => (tree: HtmlNode) => {
  /** The levels, as they were written, of the headings that the present place of the text stands under. */
  let above: number[] = [];
  forEachElement(tree, (element) => {
    const written = Number(/^h([1-6])$/.exec(element.tagName ?? '')?.[1]);
    if (!written) return;
    above = [...above.filter((level) => level < written), written];
    element.tagName = `h${Math.min(6, 2 + above.length)}`;
  });
};

type Renderer = Awaited<ReturnType<ReturnType<typeof unified>['createRenderer']>>;
type Plugins = NonNullable<UnifiedProcessorOptions['rehypePlugins']>;

let renderers: Promise<{ card: Renderer; page: Renderer }> | undefined;

/** What renders takes longer to load than all the rest of a command, or of an import: most have nothing for it. */
async function createRenderers() {
  const [{ unified }, { default: rehypeRaw }, { default: rehypeSanitize }] = await Promise.all([
    import('@astrojs/markdown-remark'),
    import('rehype-raw'),
    import('rehype-sanitize'),
  ]);
  const create = (rehypePlugins: Plugins) =>
    unified({
      gfm: false,
      smartypants: false,
      remarkPlugins: [remarkKeepNumbers, remarkShowUnknownTags],
      rehypePlugins,
    }).createRenderer({ syntaxHighlight: false });
  const [card, page] = await Promise.all([
    create([rehypeRaw, rehypeFlattenHeadings, [rehypeSanitize, onCards], rehypeForeignLinks]),
    create([rehypeRaw, [rehypeSanitize, onClubPages], rehypeForeignLinks, rehypeLowerHeadings]),
  ]);
  return { card, page };
}

// The processor gives every heading an id after all plugins; in its output a `<` of a text is never bare.
const withoutHeadingIds = (html: string) => html.replace(/<(h[1-6]) id="[^"]*">/g, '<$1>');

/** What other programs have for an end of a line within a paragraph, as Markdown has it. */
const withLineBreaks = (text: string) => text.replace(/[\v\f\u0085\u2028\u2029]/g, '  \n');

/*
 * Bounds of what is worth the time, since everybody waits for it: the parsers take the square of some things, and a text
 * of full length has thousands of them. Texts that people write have a tenth of that.
 */

/** What a text may have of lines and of marks. */
const MARKS_MOST = 2000;
const MARK = /\r\n?|\n|\*+|_+|`+|[&<>[]|(?:[-+]|\d[.)])(?=\s)/g;

/** Quotes and lists that begin within each other on one line, each of which is looked at for all others. */
const TOO_DEEP = /(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){40}/;

/**
 * Stars, or lines below, in a row with something behind them: a line across the page has nothing else, and may be longer,
 * but is read as often as it has signs, too.
 */
const TOO_LONG_A_ROW = /\*{60}\**(?=[^*\s])|(?<=[^*\s])\*{60}|\*{1000}|_{60}_*(?=[^_\s])|(?<=[^_\s])_{60}|_{1000}/;

/** Shorter rows with something beside them, so many signs of them: each is held against the rows before it. */
const ROW_SIGNS_MOST = 4000;
const ROW = /(?<=[^*\s])\*{4,}|(?<!\*)\*{4,}(?=[^*\s])|(?<=[^_\s])_{4,}|(?<!_)_{4,}(?=[^_\s])/g;

/** Comments and the like: the end of each that is left open is looked for in all that follows. So many signs may be read for them. */
const READ_FOR_ENDS_MOST = 2_000_000;
const OPEN_COMMENT = /<[!?]/g;

/** Brackets within brackets. */
const BRACKETS_DEEP = 10;

function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth += 1;
    else if (character === ']' && depth > 0) depth -= 1;
    if (depth > BRACKETS_DEEP) return true;
  }
  return false;
}

/**
 * HTML has each of these that is left open begin again in every block that follows; of those with attributes any number.
 * So many times may one of them meet a tag.
 */
const MEETINGS_MOST = 60_000;
const OPEN_WITH_ATTRIBUTES = /<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\s/]/gi;
const TAG = /<[a-z]/gi;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const isTooIntricate = (text: string): boolean =>
  TOO_DEEP.test(text) ||
  TOO_LONG_A_ROW.test(text) ||
  hasDeepBrackets(text) ||
  countOf(text, MARK) > MARKS_MOST ||
  (text.match(ROW)?.join('').length ?? 0) > ROW_SIGNS_MOST ||
  countOf(text, OPEN_COMMENT) * text.length > READ_FOR_ENDS_MOST ||
  countOf(text, OPEN_WITH_ATTRIBUTES) * countOf(text, TAG) > MEETINGS_MOST;

/** Of a text so much HTML may come: a link of a few letters is ten times as long. */
const isTooLong = (html: string, text: string): boolean => html.length > 10_000 + 10 * text.length;

/** One line of letters, numbers, and signs that mean nothing to Markdown or HTML where they stand. */
const PROSE = /^(?!\d{1,9}[.)](?: |$))[\p{L}\p{N}][\p{L}\p{M}\p{N} ,.;:?!'’"“”«»()%/–—-]*(?<! )$/u;

async function render(where: 'card' | 'page', text: string): Promise<string> {
  if (text.trim() === '') return '';
  // Four of five texts: the parsers would take a tenth of a millisecond each to say the same.
  if (PROSE.test(text)) return `<p>${text}</p>`;
  // It would keep everybody else waiting for seconds: shown as plain text.
  if (isTooIntricate(text)) return plainHtml(text);
  try {
    const { [where]: renderer } = await (renderers ??= createRenderers());
    const html = withoutHeadingIds((await renderer.render(withLineBreaks(text))).code);
    return isTooLong(html, text) ? plainHtml(text) : html;
  } catch (error) {
    // Thousands of quotes or lists within each other exhaust the stack of any tree walk: shown as plain text.
    if (error instanceof Error && error.message.includes('call stack')) return plainHtml(text);
    throw error;
  }
}

/** A club's texts as safe HTML: the short description for cards, the description for the club's own page. */
export async function renderClubTexts(texts: { shortDescription: string; description: string }) {
  return {
    shortDescriptionHtml: await render('card', texts.shortDescription),
    descriptionHtml: await render('page', texts.description),
  };
}
