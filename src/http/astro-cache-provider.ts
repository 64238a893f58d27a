import type { CacheProviderFactory } from 'astro';

/**
 * Astro's cache, which only says in headers what a route allows: the page cache in front of Astro reads them as a CDN
 * would, and drops what has changed by the version of the directory.
 */
const createProvider: CacheProviderFactory = () => ({
  name: 'club-directory',
  setHeaders: ({ maxAge, swr, tags = [] }) => {
    const headers = new Headers();
    if (maxAge !== undefined) {
      headers.set('CDN-Cache-Control', `max-age=${maxAge}, stale-while-revalidate=${swr ?? 0}`);
    }
    if (tags.length > 0) headers.set('Cache-Tag', tags.join(', '));
    return headers;
  },
  invalidate: () => Promise.reject(new Error('Answers follow the version of the directory: change a club instead.')),
});

export default createProvider;
