import type { unified, UnifiedProcessorOptions } from '@astrojs/markdown-remark';
import { htmlTagNames } from 'html-tag-names';
import type { Options as SanitizeSchema } from 'rehype-sanitize';
import { MARKDOWN, type HtmlName } from './fields.ts';
import { withScheme } from './text.ts';
import { plainHtml } from '../../lib/html.ts';

/** Increment this with every change of the rules below, so that stored HTML is rendered again. */
export const MARKDOWN_RULES = 8;

const INTEGER = /^-?\d{1,9}$/;

/** The HTML that a text may contain. Of other elements, only the text remains. */
const onCards: SanitizeSchema = {
  tagNames: ['p', 'br', 'em', 'strong', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre'],
  attributes: { a: ['href', 'rel'], ol: [['start', INTEGER]], li: [['value', INTEGER]] },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
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
  /** Of a link to a definition, and of the definition. */
  identifier?: string;
  position?: { start: { offset?: number }; end: { offset?: number } };
  data?: object;
  children?: MarkdownNode[];
}

function forEachParent(node: MarkdownNode, visit: (children: MarkdownNode[], parent: MarkdownNode) => void): void {
  if (!node.children) return;
  visit(node.children, node);
  node.children.forEach((child) => forEachParent(child, visit));
}

/** Keeps numbers of list items, such as years, which Markdown would renumber, except in lists that repeat one number. */
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

/** Shows footnotes such as `[^1]` and other definitions that no link uses, which Markdown would drop. */
function remarkShowDefinitions() {
  return (tree: MarkdownNode, file: { value: unknown }) => {
    const used = new Set<string | undefined>();
    forEachParent(tree, (children) => {
      for (const { type, identifier } of children) if (type === 'linkReference') used.add(identifier);
    });
    forEachParent(tree, (children) =>
      children.forEach(({ type, identifier, position }, index) => {
        if (type !== 'definition' || (used.has(identifier) && !identifier?.startsWith('^'))) return;
        const value = String(file.value).slice(position?.start.offset, position?.end.offset);
        children[index] = { type: 'paragraph', children: [{ type: 'text', value }] };
      }),
    );
  };
}

/** Four leading spaces are an indentation of pasted text, and `!` before a link ends a sentence: `Join us![Discord](…)`. */
function remarkNoCodeOrPictures(this: { data: () => object }) {
  Object.assign(this.data(), { micromarkExtensions: [{ disable: { null: ['codeIndented', 'labelStartImage'] } }] });
}

const HTML_TAGS = new Set(htmlTagNames);
const LONGEST_TAG = Math.max(...htmlTagNames.map(({ length }) => length));
const TAG_NAME = new RegExp(`<(?=/?([a-z][^\\s/>]{0,${LONGEST_TAG}}))`, 'gi');

/** Shows tags that do not exist in HTML as text: `<BDE>` may be the name of a club. Word processors write tags with a colon. */
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

/** The address of a link to another site, with a scheme; null for any other link. */
const toForeign = (href: unknown): string | null =>
  typeof href !== 'string' ? null : /^(https?:\/\/|mailto:|tel:\+?\d)/i.test(href) ? href : withScheme(href);

/** Marks links to other sites; other links become plain text. */
const rehypeForeignLinks = () => (tree: HtmlNode) => {
  const visit = (node: HtmlNode): void => {
    if (!node.children) return;
    node.children = node.children.flatMap((child) => {
      visit(child);
      if (child.tagName !== 'a') return [child];
      const href = toForeign(child.properties?.href);
      if (href === null || child.children?.length === 0) return child.children ?? [];
      child.properties = { href, rel: ['nofollow', 'ugc', 'noopener'] };
      return [child];
    });
  };
  visit(tree);
};

/** On a card, headings become bold paragraphs. */
const rehypeFlattenHeadings = () => (tree: HtmlNode) =>
  forEachElement(tree, (element) => {
    if (!/^h[1-6]$/.test(element.tagName ?? '')) return;
    element.tagName = 'p';
    element.children = [{ type: 'element', tagName: 'strong', properties: {}, children: element.children ?? [] }];
  });

/** The page of a club has its own h1 and h2, so the headings of a text start at h3 and skip no level. */
const rehypeLowerHeadings = () => (tree: HtmlNode) => {
  /** The original levels of the headings above the current one. */
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

/** Loading the renderer takes longer than a whole command, and most commands do not need it. */
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
      remarkPlugins: [remarkNoCodeOrPictures, remarkKeepNumbers, remarkShowDefinitions, remarkShowUnknownTags],
      rehypePlugins,
    }).createRenderer({ syntaxHighlight: false });
  const [card, page] = await Promise.all([
    create([rehypeRaw, rehypeFlattenHeadings, [rehypeSanitize, onCards], rehypeForeignLinks]),
    create([rehypeRaw, [rehypeSanitize, onClubPages], rehypeForeignLinks, rehypeLowerHeadings]),
  ]);
  return { card, page };
}

// The processor adds an id to every heading after all plugins. In its output, `<` only starts tags.
const withoutHeadingIds = (html: string) => html.replace(/<(h[1-6]) id="[^"]*">/g, '<$1>');

/* Parsing is quadratic: texts beyond these limits, ten times what real texts have, are shown as plain text. */
const MAX_MARKUP = 1250;
const MARKUP = /[*_`&<>[\]!\n\r]|[-+](?=\s)|\d[.)](?=\s)/g;
const MAX_TAGS = 350;
const TAG = /<[a-z/!?]/gi;
/** Nested quotes and lists on one line. */
const TOO_DEEP = /(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){40}/;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether parsing a text would take too long. */
export const hasTooMuchMarkup = (text: string): boolean =>
  countOf(text, MARKUP) > MAX_MARKUP || countOf(text, TAG) > MAX_TAGS || TOO_DEEP.test(text);

/** A short link becomes ten times as long in HTML. */
const isTooLong = (html: string, text: string): boolean => html.length > 10_000 + 10 * text.length;

/** One line without markup. */
const PROSE = /^(?!\d{1,9}[.)](?: |$))[\p{L}\p{N}][\p{L}\p{M}\p{N} ,.;:?!'’"“”«»()%/–—-]*(?<! )$/u;

async function render(where: 'card' | 'page', text: string): Promise<string> {
  if (text.trim() === '') return '';
  // Four of five texts need no parser.
  if (PROSE.test(text)) return `<p>${text}</p>`;
  if (hasTooMuchMarkup(text)) return plainHtml(text);
  try {
    const { [where]: renderer } = await (renderers ??= createRenderers());
    const html = withoutHeadingIds((await renderer.render(text)).code);
    return isTooLong(html, text) ? plainHtml(text) : html;
  } catch (error) {
    // Deep nesting exhausts the stack.
    if (error instanceof Error && error.message.includes('call stack')) return plainHtml(text);
    throw error;
  }
}

/** The texts of a club with Markdown, by name; a missing one is empty. */
export const markdownTexts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(MARKDOWN.map(({ name }) => [name, (values[name] as string | undefined) ?? '']));

/** A club's texts as safe HTML, by name (`descriptionHtml`). */
export async function renderClubTexts(values: Readonly<Record<string, unknown>>): Promise<Record<HtmlName, string>> {
  const texts = markdownTexts(values);
  const htmls = MARKDOWN.map(async ({ name, html, where }) => [html, await render(where, texts[name] ?? '')] as const);
  return Object.fromEntries(await Promise.all(htmls)) as Record<HtmlName, string>;
}
