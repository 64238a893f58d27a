/*
 * From a club back to the search that led to it, with its page: the address of the list that the visitor has come from
 * takes the place of the page of the list that has the club.
 */

const link = document.querySelector<HTMLAnchorElement>('a[data-back]');
const from = URL.parse(document.referrer);
if (link && from?.origin === location.origin && from.pathname === link.pathname)
  link.href = from.pathname + from.search;
