import { processWide } from '../lib/process-wide.ts';
import type { Locale } from '../messages/locales.ts';
import { settings } from '../settings.ts';
import { shareSiteSettings, type SiteLanguages } from '../site-settings.ts';
import type { Colours, Identity } from './site-file.ts';

/** A page of the site in one language. */
export interface SitePage {
  /** As in its address. */
  name: string;
  locale: Locale;
  /** Markdown that begins with its title and description in YAML. */
  source: string;
  /** Whether any HTML is shown, scripts included: in files only. */
  hasAnyHtml: boolean;
}

/** A file that pages load, or that clients ask for. */
export interface SiteFile {
  path: string;
  bytes: Buffer;
}

/** Who runs the site, with its pages. */
export interface SiteContent {
  identity: Identity;
  languages: SiteLanguages;
  /** The same as in `site.json`, with the languages in their order. */
  settings: Readonly<Record<string, unknown>>;
  /** Those of SITE_DIR. */
  fileSettings: Readonly<Record<string, unknown>>;
  colours: Colours;
  /** Kind and name of each entry that the board saved. */
  savedNames: ReadonlySet<string>;
  pages: readonly SitePage[];
  /** Name and language of each page of SITE_DIR, such as `imprint.en`. */
  filePages: ReadonlySet<string>;
  /** Its path contains a hash of its content, as that of the stylesheet. */
  mark: SiteFile;
  /** The colours; null for those of the project, which are in its styles. */
  stylesheet: SiteFile | null;
  /** Served unchanged. */
  files: readonly SiteFile[];
}

const shared = processWide<SiteContent>('site content');

export function shareSiteContent(content: SiteContent): void {
  const { languages, identity } = content;
  shared.set(content);
  shareSiteSettings({ languages, clubContact: identity.club_contact ?? settings().clubContact });
}

/** The content of this process; throws before it is loaded. */
export function siteContent(): SiteContent {
  const content = shared.get();
  if (!content) throw new Error('The content of the site is not loaded.');
  return content;
}

const refreshing = processWide<() => Promise<void>>('content refresh');

export const shareContentRefresh: (refresh: () => Promise<void>) => void = refreshing.set;

/** Waits until this process serves what was just saved. In development, each request loads it. */
export const refreshContent = async (): Promise<void> => await refreshing.get()?.();
