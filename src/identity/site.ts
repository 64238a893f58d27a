import { processWide } from '../lib/process-wide.ts';
import type { Locale } from '../messages/locales.ts';
import type { Identity } from './site-file.ts';

/** A page of the site in one language. */
export interface SitePage {
  /** As in its address. */
  name: string;
  locale: Locale;
  /** Markdown that begins with its title and description in YAML. */
  source: string;
}

/** A file that pages load, or that clients ask for. */
export interface SiteFile {
  path: string;
  bytes: Buffer;
}

/** Who runs the site, with its pages. */
export interface SiteContent {
  identity: Identity;
  pages: readonly SitePage[];
  /** Its path contains a hash of its content, as that of the stylesheet. */
  mark: SiteFile;
  /** The colours; null for those of the project, which are in its styles. */
  stylesheet: SiteFile | null;
  /** Served unchanged. */
  files: readonly SiteFile[];
}

const shared = processWide<SiteContent>('site content');

export const shareSiteContent: (content: SiteContent) => void = shared.set;

/** The content of this process; throws before it is loaded. */
export function siteContent(): SiteContent {
  const content = shared.get();
  if (!content) throw new Error('The content of the site is not loaded.');
  return content;
}
