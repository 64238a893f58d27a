import type { APIRoute } from 'astro';
import { clubStore } from '../../../clubs/club-store.ts';
import { chooseRandomClub } from '../../../clubs/home.ts';
import { NEVER_KEPT, seeOther } from '../../../http.ts';
import { pathsIn } from '../../../paths.ts';

/** Leads to any active club, each time to another. */
export const GET: APIRoute = async ({ locals: { locale } }) => {
  const paths = pathsIn(locale);
  const id = await chooseRandomClub(clubStore());
  return seeOther(id === null ? paths.clubGrid() : paths.clubView(id), NEVER_KEPT);
};
