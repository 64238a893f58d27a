import { ReadOnlyDatabaseError } from '../src/lib/database-errors.ts';

export interface Host {
  host: string;
  port: number;
}

/** How long the result of a search is shared, in ms. A search may take longer if a host does not answer. */
const VALID_MS = 500;

/** Chooses a host that accepts writes. Without one, reads get any that answers, and others `ReadOnlyDatabaseError`. */
export function createHostChoice(
  hosts: readonly Host[],
  acceptsWrites: (host: Host) => Promise<boolean>,
): (needsWrites: boolean) => Promise<Host> {
  let search: Promise<Host>;
  let searchedAt = -Infinity;
  /** A host that only reads; null while another accepts writes. */
  let standby: Host | null = null;

  const find = async (): Promise<Host> => {
    const readOnly: Host[] = [];
    try {
      const found = await Promise.any(
        hosts.map(async (host) => {
          if (await acceptsWrites(host)) return host;
          readOnly.push(host);
          throw new ReadOnlyDatabaseError();
        }),
      );
      standby = null;
      return found;
    } catch (error) {
      standby = readOnly[0] ?? null;
      if (standby) throw new ReadOnlyDatabaseError();
      throw error instanceof AggregateError ? error.errors.at(-1) : error;
    }
  };

  return async (needsWrites) => {
    if (performance.now() - searchedAt > VALID_MS || (needsWrites && standby)) {
      searchedAt = performance.now();
      search = find();
      search.catch(() => {});
    }
    if (standby && !needsWrites) return standby;
    return await search.catch((error: unknown) => {
      if (standby && !needsWrites) return standby;
      throw error;
    });
  };
}
