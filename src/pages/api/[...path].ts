import type { APIRoute } from 'astro';
import { NO_SUCH_ADDRESS, problem } from '../../http.ts';

/** The 404 of unknown API addresses. */
export const GET: APIRoute = () => problem(NO_SUCH_ADDRESS);
