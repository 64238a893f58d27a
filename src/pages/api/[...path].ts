import type { APIRoute } from 'astro';
import { problem } from '../../http.ts';

/** Every other address of the API. */
export const GET: APIRoute = () => problem({ status: 404, title: 'Not found', detail: 'The API has no such address.' });
