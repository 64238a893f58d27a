import type { APIRoute } from 'astro';
import { answerApiSearch } from '../../../clubs/list/api.ts';

/** Clubs by name, in the simple club schema. */
export const GET: APIRoute = (context) => answerApiSearch(context.locals.store, context, 'name');
