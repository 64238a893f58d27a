/** What the pages before and after this one are called; null where there is none. */
export interface Neighbours {
  previous: string | null;
  next: string | null;
}
