import type { APIRoute } from 'astro';
import { loadClubNames } from '../../../clubs/page.ts';
import { database } from '../../../db.ts';
import { settings } from '../../../env.ts';
import { answerApiSearch } from '../../../http.ts';

/** Clubs by name, in the simple club schema. */
export const GET: APIRoute = async ({ url }) =>
  answerApiSearch(await loadClubNames(database(), url.searchParams, settings().siteUrl));
