/** The numbers of clubs that an action changed and that were already as requested. */
export interface DoneCounts {
  changed: number;
  already: number;
  step?: number;
}
