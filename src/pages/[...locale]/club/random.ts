import type { APIRoute } from 'astro';
import { chooseRandomClub } from '../../../clubs/list/home.ts';
import { NO_STORE, seeOther } from '../../../lib/responses.ts';

export const GET: APIRoute = async ({ locals: { paths, store } }) => {
  const id = await chooseRandomClub(store);
  return seeOther(id === null ? paths.clubGrid() : paths.clubView(id), NO_STORE);
};
