import { createApp } from 'astro/app/entrypoint';

/**
 * Astro's part of the site, as a build exports it to the server. Without streaming no page is sent before all of it is
 * there: an error is a whole error page.
 */
export const app = createApp({ streaming: false });

const renderError = app.renderError.bind(app);

/** Astro says what was thrown to its own log alone, which a build made in silence never writes. */
app.renderError = (request, options) => {
  if (options.error) (options.locals as Partial<App.Locals> | undefined)?.noteError?.(options.error);
  return renderError(request, options);
};
