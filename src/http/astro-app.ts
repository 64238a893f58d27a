import { createApp } from 'astro/app/entrypoint';

/**
 * The application that the build exports to the server. Streaming keeps prepared bytes as they are (CachedHtml.astro);
 * the server sends a page only when it is complete (render.ts).
 */
export const app = createApp({ streaming: true });

const renderError = app.renderError.bind(app);

/** Passes errors to the server: Astro writes them to its own log only, which is off in a silent build. */
app.renderError = (request, options) => {
  const locals: Partial<App.Locals> | undefined = options.locals;
  if (options.error) locals?.noteError?.(options.error);
  return renderError(request, options);
};
