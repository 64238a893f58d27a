import type { APIRoute } from 'astro';
import { answerApiSearch } from '../../../clubs/list/api.ts';

/** Clubs by name, in the club profile schema. */
export const GET: APIRoute = (context) => answerApiSearch(context.locals.store, context, 'profile');
