import type { User } from './accounts/permissions.ts';
import type { Locale } from './messages/locales.ts';

declare global {
  namespace App {
    interface Locals {
      /** The language of the page. */
      locale: Locale;
      /** Who asks; null for nobody. On pages that are made once, and in the API, always. */
      user: User | null;
      /** Takes what was thrown while the answer was made, for the log; not there in development. */
      noteError?: (error: unknown) => void;
    }
  }
}
