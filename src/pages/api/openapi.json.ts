import type { APIRoute } from 'astro';
import { createOpenApi } from '../../clubs/list/openapi.ts';
import { json } from '../../lib/responses.ts';
import { settings } from '../../settings.ts';

/** The description of the API for programs. */
export const GET: APIRoute = () => json(createOpenApi(settings().siteUrl));
