declare namespace App {
  /** What the server around Astro is told of a request. */
  interface Locals {
    /** What was thrown while the answer was made, for the log. */
    error?: unknown;
  }
}
