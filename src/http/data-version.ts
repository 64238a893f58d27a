/** Knows the version of the data that the pages show (src/lib/version.ts). */
export interface DataVersion {
  /** The newest known version; responses of an older one are stale. */
  version: () => string;
  /** Records a version that a response shows. */
  advance: (version: string) => void;
  /** Waits shortly for the current version: for a client that has just written. */
  catchUp: () => Promise<void>;
  /** Whether a change would be known by now. */
  isCertain: () => boolean;
}
