import type { APIRoute } from 'astro';
import { signOut } from '../../../accounts/sessions.ts';
import { clubStore } from '../../../clubs/directory/club-store.ts';
import { seeOther } from '../../../lib/responses.ts';
import { pathsIn } from '../../../paths.ts';

export const POST: APIRoute = async ({ locals }) =>
  seeOther(pathsIn(locals.locale).clubGrid(), await signOut(clubStore().sql, locals.user));
