/** What was made of objects, as it is sent. An object that is gone takes its own with it. */
export type Memory = WeakMap<object, Buffer>;

const memories = new Map<string, Memory>();

/** The memory of this name. */
export function memoryOf(name: string): Memory {
  const known = memories.get(name);
  if (known) return known;
  const memory: Memory = new WeakMap();
  memories.set(name, memory);
  return memory;
}

/**
 * The HTML of each item, in their order, in UTF-8; `make` is called for those that are not remembered. Where all of them
 * are there is nothing to wait for.
 */
export function recall<Item extends object>(
  memory: Memory,
  items: readonly Item[],
  make: (item: Item) => Promise<string>,
): Buffer[] | Promise<Buffer[]> {
  const known = items.flatMap((item) => memory.get(item) ?? []);
  if (known.length === items.length) return known;
  return Promise.all(
    items.map(async (item) => {
      const bytes = memory.get(item) ?? toBytes(await make(item));
      memory.set(item, bytes);
      return bytes;
    }),
  );
}

/** In memory of its own: what the runtime shares out would be held by whichever text of it stays longest. */
function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
