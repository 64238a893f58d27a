import { hash } from 'node:crypto';
import * as v from 'valibot';
import { isLocale } from '../messages/locales.ts';
import { paths } from '../paths.ts';
import { settings as processSettings } from '../settings.ts';
import { withMain } from '../site-settings.ts';
import { ASSOCIATION_PAGE, HOME_PAGE } from './files.ts';
import type { SiteEntry } from './entries.ts';
import type { SiteContent, SiteFile, SitePage } from './site.ts';
import { siteFileSchema, type Colours } from './site-file.ts';

/** What SITE_DIR contains. */
export interface SiteFolder {
  /** The JSON of `site.json`, which is valid. */
  settings: Readonly<Record<string, unknown>>;
  pages: readonly SitePage[];
  mark: string;
  files: readonly SiteFile[];
  colours: Colours;
}

/** The content of the site: what the board saved, and for the rest SITE_DIR. Ignores saved settings that are not valid. */
export function createContent(folder: SiteFolder, entries: readonly SiteEntry[] = []): SiteContent {
  const { files, colours } = folder;
  const saved = entries.filter(({ kind }) => kind === 'setting');
  let settings = folder.settings;
  const schema = siteFileSchema(colours);
  for (const { name, value } of saved) {
    const { [name]: _before, ...others } = settings;
    const given = JSON.parse(value) as unknown;
    // The board removed an optional setting.
    const changed = given === null ? others : { ...others, [name]: given };
    if (v.is(schema, changed)) settings = changed;
  }
  const identity = v.parse(schema, settings);
  const { accent, accent_dark: dark } = identity;
  const { clubContact, defaultLocale } = processSettings();
  const isChosen = settings.languages !== folder.settings.languages;
  const [first = defaultLocale] = identity.languages;
  const languages = withMain(isChosen ? first : defaultLocale, identity.languages);
  const fileSettings = {
    club_contact: clubContact,
    ...folder.settings,
    languages: withMain(defaultLocale, v.parse(schema, folder.settings).languages),
  };
  const isOwn = accent !== colours.accent.light || dark !== colours.accent.dark;
  return {
    identity,
    languages,
    settings: { club_contact: clubContact, ...settings, languages },
    fileSettings,
    colours,
    savedNames: new Set(entries.map(({ kind, name }) => `${kind} ${name}`)),
    filePages: new Set(folder.pages.map((page) => `${page.name}.${page.locale}`)),
    pages: mergePages(folder.pages, entries),
    mark: toBrandFile('svg', entries.find(({ kind }) => kind === 'mark')?.value ?? folder.mark),
    stylesheet: isOwn ? toBrandFile('css', styleOf(accent, dark)) : null,
    files,
  };
}

/** Empty texts delete pages. Of the pages that every site has, one language always remains. */
function mergePages(pages: readonly SitePage[], entries: readonly SiteEntry[]): SitePage[] {
  const merged = new Map(pages.map((page) => [`${page.name}.${page.locale}`, page]));
  for (const { kind, name: file, value } of entries) {
    const [name = '', locale] = file.split('.');
    if (kind !== 'page' || !isLocale(locale)) continue;
    if (value !== '') merged.set(file, { name, locale, source: value, hasAnyHtml: false });
    else if (![HOME_PAGE, ASSOCIATION_PAGE].includes(name) || countOf(merged, name) > 1) merged.delete(file);
  }
  return [...merged.values()];
}

const countOf = (pages: ReadonlyMap<string, SitePage>, name: string): number =>
  [...pages.values()].filter((page) => page.name === name).length;

const toBrandFile = (extension: string, text: string): SiteFile => ({
  path: paths.brand(hash('sha256', text).slice(0, 16), extension),
  bytes: Buffer.from(text),
});

/** Its selector overrides that of the project's colours. */
const styleOf = (light: string, dark: string) =>
  `@layer tokens{:root:root{--accent:${light}}@media(prefers-color-scheme:dark){:root:root{--accent:${dark}}}}`;
