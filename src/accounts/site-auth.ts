import { clubStore } from '../clubs/club-store.ts';
import { keepUnlessFailed } from '../share-calls.ts';
import { createAuth } from './auth.ts';

/** The library at work for this site, from the first time that somebody signs in. */
export const siteAuth = keepUnlessFailed(() => createAuth(clubStore().sql));
