import { plainHtml, withOwnDirections } from '../../lib/html.ts';
import { readCategories } from './category.ts';
import type { ClubDetail, ClubFamily } from './columns.ts';
import { localize } from './localized.ts';
import { publicContact } from './contact.ts';
import { serviceOf, type ClubLink, type Service } from './links.ts';

/** `kind` is null for an unknown service. */
interface ShownLink extends ClubLink {
  kind: Service | 'mail' | null;
}

export type ShownClub = ReturnType<typeof showClub>;

export interface ClubPage extends ClubFamily {
  club: ShownClub;
}

/** The values of a club that a page shows. Texts without HTML are shown as plain text. */
export const showClub = (club: Omit<ClubDetail, 'parentId' | 'createdAt'>) => ({
  ...club,
  shortDescriptionHtml: showMarkdown(club, 'shortDescription'),
  descriptionHtml: showMarkdown(club, 'description'),
  howToJoinHtml: showMarkdown(club, 'howToJoin'),
  meetingTimes: localize('meetingTimes', (name) => textsOf(club)[name] ?? ''),
  fee: localize('fee', (name) => textsOf(club)[name] ?? ''),
  categories: readCategories(club.category),
  ...showContact(club),
  links: club.links.map((link): ShownLink => ({ ...link, kind: serviceOf(link.url) })),
});

const textsOf = (values: object) => values as Readonly<Record<string, string | null | undefined>>;

/** `values` has the texts and their HTML. */
const showMarkdown = (values: object, name: string) =>
  localize(name, (name) => withOwnDirections(textsOf(values)[`${name}Html`] ?? plainHtml(textsOf(values)[name] ?? '')));

function showContact(club: Pick<ClubDetail, 'contact' | 'contactBy'>) {
  const { address, hasForm } = publicContact(club);
  const contact: ShownLink | null = address && {
    label: address.text,
    url: address.href,
    kind: address.isEmail ? 'mail' : serviceOf(address.href),
  };
  return { contact, hasContactForm: hasForm };
}
