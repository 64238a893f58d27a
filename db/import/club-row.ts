import * as v from 'valibot';
import {
  CLUB_LIMITS,
  LogoUrlSchema,
  NameSchema,
  splitLogoUrl,
  textUpTo,
  WebsiteSchema,
} from '../../src/clubs/record.ts';

const ClubNameSchema = v.pipe(
  NameSchema,
  v.check((name) => name !== '', 'must not be empty'),
);

const IsActiveSchema = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((text) => text === 'true' || text === '1'),
);

/** The columns of a file, in the order of an export, with the rules of their cells. */
export const ClubRowSchema = v.object({
  name: ClubNameSchema,
  short_description: textUpTo(CLUB_LIMITS.shortDescription),
  is_active: IsActiveSchema,
  parent_name: NameSchema,
  logo_url: v.pipe(LogoUrlSchema, v.transform(splitLogoUrl)),
  website: WebsiteSchema,
  category: textUpTo(CLUB_LIMITS.category),
  description: v.optional(textUpTo(CLUB_LIMITS.description)),
});

type Column = keyof typeof ClubRowSchema.entries;

export const COLUMNS = Object.keys(ClubRowSchema.entries) as Column[];
export const REQUIRED_COLUMNS = COLUMNS.filter((column) => ClubRowSchema.entries[column].type !== 'optional');

export const isColumn = (name: string): name is Column => (COLUMNS as string[]).includes(name);

/** A row that keeps all rules of its own. Texts are empty for an empty cell, undefined for a column that is not there. */
export interface ClubRow {
  /** Where its record starts in the file; the header is line 1. */
  line: number;
  name: string;
  shortDescription: string;
  description: string | undefined;
  isActive: boolean;
  parentName: string;
  logo: string | null;
  foreignLogoUrl: string | null;
  website: string;
  category: string;
}

export const toClubRow = (line: number, cells: v.InferOutput<typeof ClubRowSchema>): ClubRow => ({
  line,
  name: cells.name,
  shortDescription: cells.short_description,
  description: cells.description,
  isActive: cells.is_active,
  parentName: cells.parent_name,
  ...cells.logo_url,
  website: cells.website,
  category: cells.category,
});

/** What is wrong with the record that starts at a line; a record has as many issues as it has bad cells. */
export interface RowIssue {
  line: number;
  message: string;
}

/** A cell's text in a message: without line breaks and control characters, and not too long. */
export function quoteCell(text: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text;
  return JSON.stringify(shown).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
