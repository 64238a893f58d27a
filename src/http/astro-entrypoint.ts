import { createApp } from 'astro/app/entrypoint';

/**
 * Astro's part of the site, as a build exports it to the server. It makes its pages as a stream, in which bytes stay what
 * they are (Remembered.astro); the server takes each whole before it sends any of it (render.ts), so that an error is a
 * whole error page.
 */
export const app = createApp({ streaming: true });

const renderError = app.renderError.bind(app);

/** Astro says what was thrown to its own log alone, which a build made in silence never writes. */
app.renderError = (request, options) => {
  const locals: Partial<App.Locals> | undefined = options.locals;
  if (options.error) locals?.noteError?.(options.error);
  return renderError(request, options);
};
