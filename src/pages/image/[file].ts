import type { APIRoute } from 'astro';
import { clubStore } from '../../clubs/directory/club-store.ts';
import { findRendition } from '../../images/queries.ts';
import { IMAGE_HEADERS } from '../../images/rendition.ts';
import { readImagePath } from '../../paths.ts';

/** In development only: in production, the server does (process/application.ts). */
export const GET: APIRoute = async ({ url }) => {
  const name = readImagePath(url.pathname);
  const rendition = name && (await findRendition(clubStore().sql, name));
  if (!rendition) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(rendition.bytes), {
    headers: { ...IMAGE_HEADERS, 'Content-Type': rendition.type },
  });
};
