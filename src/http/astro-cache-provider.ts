import type { CacheProviderFactory } from 'astro';

/** Stores nothing: writes the policy of a route into the headers that the response cache and a CDN read. */
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
  invalidate: () => Promise.reject(new Error('Cached responses expire with the version of the data.')),
});

export default createProvider;
