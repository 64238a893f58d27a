import type { Locale } from './messages/locales.ts';

declare global {
  namespace App {
    interface Locals {
      /** The language of the page. */
      locale: Locale;
      /** Takes what was thrown while the answer was made, for the log; not there in development. */
      noteError?: (error: unknown) => void;
    }
  }
}
