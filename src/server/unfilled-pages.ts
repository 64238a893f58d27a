import { findUnfilledPages } from '../identity/unfilled.ts';
import type { Settings } from '../settings.ts';

/** Says which pages still have places to fill in, once the site has an address of its own: then it is not only tried. */
export async function warnOfUnfilledPages({ siteUrlIsSet, siteDir }: Settings): Promise<void> {
  const unfilled = siteUrlIsSet ? await findUnfilledPages(siteDir) : [];
  if (unfilled.length === 0) return;
  console.warn(`Visitors read places that are to be filled in, [To fill in: …], on ${unfilled.join(', ')} (SITE_DIR).`);
}
