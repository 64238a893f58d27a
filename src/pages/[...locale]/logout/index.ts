import type { APIRoute } from 'astro';
import { signOut } from '../../../accounts/sign-out.ts';
import { seeOther } from '../../../http.ts';
import { pathsIn } from '../../../paths.ts';

export const POST: APIRoute = async ({ locals }) =>
  seeOther(pathsIn(locals.locale).clubGrid(), await signOut(locals.user));
