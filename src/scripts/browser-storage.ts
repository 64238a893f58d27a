/** Uses the storage of the tab or the site; null if it is disabled (which throws on access) or full (on writes). */
export function tryStorage<Result>(use: (storage: Storage) => Result, keeps: 'tab' | 'site' = 'tab'): Result | null {
  try {
    return use(keeps === 'tab' ? sessionStorage : localStorage);
  } catch {
    return null;
  }
}
