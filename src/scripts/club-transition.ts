/*
 * The picture of a club goes with the visitor from its card to its page, by a view transition of the browser, for which
 * both pages have to name the same thing. The page of a club names its picture by a style; of the cards only the one that
 * is pressed has the name, and only while it is left. All other ways have no transition: back, the script of the page
 * that comes may be later than its first picture.
 */

const NAME = 'club-picture';
/** What has the name on the page of a club. */
const ON_PAGE = '.moves';

/** The picture in a link of this page to an address: only those to clubs have one. */
const pictureOf = (path: string): HTMLElement | undefined =>
  Array.from(document.querySelectorAll<HTMLAnchorElement>('main a[href]'))
    .filter(({ pathname }) => pathname === path)
    .flatMap((link) => link.querySelector<HTMLElement>('.logo') ?? [])[0];

/** Lets the picture of a club follow the visitor, in browsers that can. */
export function followClubs(): void {
  let named: HTMLElement | undefined;
  window.addEventListener('pageswap', ({ viewTransition, activation }) => {
    if (!viewTransition) return;
    const to = activation?.entry.url ? new URL(activation.entry.url).pathname : '';
    named = document.querySelector(ON_PAGE) ? undefined : pictureOf(to);
    if (named) named.style.viewTransitionName = NAME;
    else viewTransition.skipTransition();
  });
  // Who comes back may find the page as it was left.
  window.addEventListener('pageshow', () => {
    if (named) named.style.viewTransitionName = '';
  });
}
