export const isRead = ({ method }: { method?: string }): boolean => method === 'GET' || method === 'HEAD';

/**
 * Whether a request is for the fragment of a page; `has` checks for a header by its lower-case name. Going back in the
 * browser's history always needs the whole page.
 */
export const wantsFragment = (has: (header: string) => boolean): boolean =>
  has('hx-request') && !has('hx-history-restore-request');
