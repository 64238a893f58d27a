import { ReadOnlyDatabaseError } from '../src/lib/error-codes.ts';

/** Where a PostgreSQL server listens. */
export interface Host {
  host: string;
  port: number;
}

interface Found {
  host: Host;
  acceptsWrites: boolean;
}

/**
 * Chooses one of several hosts for all connections: the first that accepts writes. While none does, connections that
 * only read use the first that answers. A single host is used as it is.
 */
export class HostChoice {
  readonly #hosts: readonly Host[];
  readonly #acceptsWrites: (host: Host) => Promise<boolean>;
  readonly #onChange: () => void;
  #chosen: Found | null = null;
  #search: Promise<Found> | null = null;
  #previous: Host | null = null;

  /** `onChange` is called when another host is chosen than before. */
  constructor(hosts: readonly Host[], acceptsWrites: (host: Host) => Promise<boolean>, onChange: () => void) {
    this.#hosts = hosts;
    this.#acceptsWrites = acceptsWrites;
    this.#onChange = onChange;
  }

  /** Opens a connection to the chosen host. Throws `ReadOnlyDatabaseError` when it has to write and no host accepts writes. */
  async connect<T>(needsWrites: boolean, open: (host: Host) => Promise<T>): Promise<T> {
    const [first, second] = this.#hosts;
    if (first && !second) return await open(first);
    try {
      return await open(await this.#choose(needsWrites));
    } catch (error) {
      if (error instanceof ReadOnlyDatabaseError) throw error;
      this.forget();
      return await open(await this.#choose(needsWrites));
    }
  }

  /** The next connection chooses again: the chosen host does not answer, or refuses writes. */
  forget(): void {
    this.#chosen = null;
  }

  async #choose(needsWrites: boolean): Promise<Host> {
    const chosen = this.#chosen;
    if (chosen?.acceptsWrites) return chosen.host;
    this.#search ??= this.#find().finally(() => (this.#search = null));
    if (chosen && !needsWrites) {
      // The standby is used until the search finds a host that accepts writes.
      this.#search.catch(() => {});
      return chosen.host;
    }
    const { host, acceptsWrites } = await this.#search;
    if (needsWrites && !acceptsWrites) throw new ReadOnlyDatabaseError();
    return host;
  }

  async #find(): Promise<Found> {
    let found: Found | null = null;
    let failure: unknown;
    for (const host of this.#hosts) {
      try {
        const acceptsWrites = await this.#acceptsWrites(host);
        if (acceptsWrites || !found) found = { host, acceptsWrites };
        if (acceptsWrites) break;
      } catch (error) {
        failure = error;
      }
    }
    if (!found) throw failure;
    this.#chosen = found;
    if (this.#previous && this.#previous !== found.host) this.#onChange();
    this.#previous = found.host;
    return found;
  }
}
