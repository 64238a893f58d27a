import { createApp } from 'astro/app/entrypoint';

/**
 * Astro's part of the site, as a build exports it to the server. Without streaming no page is sent before all of it is
 * there: an error is a whole error page.
 */
export const app = createApp({ streaming: false });
