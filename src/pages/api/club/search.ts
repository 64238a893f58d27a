import type { APIRoute } from 'astro';
import { answerApiSearch } from '../../../clubs/list/api.ts';
import { clubStore } from '../../../clubs/directory/club-store.ts';

/** Clubs by name, in the simple club schema. */
export const GET: APIRoute = (context) => answerApiSearch(clubStore(), context, 'name');
