import type { APIRoute } from 'astro';
import { NO_SUCH_ADDRESS, problem } from '../../http.ts';

/** Every other address of the API. */
export const GET: APIRoute = () => problem(NO_SUCH_ADDRESS);
