/**
 * A place for what this process has one of. It is kept outside of modules because a process may hold a module twice: the
 * server's own, and the one in the bundle of pages (or before and after a hot reload).
 */
export function processWide<Thing>(name: string): { get: () => Thing | null; set: (thing: Thing | null) => void } {
  const key = Symbol.for(`club-directory.${name}`);
  const places = globalThis as typeof globalThis & Record<symbol, Thing | null | undefined>;
  return {
    get: () => places[key] ?? null,
    set: (thing) => {
      places[key] = thing;
    },
  };
}
