import type { APIRoute } from 'astro';
import { directory } from '../../../../clubs/directory.ts';
import { confirmClub } from '../../../../clubs/save.ts';
import { readClubId } from '../../../../clubs/search.ts';
import { seeOther } from '../../../../http.ts';
import { pathsIn, withDone } from '../../../../paths.ts';

export const POST: APIRoute = async ({ locals: { locale, user }, params }) => {
  const id = readClubId(params.club_id);
  const confirmed =
    user && id !== null && (await confirmClub(directory().sql, { userId: user.id, name: user.name }, id));
  return confirmed && confirmed.outcome === 'saved'
    ? seeOther(withDone(pathsIn(locale).clubView(confirmed.club.id), 'clubConfirmed'))
    : new Response(null, { status: 404 });
};
