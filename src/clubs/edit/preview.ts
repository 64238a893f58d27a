import type { Database } from '../../../db/client.ts';
import type { ClubIssue, HtmlName, ValuesOf } from '../record/fields.ts';
import { renderClubTexts } from '../record/markdown.ts';
import { showClub, type ClubPage } from '../record/shown-club.ts';
import { FORM_FIELDS, readClubForm, type ClubTexts, type FormField } from '../record/texts.ts';
import { findSimilarClubs } from '../directory/index-queries.ts';
import type { SimilarClub } from '../directory/similarity.ts';
import { findFamily } from './names.ts';

/** The card and the page of a club after saving. A new club has the id 0, an invalid name is empty. */
export interface ClubPreview extends ClubPage {
  issues: ClubIssue[];
  /** The clubs that a new one may be. */
  similar: SimilarClub[];
}

/** Renders the texts of a form for visitors. Invalid texts are left out. */
export async function loadClubPreview(
  sql: Database,
  clubId: number | null,
  texts: Partial<ClubTexts>,
): Promise<ClubPreview> {
  const { value, issues } = readClubForm(FORM_FIELDS.map((field) => [field, texts[field]]));
  const { value: blank } = readClubForm(FORM_FIELDS.map((field) => [field, '']));
  const values = { name: '', isActive: true, ...blank, ...value } as ValuesOf<FormField>;
  const { parentName } = values;
  const html = Object.entries(await renderClubTexts(values)).map(([name, text]) => [name, withoutTabStops(text)]);
  const { parent, children } = await findFamily(sql, clubId, parentName);
  return {
    similar: clubId === null ? await findSimilarClubs(sql, value) : [],
    club: showClub({
      ...values,
      ...(Object.fromEntries(html) as Record<HtmlName, string>),
      id: clubId ?? 0,
      confirmedOn: texts.confirmed_on === '' ? null : (texts.confirmed_on ?? null),
    }),
    parent,
    children,
    issues:
      parentName !== '' && parent === null ? [...issues, { field: 'parent_name', code: 'unknownParent' }] : issues,
  };
}

/** HTML whose links the Tab key skips, because they lead away from a form. */
const withoutTabStops = (html: string): string => html.replaceAll('<a ', '<a tabindex="-1" ');
