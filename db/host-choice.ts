import { ReadOnlyDatabaseError } from '../src/lib/database-errors.ts';
import { createSharedCalls } from '../src/lib/single-flight.ts';
import { settleWithin } from '../src/lib/timeout.ts';

export interface Host {
  host: string;
  port: number;
}

export interface Primary {
  timeline: number;
  /** The same for several addresses of one server, such as poolers. */
  server: string;
}

/** How long the result of a search is shared, in ms. A search may take longer if a host does not answer. */
const VALID_MS = 500;
/** How often all hosts are compared, and how long a search waits for them then, in ms. */
export const COMPARE_HOSTS_EVERY = 60_000;
const COMPARE_TIMEOUT_MS = 1000;

export interface HostChoice {
  /** A host that accepts writes. Without one, reads get any that answers, and others `ReadOnlyDatabaseError`. */
  choose: (needsWrites: boolean) => Promise<Host>;
  /** Compares all hosts now. */
  compare: () => Promise<unknown>;
  /** Why an administrator must act; null if at most one host accepts writes. */
  issue: () => string | null;
}

/** Of several hosts that accept writes, the one with the highest timeline is used: the others were primaries before. */
export function createHostChoice(
  hosts: readonly Host[],
  /** Null for a host that does not accept writes. */
  findPrimary: (host: Host) => Promise<Primary | null>,
  onChange: (chosen: Host) => void = () => {},
): HostChoice {
  const searches = createSharedCalls<Host>({ until: 'expired', maxAgeMs: VALID_MS });
  let comparedAt = -Infinity;
  /** A host that only reads; null while another accepts writes. */
  let standby: Host | null = null;
  let chosen: Host | null = null;
  let issue: string | null = null;
  /** The highest timeline that a host had; a host with a lower one is a former primary, which must not get writes. */
  let highest = 0;

  const find = async (): Promise<Host> => {
    const readOnly: Host[] = [];
    const writers: (Primary & { host: Host })[] = [];
    const probes = hosts.map(async (host) => {
      const primary = await findPrimary(host);
      if (primary) writers.push({ host, ...primary });
      if (primary && primary.timeline >= highest) {
        highest = primary.timeline;
        return host;
      }
      readOnly.push(host);
      throw new ReadOnlyDatabaseError();
    });
    try {
      const first = await Promise.any(probes);
      if (first !== chosen || performance.now() - comparedAt >= COMPARE_HOSTS_EVERY) {
        await settleWithin(COMPARE_TIMEOUT_MS, Promise.allSettled(probes));
        comparedAt = performance.now();
        writers.sort((a, b) => b.timeline - a.timeline || Number(b.host === chosen) - Number(a.host === chosen));
        const [newest] = writers;
        const rivals = writers.filter(({ server }) => server !== newest?.server);
        const host = newest?.host ?? first;
        issue =
          rivals.length > 0
            ? `Several hosts of DATABASE_URL accept writes. Using ${describe(host)}; stop ${rivals.map((rival) => describe(rival.host)).join(', ')}.`
            : null;
        if (chosen && chosen !== host) onChange(host);
        chosen = host;
      }
      standby = null;
      return chosen;
    } catch (error) {
      standby = readOnly[0] ?? null;
      if (writers[0])
        issue = `${describe(writers[0].host)} accepts writes, but is not the newest primary, which does not answer. If it is right, restart the site.`;
      if (standby) throw new ReadOnlyDatabaseError();
      throw error instanceof AggregateError ? error.errors.at(-1) : error;
    }
  };

  const start = () => searches.start('', find());

  return {
    choose: async (needsWrites) => {
      const search = (needsWrites && standby ? null : searches.find('')) ?? start();
      if (standby && !needsWrites) return standby;
      return await search.catch((error: unknown) => {
        if (standby && !needsWrites) return standby;
        throw error;
      });
    },
    compare: async () => {
      comparedAt = -Infinity;
      await start().catch(() => {});
    },
    issue: () => issue,
  };
}

const describe = ({ host, port }: Host) => `${host}:${port}`;
