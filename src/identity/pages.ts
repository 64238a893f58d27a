import type { RehypePlugins } from '@astrojs/markdown-remark';
import * as v from 'valibot';
import { ExpectedError } from '../lib/errors.ts';
import { LOCALES, type Locale } from '../messages/locales.ts';
import { siteLanguages } from '../site-settings.ts';
import { HOME_PAGE, PAGES_FOLDER } from './files.ts';
import { siteContent, type SiteContent, type SitePage } from './site.ts';

/* The Markdown library is loaded when it is needed: most processes serve the pages of the build. */

const heading = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
const FrontmatterSchema = v.strictObject({ title: heading, description: v.optional(heading) });

/** The parts of the source of a page. Throws `ExpectedError`. */
export async function parsePage({ name, locale, source }: Pick<SitePage, 'name' | 'locale' | 'source'>) {
  const { parseFrontmatter } = await import('@astrojs/markdown-remark');
  try {
    const { frontmatter, content } = parseFrontmatter(source);
    return { ...v.parse(FrontmatterSchema, frontmatter), text: content };
  } catch (error) {
    const where = v.isValiError(error) ? `${v.getDotPath(error.issues[0])}: ` : '';
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExpectedError(`${PAGES_FOLDER}/${name}.${locale}.md: ${where}${reason}.`);
  }
}

/** Throws `ExpectedError` for a page without a title, or with other errors in its YAML. */
export async function checkPages({ pages }: Pick<SiteContent, 'pages'>): Promise<void> {
  await Promise.all(pages.map(parsePage));
}

/** A page for a reader, in `locale` if possible, else in the default or another language. */
export async function loadPage(name: string, locale: Locale) {
  const found = siteContent().pages.filter((page) => page.name === name);
  const page = [locale, ...siteLanguages(), ...LOCALES]
    .map((language) => found.find((one) => one.locale === language))
    .find((one) => one !== undefined);
  if (!page) throw new Error(`The site has no page ${name}.`);
  return { ...(await renderPage(page)), name, textLocale: page.locale };
}

/** The title, description and HTML of a page. */
export async function renderPage(page: SitePage) {
  const { unified } = await import('@astrojs/markdown-remark');
  const rehypePlugins = page.hasAnyHtml ? [] : await loadSanitizing();
  const renderer = await unified({ rehypePlugins }).createRenderer({ syntaxHighlight: false });
  const { title, description, text } = await parsePage(page);
  return { title, description, html: (await renderer.render(text)).code };
}

/** Allows the HTML that GitHub allows. */
async function loadSanitizing(): Promise<RehypePlugins> {
  const [{ default: rehypeRaw }, { default: rehypeSanitize, defaultSchema }] = await Promise.all([
    import('rehype-raw'),
    import('rehype-sanitize'),
  ]);
  return [rehypeRaw, [rehypeSanitize, { ...defaultSchema, clobberPrefix: '' }]];
}

export type LoadedPage = Awaited<ReturnType<typeof loadPage>>;

/** The names of all pages except the home page. */
export const pageNames = (): string[] => [
  ...new Set(siteContent().pages.flatMap(({ name }) => (name === HOME_PAGE ? [] : name))),
];

/** The beginnings of a placeholder in the default pages. */
const PLACEHOLDERS = ['[To fill in', '[À compléter', '[Bitte ergänzen'];

/** Whether a page in a language of the site has placeholders. */
export const isUnfilled = ({ source, locale }: SitePage): boolean =>
  siteLanguages().includes(locale) && PLACEHOLDERS.some((start) => source.includes(start));
