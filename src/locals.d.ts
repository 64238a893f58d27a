import type { User } from './accounts/permissions.ts';
import type { Locale } from './messages/locales.ts';

declare global {
  namespace App {
    interface Locals {
      /** The language of the page. */
      locale: Locale;
      /** The user; null for visitors, on prerendered pages and in the API. */
      user: User | null;
      /** Takes what was thrown while the answer was made, for the log; not there in development. */
      noteError?: (error: unknown) => void;
    }
  }
}
