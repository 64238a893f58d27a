/** The names of the pages before and after this one; null if there is none. */
export interface Neighbours {
  previous: string | null;
  next: string | null;
}
