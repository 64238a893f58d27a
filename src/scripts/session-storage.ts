/**
 * Uses what a browser keeps for a tab of the site; null where that cannot be. Browsers that keep nothing for the site throw
 * at the mere name of the storage, others when it is full.
 */
export function tryStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
