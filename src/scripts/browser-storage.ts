/**
 * Uses the storage of the tab or the site; null if it is not available.
 * Disabled storage throws on access, full storage on writes.
 */
export function tryStorage<Result>(use: (storage: Storage) => Result, keeps: 'tab' | 'site' = 'tab'): Result | null {
  try {
    return use(keeps === 'tab' ? sessionStorage : localStorage);
  } catch {
    return null;
  }
}
