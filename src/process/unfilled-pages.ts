import { findUnfilledPages } from '../identity/unfilled.ts';
import type { Settings } from '../settings.ts';

/** Warns about pages with unfilled placeholders, if SITE_URL is set as in production. */
export async function warnOfUnfilledPages({ siteUrlIsSet, siteDir }: Settings): Promise<void> {
  const unfilled = siteUrlIsSet ? await findUnfilledPages(siteDir) : [];
  if (unfilled.length === 0) return;
  console.warn(`Pages in SITE_DIR with unfilled placeholders, [To fill in: …]: ${unfilled.join(', ')}.`);
}
