import { identity, markUrl, unfilledPages } from 'virtual:identity';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { pathsIn } from '../paths.ts';
import { HOME_PAGE, PAGES_FOLDER } from './files.ts';
import type { SiteLink } from './site-file.ts';

/** The identity of the site in one language. */
export interface LocalIdentity {
  name: string;
  association: string;
  /** How the clubs of the association are called. */
  associationClubs: string;
  tagline: string;
  description: string;
  /** Where questions are answered. */
  contactHref: string | null;
  links: { menu: LocalLink[]; footer: LocalLink[] };
}

interface LocalLink {
  label: string;
  href: string;
  /** Whether its page still has places to fill in: only administrators see the link. */
  isUnfilled: boolean;
}

/** The links that a user sees; null is a visitor. */
export const shownLinks = (
  links: readonly LocalLink[],
  user: { permissions: ReadonlySet<string> } | null | undefined,
) => links.filter(({ isUnfilled }) => !isUnfilled || user?.permissions.has('auth.change_user'));

/** The address of the mark of the association. */
export { markUrl };

const identities = new Map<Locale, LocalIdentity>();

/** Who runs the site, in a language. */
export function identityIn(locale: Locale): LocalIdentity {
  const known = identities.get(locale);
  if (known) return known;
  // On demand, because addresses depend on the settings.
  const made = toLocal(locale);
  identities.set(locale, made);
  return made;
}

function toLocal(locale: Locale): LocalIdentity {
  const paths = pathsIn(locale);
  const { name, association, association_clubs: clubs, tagline, description, contact, links } = identity;
  const hrefOf = (link: SiteLink) => {
    if (!('page' in link)) return link.href[locale];
    return link.page === HOME_PAGE ? paths.home : paths.page(link.page);
  };
  const local = (link: SiteLink): LocalLink => ({
    label: link.label[locale],
    href: hrefOf(link),
    isUnfilled: 'page' in link && unfilledPages.some((file) => file.startsWith(`${PAGES_FOLDER}/${link.page}.`)),
  });
  return {
    name: name[locale],
    association: association[locale],
    associationClubs: clubs?.[locale] ?? messages(locale).site.menu.clubList(association[locale]),
    tagline: tagline[locale],
    description: description[locale],
    contactHref: contact === undefined ? null : URL.canParse(contact) ? contact : `mailto:${contact}`,
    links: { menu: links.menu.map(local), footer: links.footer.map(local) },
  };
}
