import type { User } from './accounts/permissions.ts';
import type { ClubStore } from './clubs/directory/club-store.ts';
import type { ErrorPageName } from './identity/files.ts';
import type { LocalIdentity } from './identity/identity.ts';
import type { Locale } from './messages/locales.ts';
import type { Messages } from './messages/en.ts';
import type { PagePaths } from './paths.ts';

declare global {
  namespace App {
    interface Locals {
      locale: Locale;
      /** The texts, the addresses of pages, and who runs the site, in this language. */
      texts: Messages;
      paths: PagePaths;
      identity: LocalIdentity;
      /** Null for visitors, on prerendered pages and in the API. */
      user: User | null;
      /** The clubs, and the database: only on pages that are rendered on demand, and in the API. */
      store: ClubStore;
      sql: ClubStore['sql'];
      /** The club in the address; 0 on pages without one. */
      clubId: number;
      /** The form that was sent; null for other requests. Pages with `maxFileBytes` read theirs themselves. */
      form: FormData | null;
      /** What src/pages/fragments/static.astro shows; only the server sets it. */
      staticPage?: { name: string } | { error: ErrorPageName };
      /** Notes an error during rendering, for the log; undefined in development. */
      noteError?: (error: unknown) => void;
      /** Accepts the body of a signed-in user who may submit it; others may send less. Undefined in development. */
      admitBody?: () => void;
    }
  }
}
