import type { APIRoute } from 'astro';
import { clubStore } from '../../../clubs/directory/club-store.ts';
import { chooseRandomClub } from '../../../clubs/list/home.ts';
import { NO_STORE, seeOther } from '../../../lib/responses.ts';
import { pathsIn } from '../../../paths.ts';

export const GET: APIRoute = async ({ locals: { locale } }) => {
  const paths = pathsIn(locale);
  const id = await chooseRandomClub(clubStore());
  return seeOther(id === null ? paths.clubGrid() : paths.clubView(id), NO_STORE);
};
