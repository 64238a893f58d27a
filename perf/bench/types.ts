/** The compared servers, in the order of the tables. */
export const SERVERS = ['bare', 'warm', 'off', 'peer'] as const;
export type ServerName = (typeof SERVERS)[number];
/** The servers that run this site. */
export const SITE_SERVERS = ['warm', 'off'] as const satisfies ServerName[];
export type SiteServer = (typeof SITE_SERVERS)[number];

/** Changes of the clubs or the database, after which the site is measured again. */
export const CHANGES = ['text', 'names', 'many', 'listener', 'idle'] as const;
export type ChangeId = (typeof CHANGES)[number];

/** A kind of request. */
export interface Cell {
  id: string;
  title: string;
  headers: Record<string, string>;
  /** The path of the next request to a server. */
  next: (server: ServerName) => string;
  /** All paths of the cell that are requested in advance, to fill the cache. */
  known: string[];
  /** Overrides the number of connections. */
  connections?: number;
  /** The servers with a comparable answer; all by default. */
  servers?: readonly ServerName[];
  /** Called before each measurement of a server. */
  begin?: (server: ServerName) => void;
}

/** A cell in a report. */
export type CellLabel = Pick<Cell, 'id' | 'title' | 'connections'>;

/** A server in a separate process. */
export interface Server {
  name: ServerName;
  url: string;
  pid: number;
  stop: () => Promise<unknown>;
}

/** An answer of the site, for the bare server. */
export interface Sample {
  /** Names and values alternate; without the headers that node:http adds. */
  headers: string[];
  body: Buffer;
}

/** One measurement of a cell on a server. Times in ms. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time per request. */
  serverCpu: number;
  databaseCpu: number;
  /** CPU cores used by the load generator: near 1, it is the bottleneck. */
  loaderCores: number;
  /** Resident memory of the server, in MiB. */
  rss: number;
}

export interface CellResult {
  cell: CellLabel;
  /** Mean size of a body. */
  bytes: number;
  /** A measurement per round; none for a server without a comparable answer. */
  rounds: Record<ServerName, Figures[]>;
}

/** Medians in ms before all changes and after each of them, a value per round. */
export interface ChangedCell {
  cell: CellLabel;
  before: Record<SiteServer, number[]>;
  after: Partial<Record<ChangeId, Record<SiteServer, number[]>>>;
}

/** Heap with buffers, and resident memory, in MiB. */
export interface Memory {
  idleHeap: number;
  heap: number;
  rss: number;
  rssPeak: number;
}

/** A whole run. */
export interface Run {
  clubs: number;
  rounds: number;
  seconds: number;
  database: string;
  results: CellResult[];
  changes: ChangedCell[];
  memory: Memory | null;
}
