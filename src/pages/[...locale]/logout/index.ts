import type { APIRoute } from 'astro';
import { signOut } from '../../../accounts/sessions.ts';
import { seeOther } from '../../../lib/responses.ts';

export const POST: APIRoute = async ({ locals }) =>
  seeOther(locals.paths.clubGrid(), await signOut(locals.sql, locals.user));
