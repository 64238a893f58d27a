import type { Sql } from '../../db/client.ts';
import type { AstroApp } from '../http/render.ts';
import { createContent, type SiteFolder } from '../identity/content.ts';
import { findContentEntries, findContentVersion } from '../identity/entries.ts';
import { ERROR_PAGES, HOME_PAGE } from '../identity/files.ts';
import { makeIcons } from '../identity/icons.ts';
import { identityIn } from '../identity/identity.ts';
import { checkPages, pageNames } from '../identity/pages.ts';
import { shareSiteContent, type SiteContent, type SiteFile } from '../identity/site.ts';
import { DEFAULT_FOLDER } from '../identity/site-folder.ts';
import { drawApart } from '../images/drawing.ts';
import { paths, pathsIn } from '../paths.ts';
import { settings } from '../settings.ts';
import { mainLocale, siteLanguages } from '../site-settings.ts';
import { BUILD_LOCALE } from './build.ts';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

/** The files of a build and of the content of the site, which the board may change. */
export class ServedContent {
  readonly #app: AstroApp;
  readonly #builtPages: readonly SiteFile[];
  /** They never change, and keep their compressed forms. */
  readonly #assets: StaticFiles;
  readonly #folder: SiteFolder;
  /** Called after a change. */
  onChange: () => void = () => {};
  #content: SiteContent;
  /** Of the content in the database; empty before it is read. */
  #version = '';
  #own: readonly SiteFile[] = [];
  #icons: readonly SiteFile[] = [];
  #iconsOf: string | null = null;
  /** For the current content. */
  files: StaticFiles;

  /** Has the files of the build alone. */
  constructor(app: AstroApp, built: readonly SiteFile[], folder: SiteFolder) {
    this.#app = app;
    const isPage = ({ path }: SiteFile) => path.endsWith('.html');
    this.#builtPages = built.filter(isPage);
    this.#assets = toStaticFiles(built.filter((file) => !isPage(file)));
    this.#folder = folder;
    this.#content = createContent(folder);
    this.files = this.#createFiles();
  }

  /** Serves the content of SITE_DIR. */
  publishFolder(): Promise<void> {
    return this.#publish(this.#content);
  }

  /** Serves what the board saved, if that changed. */
  async refresh(sql: Sql): Promise<void> {
    const version = await findContentVersion(sql);
    if (version === this.#version) return;
    const entries = await findContentEntries(sql);
    if (entries.length + this.#content.savedNames.size > 0) await this.#publish(createContent(this.#folder, entries));
    this.#version = version;
  }

  async #publish(content: SiteContent): Promise<void> {
    this.#content = content;
    shareSiteContent(content);
    const { mark, stylesheet, files } = content;
    const own = [mark, ...(stylesheet ? [stylesheet] : []), ...files];
    this.#own = this.#isOfBuild() ? own : [...own, ...(await renderPages(this.#app, content))];
    this.files = this.#createFiles();
    this.onChange();
  }

  /** Serves the icons and the preview of the current content. */
  async publishIcons(): Promise<void> {
    const content = this.#content;
    const { mark } = content;
    const { name, tagline } = identityIn(mainLocale());
    const shown = [mark.path, name, tagline].join('\n');
    if (this.#iconsOf === shown) return;
    const publish = (files: readonly SiteFile[]) => {
      // Newer content publishes its own.
      if (this.#content !== content) return;
      this.#icons = files;
      this.files = this.#createFiles();
    };
    const icons = await makeIcons(mark.bytes);
    publish(icons);
    const preview = await drawApart({ name, note: tagline, hue: 2, letters: '', logo: null, mark: mark.bytes });
    publish([...icons, { path: paths.sitePreview, bytes: preview }]);
    this.#iconsOf = shown;
  }

  /** Whether the pages of the build show this content. */
  #isOfBuild(): boolean {
    const { siteDir, defaultLocale } = settings();
    return siteDir === DEFAULT_FOLDER && defaultLocale === BUILD_LOCALE && this.#content.savedNames.size === 0;
  }

  #createFiles(): StaticFiles {
    const pages = this.#isOfBuild() ? this.#builtPages : [];
    const files = toStaticFiles([...pages, ...this.#own, ...this.#icons]);
    return { ...files, byPath: new Map([...this.#assets.byPath, ...files.byPath]) };
  }
}

function toStaticFiles(files: readonly SiteFile[]): StaticFiles {
  return createStaticFiles(files, settings().siteUrl);
}

/** Renders the pages that a build has, for the content of this process. */
async function renderPages(app: AstroApp, content: SiteContent): Promise<SiteFile[]> {
  // Others were saved in the browser, and only SQL can make them invalid: they are left out.
  await checkPages({ pages: content.pages.filter(({ hasAnyHtml }) => hasAnyHtml) });
  const { siteUrl } = settings();
  const routeData = app.match(new Request(siteUrl + paths.staticPage));
  const render = async (path: string, staticPage: NonNullable<App.Locals['staticPage']>): Promise<SiteFile> => {
    let cause: unknown;
    const noteError = (error: unknown) => void (cause ??= error);
    const locals = { staticPage, noteError } satisfies Partial<App.Locals>;
    const response = await app.render(new Request(siteUrl + path), { routeData, locals });
    if (response.status !== 200) throw new Error(`The page ${path} cannot be rendered.`, { cause });
    return { path: `${path}index.html`, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const leaveOut = (error: unknown): null => {
    console.error(error);
    return null;
  };
  const pages = siteLanguages().flatMap((locale) => {
    const { home, page } = pathsIn(locale);
    return [
      render(home, { name: HOME_PAGE }),
      ...pageNames().map((name) => render(page(name), { name }).catch(leaveOut)),
      ...ERROR_PAGES.map((error) => render(`${home}${error}/`, { error })),
    ];
  });
  return (await Promise.all(pages)).filter((file) => file !== null);
}
