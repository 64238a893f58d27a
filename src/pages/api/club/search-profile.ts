import type { APIRoute } from 'astro';
import { loadClubProfiles } from '../../../clubs/page.ts';
import { database } from '../../../db.ts';
import { settings } from '../../../env.ts';
import { answerApiSearch } from '../../../http.ts';

/** Clubs by name, in the club profile schema. */
export const GET: APIRoute = async ({ url }) =>
  answerApiSearch(await loadClubProfiles(database(), url.searchParams, settings().siteUrl));
