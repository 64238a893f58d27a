import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../db/client.ts';
import type { VersionWatch } from '../clubs/directory/version-watch.ts';
import { faceOf } from '../clubs/record/club-face.ts';
import { identityIn } from '../identity/identity.ts';
import { drawApart } from '../images/drawing.ts';
import type { Preview } from '../images/preview.ts';
import { findRendition, findWithoutPreview, savePreview, type UndrawnClub } from '../images/queries.ts';
import { isLostConnection } from '../lib/errors.ts';
import { shareNextCall } from '../lib/single-flight.ts';
import { readImagePath } from '../paths.ts';
import { mainLocale } from '../site-settings.ts';

/** The pause after each preview, as a multiple of its time: drawing takes a twentieth of a core. */
const PAUSE = 19;

interface Options {
  sql: Client;
  watch: VersionWatch;
  /** Finds a file of the build; null if it does not exist. */
  findFile: (path: string) => Buffer | null;
  onError: (error: unknown) => void;
}

/** Draws the previews of clubs after each change of the directory. Returns a function that stops it. */
export function keepPreviews({ sql, watch, findFile, onError }: Options): () => Promise<unknown> {
  const stop = new AbortController();
  const draw = async (club: UndrawnClub, site: Pick<Preview, 'note' | 'mark'>): Promise<void> => {
    const image = club.logo === null ? null : readImagePath(club.logo);
    const logo = image ? (await findRendition(sql, image))?.bytes : findFile(club.logo ?? '');
    const face = { ...faceOf(club), ...site, name: club.name };
    const png = await drawApart({ ...face, logo: logo ?? null }).catch(() => drawApart({ ...face, logo: null }));
    await savePreview(sql, club, png);
  };
  const drawAll = shareNextCall(async () => {
    for (;;) {
      const { name: siteName, markPath } = identityIn(mainLocale());
      const club = await findWithoutPreview(sql, siteName);
      if (!club) return;
      const start = performance.now();
      await draw(club, { note: siteName, mark: findFile(markPath) });
      await sleep(PAUSE * (performance.now() - start), undefined, { signal: stop.signal, ref: false });
    }
  });
  let running: Promise<unknown> = Promise.resolve();
  let seen = '';
  watch.follow(() => {
    if (stop.signal.aborted || watch.version() === seen || !watch.acceptsWrites()) return;
    seen = watch.version();
    running = drawAll().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      // The next comparison tries again.
      if (isLostConnection(error)) seen = '';
      else onError(error);
    });
  });
  return () => {
    stop.abort();
    return running;
  };
}
