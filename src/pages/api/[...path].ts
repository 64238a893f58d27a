import type { APIRoute } from 'astro';

/** Unknown API addresses. The server adds the problem details (process/error-responses.ts). */
export const GET: APIRoute = () => new Response(null, { status: 404 });
