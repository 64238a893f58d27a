import type { AstroApp } from '../http/render.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { HOME_CLUBS, HOME_PAGE } from '../identity/files.ts';
import { REVALIDATE } from '../lib/responses.ts';
import { paths, routes } from '../paths.ts';
import { settings } from '../settings.ts';
import type { StaticFiles } from './static-files.ts';

/** Renders home pages, which also are files, by adding the clubs to the file. `app` renders all other pages. */
export function withHomePage(app: AstroApp, served: { readonly files: StaticFiles }): AstroApp {
  const clubsRoute = app.match(new Request(settings().siteUrl + paths.homeClubs));
  const findFile = ({ url }: Request) => served.files.byPath.get(new URL(url).pathname);
  return {
    // The log names the page.
    match: (request) => (findFile(request) && clubsRoute ? { ...clubsRoute, route: routes.home } : app.match(request)),
    render: async (request, options) => {
      const file = findFile(request);
      if (!file) return await app.render(request, options);
      const locals = { ...options?.locals, staticPage: { name: HOME_PAGE } } satisfies Partial<App.Locals>;
      const clubs = await app.render(request, { ...options, locals, ...(clubsRoute && { routeData: clubsRoute }) });
      if (clubs.status !== 200) return clubs;
      const html = await clubs.text();
      const page = file.body.toString();
      const headers = new Headers({ ...Object.fromEntries(clubs.headers), ...REVALIDATE });
      headers.set('Content-Type', 'text/html; charset=utf-8');
      headers.set('Content-Security-Policy', pagePolicy(page));
      return new Response(
        page.replace(HOME_CLUBS, () => html),
        { headers },
      );
    },
  };
}
