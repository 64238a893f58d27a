import { identity, markUrl } from 'virtual:identity';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { pathsIn } from '../paths.ts';
import type { SiteLink } from './site-file.ts';

/** Who runs the site, in one language, as pages say it. */
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
}

/** The address of the mark of the association: an image that is as high as it is wide. */
export { markUrl };

/** Who runs the site, in a language. */
export function identityIn(locale: Locale): LocalIdentity {
  const { name, association, associationClubs, tagline, description, contact, links } = identity;
  const local = (link: SiteLink): LocalLink => ({
    label: link.label[locale],
    href: 'page' in link ? pathsIn(locale).page(link.page) : link.href[locale],
  });
  return {
    name: name[locale],
    association: association[locale],
    associationClubs: associationClubs[locale] ?? messages(locale).site.menu.clubList(association[locale]),
    tagline: tagline[locale],
    description: description[locale],
    contactHref: contact === null || URL.canParse(contact) ? contact : `mailto:${contact}`,
    links: { menu: links.menu.map(local), footer: links.footer.map(local) },
  };
}
