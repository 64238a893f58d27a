/** What was made of objects. An object that is gone takes its own with it. */
export type Memory = WeakMap<object, string>;

const memories = new Map<string, Memory>();

/** The memory of this name. */
export function memoryOf(name: string): Memory {
  const known = memories.get(name);
  if (known) return known;
  const memory: Memory = new WeakMap();
  memories.set(name, memory);
  return memory;
}

/** The HTML of each item, in their order; `make` is called for those that are not remembered. */
export async function recall<Item extends object>(
  memory: Memory,
  items: readonly Item[],
  make: (item: Item) => Promise<string>,
): Promise<string[]> {
  const missing = items.filter((item) => !memory.has(item));
  if (missing.length > 0) {
    await Promise.all(missing.map(async (item) => memory.set(item, flatten(await make(item)))));
  }
  return items.map((item) => memory.get(item) ?? '');
}

/** The same text in one piece: the runtime keeps a text that was put together as all of its parts. */
const flatten = (text: string): string => Buffer.from(text).toString();
