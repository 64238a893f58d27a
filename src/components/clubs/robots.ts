/** Queries of lists that robots need not read. `public/robots.txt` excludes the same ones, except most page sizes. */
const UNREAD =
  /(?:^|[?&])(?:name|club_status|about|open|day|beginners|page_size=(?!24(?:&|$)))|\bcategory=.*&category=/;

/** The `rel` of a link to a list of clubs. All active clubs are in lists with at most one category. */
export const relOf = (query: string): 'nofollow' | undefined => (UNREAD.test(query) ? 'nofollow' : undefined);
