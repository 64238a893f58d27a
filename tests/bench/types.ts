/** The servers that are compared, in the order of the table. */
export const SERVERS = ['bare', 'warm', 'off', 'peer'] as const;
export type ServerName = (typeof SERVERS)[number];
/** Those of them that are this site. */
export const SITE_SERVERS = ['warm', 'off'] as const satisfies ServerName[];
export type SiteServer = (typeof SITE_SERVERS)[number];

/** What happens to the clubs and to the database between two measurements of the site. */
export const CHANGES = ['text', 'names', 'many', 'listener', 'idle'] as const;
export type ChangeId = (typeof CHANGES)[number];

/** What a visitor asks for, again and again. */
export interface Cell {
  id: CellId;
  title: string;
  headers: Record<string, string>;
  /** The path of the next request to a server. */
  next: (server: ServerName) => string;
  /** Every path of the cell that a cache can have seen before; few enough to ask for all of them. */
  known: string[];
  /** So many ask at once, where the cell is of fewer than the others. */
  connections?: number;
  /** Those of the servers that answer the same; all when it is not said. */
  servers?: readonly ServerName[];
  /** Called before each measurement of a server: what is asked for but once may come again. */
  begin?: (server: ServerName) => void;
}

/** A cell in a report. */
export type CellLabel = Pick<Cell, 'id' | 'title' | 'connections'>;

export type CellId =
  | 'page1'
  | 'page1fr'
  | 'fragment'
  | 'random'
  | 'randomfr'
  | 'last'
  | 'pattern'
  | 'letter'
  | 'pair'
  | 'unique'
  | 'typing'
  | 'typo'
  | 'api';

/** A server that runs, in a process of its own. */
export interface Server {
  name: ServerName;
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** An answer of the site, for the bare server to send as well. */
export interface Sample {
  /** Name and value in turn, without those that node:http adds. */
  headers: string[];
  body: Buffer;
}

/** What one measurement of a cell on a server came to. Times in ms. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time per request. */
  serverCpu: number;
  databaseCpu: number;
  /** Cores that the load generator itself took: near 1, it is the limit. */
  loaderCores: number;
  /** Of the server, in MiB. */
  rss: number;
}

/** The measurements of a cell, a round after the other. */
export interface CellResult {
  cell: CellLabel;
  /** Mean of an answer's body. */
  bytes: number;
  /** None of a server that does not answer the same. */
  rounds: Record<ServerName, Figures[]>;
}

/** The figures of a short measurement. */
export type Brief = Pick<Figures, 'perSecond' | 'p50' | 'p99'>;

/** The measurements of a cell before all changes and after each of them, a round after the other. */
export interface ChangedCell {
  cell: CellLabel;
  before: Record<SiteServer, Brief[]>;
  after: Partial<Record<ChangeId, Record<SiteServer, Brief[]>>>;
}

/** What changes did to the site. */
export interface AfterChanges {
  connections: number;
  seconds: number;
  results: ChangedCell[];
}

/** Memory of the site around a full run, in MiB. */
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
  /** Null when it was left out. */
  changes: AfterChanges | null;
  memory: Memory | null;
}
