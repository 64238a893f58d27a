import type { AstroApp } from '../http/render.ts';
import { ERROR_PAGES, HOME_PAGE } from '../identity/files.ts';
import { makeIcons } from '../identity/icons.ts';
import { checkPages, pageNames } from '../identity/pages.ts';
import { shareSiteContent, type SiteContent, type SiteFile } from '../identity/site.ts';
import { LOCALES } from '../messages/locales.ts';
import { paths, pathsIn } from '../paths.ts';
import { settings } from '../settings.ts';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

/** The files of a build and of the content of the site, which may change. */
export class ServedContent {
  readonly #app: AstroApp;
  readonly #built: readonly SiteFile[];
  #content: readonly SiteFile[] = [];
  #icons: readonly SiteFile[] = [];
  #mark: SiteFile | null = null;
  #isOfBuild = true;
  /** For the current content. */
  files: StaticFiles;

  /** Serves the files of the build alone. */
  constructor(app: AstroApp, built: readonly SiteFile[]) {
    this.#app = app;
    this.#built = built;
    this.files = this.#createFiles();
  }

  /** Serves this content from now on. A build has the pages of the default content. */
  async publish(content: SiteContent, { isOfBuild }: { isOfBuild: boolean }): Promise<void> {
    shareSiteContent(content);
    this.#isOfBuild = isOfBuild;
    const { mark, stylesheet, files } = content;
    const own = [mark, ...(stylesheet ? [stylesheet] : []), ...files];
    this.#content = isOfBuild ? own : [...own, ...(await renderPages(this.#app, content))];
    this.files = this.#createFiles();
  }

  /** Also serves the icons of this content. */
  async publishIcons({ mark }: SiteContent): Promise<void> {
    if (this.#mark?.path === mark.path) return;
    this.#mark = mark;
    this.#icons = await makeIcons(mark.bytes);
    this.files = this.#createFiles();
  }

  #createFiles(): StaticFiles {
    const { siteUrl, defaultLocale } = settings();
    const built = this.#built.filter(({ path }) => this.#isOfBuild || !path.endsWith('.html'));
    return createStaticFiles([...built, ...this.#content, ...this.#icons], siteUrl, defaultLocale);
  }
}

/** Renders the pages that a build has, for the content of this process. */
async function renderPages(app: AstroApp, content: SiteContent): Promise<SiteFile[]> {
  await checkPages(content);
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
  const pages = LOCALES.flatMap((locale) => {
    const { home, page } = pathsIn(locale);
    return [
      render(home, { name: HOME_PAGE }),
      ...pageNames().map((name) => render(page(name), { name })),
      ...ERROR_PAGES.map((error) => render(`${home}${error}/`, { error })),
    ];
  });
  return await Promise.all(pages);
}
