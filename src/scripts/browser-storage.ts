/**
 * Uses what a browser keeps for a tab of the site, or for the site as long as it likes; null where that cannot be. Browsers
 * that keep nothing for the site throw at the mere name of the storage, others when it is full.
 */
export function tryStorage<Result>(use: (storage: Storage) => Result, keeps: 'tab' | 'site' = 'tab'): Result | null {
  try {
    return use(keeps === 'tab' ? sessionStorage : localStorage);
  } catch {
    return null;
  }
}
