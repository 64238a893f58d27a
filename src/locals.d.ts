declare namespace App {
  /** What the server around Astro gives with a request. */
  interface Locals {
    /** Takes what was thrown while the answer was made, for the log; not there in development. */
    noteError?: (error: unknown) => void;
  }
}
