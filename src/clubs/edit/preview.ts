import { withoutTabStops } from '../../html.ts';
import { renderClubTexts } from '../../markdown.ts';
import { readCategories } from '../category.ts';
import { showClub, type ClubPage } from '../club-page.ts';
import { today } from '../day.ts';
import type { Directory } from '../directory.ts';
import { readWhatFits, type ClubIssue, type ClubTexts } from './form.ts';
import { findFamily } from './save.ts';

/**
 * What a form says of a club, as its card and its page would show it once it is saved. The club has the number 0 while it
 * has none, and an empty name where none can be read.
 */
export interface ClubPreview extends ClubPage {
  /** What is wrong with the texts that are not shown. */
  issues: ClubIssue[];
}

/** Makes of what a form says what visitors would see. Texts that would be refused are not rendered, however long they are. */
export async function loadClubPreview(
  { sql }: Pick<Directory, 'sql'>,
  clubId: number | null,
  texts: Partial<ClubTexts>,
): Promise<ClubPreview> {
  const { value, issues } = readWhatFits(texts);
  const { parentName = '' } = value;
  const { shortDescriptionHtml, descriptionHtml } = await renderClubTexts({
    shortDescription: value.shortDescription ?? '',
    description: value.description ?? '',
  });
  const { parent, children } = await findFamily(sql, clubId, parentName);
  return {
    club: showClub({
      id: clubId ?? 0,
      name: value.name ?? '',
      logo: value.logo ?? null,
      isActive: value.isActive ?? true,
      shortDescriptionHtml: withoutTabStops(shortDescriptionHtml),
      descriptionHtml: withoutTabStops(descriptionHtml),
      website: value.website ?? null,
      contact: value.contact ?? null,
      links: value.links ?? [],
      categories: readCategories(value.category ?? ''),
      // Who saves it confirms it.
      confirmedOn: today(),
    }),
    parent,
    children,
    issues:
      parentName !== '' && parent === null ? [...issues, { field: 'parent_name', fault: 'unknownParent' }] : issues,
  };
}
