/**
 * A value that the process has once. Not a variable of a module, because a process can load a module twice: in the
 * server and in the bundle of the pages, or before and after a hot reload.
 */
export function processWide<Thing>(name: string): { get: () => Thing | null; set: (thing: Thing | null) => void } {
  const key = Symbol.for(`club-directory.${name}`);
  const values = globalThis as typeof globalThis & Record<symbol, Thing | null | undefined>;
  return {
    get: () => values[key] ?? null,
    set: (thing) => {
      values[key] = thing;
    },
  };
}
