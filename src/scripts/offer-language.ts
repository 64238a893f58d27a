/** Shows the link to another language to visitors who prefer it. The page contains the links, hidden. */
export function offerLanguage(): void {
  const offers = Array.from(document.querySelectorAll<HTMLElement>('[data-offer]'));
  const known = [document.documentElement.lang, ...offers.map(({ lang }) => lang)];
  const preferred = navigator.languages.map((tag) => tag.toLowerCase().replace(/-.*/, ''));
  const best = preferred.find((language) => known.includes(language));
  for (const offer of offers) offer.hidden = offer.lang !== best;
}
