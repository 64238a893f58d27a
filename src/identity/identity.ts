import { byLocale, LOCALES, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { pathsIn } from '../paths.ts';
import { HOME_PAGE } from './files.ts';
import { isUnfilled } from './pages.ts';
import { siteContent, type SiteContent } from './site.ts';
import type { SiteLink } from './site-file.ts';

interface LocalLink {
  label: string;
  href: string;
  /** Whether its page has unfilled placeholders: only administrators see the link. */
  isUnfilled: boolean;
}

/** The links that a user sees; null is a visitor. */
export const shownLinks = (
  links: readonly LocalLink[],
  user: { permissions: ReadonlySet<string> } | null | undefined,
) => links.filter(({ isUnfilled }) => !isUnfilled || user?.permissions.has('auth.change_user'));

export type LocalIdentity = ReturnType<typeof localize>;
const known = new WeakMap<SiteContent, Partial<Record<Locale, LocalIdentity>>>();

/** Who runs the site, in one language. */
export function identityIn(locale: Locale): LocalIdentity {
  const content = siteContent();
  const identities = known.get(content) ?? {};
  known.set(content, identities);
  return (identities[locale] ??= localize(content, locale));
}

/** The name of the site in each language. */
export const siteNames = () => byLocale((locale) => identityIn(locale).name);

function localize({ identity, languages, pages, mark, stylesheet }: SiteContent, locale: Locale) {
  const paths = pathsIn(locale);
  /** The text in this language, or in the first one of the site that has it. */
  const read = (texts: Partial<Record<Locale, string>>): string =>
    [locale, ...languages, ...LOCALES].map((language) => texts[language]).find((text) => text !== undefined) ?? '';
  const { contact, association_clubs: clubs, links } = identity;
  /** A link to a page that was deleted is left out. */
  const toLocal = (link: SiteLink): LocalLink[] => {
    const label = read(link.label);
    if (!('page' in link)) return [{ label, href: read(link.href), isUnfilled: false }];
    const found = pages.filter(({ name }) => name === link.page);
    const href = link.page === HOME_PAGE ? paths.home : paths.page(link.page);
    const shown = [locale, ...languages].map((one) => found.find((page) => page.locale === one)).find(Boolean);
    return found.length > 0 ? [{ label, href, isUnfilled: shown !== undefined && isUnfilled(shown) }] : [];
  };
  const association = read(identity.association);
  return {
    name: read(identity.name),
    association,
    associationClubs: clubs?.[locale] ?? messages(locale).site.menu.clubList(association),
    tagline: read(identity.tagline),
    description: read(identity.description),
    contactHref: contact === undefined ? null : URL.canParse(contact) ? contact : `mailto:${contact}`,
    links: { menu: links.menu.flatMap(toLocal), footer: links.footer.flatMap(toLocal) },
    markPath: mark.path,
    /** Null for the colours of the project. */
    stylesheetPath: stylesheet?.path ?? null,
  };
}
