import { withoutTabStops } from '../html.ts';
import { renderClubTexts } from '../markdown.ts';
import { readWhatFits, type ClubTexts, type FieldFault, type FormField } from './form.ts';

/** What a form says of a club, as its card and its page would show it. */
export interface ClubPreview {
  club: {
    /** 0 for one that has no number yet. */
    id: number;
    /** Empty where none can be read. */
    name: string;
    /** Address on this site, or null for the placeholder. */
    logo: string | null;
    isActive: boolean;
    /** Safe HTML of the Markdown; empty for a text that does not fit. */
    shortDescriptionHtml: string;
    descriptionHtml: string;
  };
  /** What is wrong with the texts that are not shown. */
  faults: Partial<Record<FormField, FieldFault>>;
}

/** Makes of what a form says what visitors would see. Texts that would be refused are not rendered, however long they are. */
export async function loadClubPreview(clubId: number | null, texts: Partial<ClubTexts>): Promise<ClubPreview> {
  const { value, issues } = readWhatFits(texts);
  const html = await renderClubTexts({
    shortDescription: value.shortDescription ?? '',
    description: value.description ?? '',
  });
  return {
    club: {
      id: clubId ?? 0,
      name: value.name ?? '',
      logo: value.logo ?? null,
      isActive: value.isActive ?? true,
      shortDescriptionHtml: withoutTabStops(html.shortDescriptionHtml),
      descriptionHtml: withoutTabStops(html.descriptionHtml),
    },
    faults: Object.fromEntries(issues.map(({ field, fault }) => [field, fault])),
  };
}
