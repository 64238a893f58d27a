import { finishJoining } from './joining.ts';
import {
  FIELD_NAMES,
  FIELDS,
  parseField,
  siteFields,
  toText,
  type ClubIssue,
  type FieldName,
  type ValuesOf,
} from './fields.ts';

/** The fields that the history stores. */
export type KeptField = Exclude<FieldName, 'id'>;
export const KEPT_FIELDS = FIELD_NAMES.filter((name): name is KeptField => name !== 'id');

/** Saving sets `confirmed_on`. */
export type FormField = Exclude<KeptField, 'confirmed_on'>;
export const FORM_FIELDS = KEPT_FIELDS.filter((name): name is FormField => name !== 'confirmed_on');

const ALL_FIELDS: ReadonlySet<FieldName> = new Set(FORM_FIELDS);

/** What officers may change; src/routes.ts has the routes. */
export const OFFICER_FIELDS: ReadonlySet<FormField> = new Set(
  FORM_FIELDS.filter((name) => FIELDS[name].isBoardOnly !== true),
);

export type ClubValues = Partial<ValuesOf<FormField>>;

/** The fields of a club as texts, in the format of a CSV file. */
export type ClubTexts = Record<KeptField, string>;

/**
 * Reads a form with the names of CSV columns: the values of valid fields and the issues of others. Missing fields stay
 * unchanged. The last value of a field counts, so that a hidden field can supply the value of an unchecked checkbox.
 */
export function readClubForm(
  form: Iterable<readonly [name: string, value: unknown]>,
  allowed: ReadonlySet<FieldName> = ALL_FIELDS,
): { value: ClubValues; issues: ClubIssue[] } {
  const texts = new Map(form);
  const value: ClubValues = {};
  const issues: ClubIssue[] = [];
  for (const field of siteFields()) {
    const text = texts.get(field);
    if (typeof text !== 'string') continue;
    if (allowed.has(field)) {
      const read = parseField(field, toLines(text));
      Object.assign(value, read.value);
      issues.push(...(read.issues ?? []).map((issue) => ({ ...issue, field })));
    } else {
      issues.push({ field, code: 'notAllowed' });
    }
  }
  const late = finishJoining(value);
  return { value, issues: late ? [...issues, late] : issues };
}

/** Browsers submit line breaks as CR LF. */
export const toLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** The text of a field as a form would store it; unchanged if it is invalid. */
export function canonicalText(field: FormField, text: string): string {
  const lines = toLines(text);
  const { value } = parseField(field, lines);
  return value ? toText(field, value) : lines;
}

export interface FieldDifference {
  field: KeptField;
  before: string;
  after: string;
}

/** The fields whose texts differ between two states of a club. */
export const compareTexts = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldDifference[] =>
  KEPT_FIELDS.map((field) => ({ field, before: toText(field, before), after: toText(field, after) })).filter(
    ({ before, after }) => before !== after,
  );

/** The names of the values of a field, in a form or in a `ClubState`. */
export const namesOf = (field: KeptField): readonly string[] =>
  field === 'parent_name' ? ['parentName', 'parentId'] : FIELDS[field].stored;

export const fieldsOf = (values: object): FormField[] =>
  FORM_FIELDS.filter((field) => namesOf(field).some((name) => name in values));
