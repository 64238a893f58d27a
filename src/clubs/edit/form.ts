import { formatLinks, type ClubLink } from '../links.ts';
import { FIELD_NAMES, FIELDS, parseField, type ClubIssue, type FieldName, type ValuesOf } from '../record.ts';

/** The fields that the history stores. */
export type KeptField = Exclude<FieldName, 'id'>;
export const KEPT_FIELDS = FIELD_NAMES.filter((name): name is KeptField => name !== 'id');

/** The fields of the form. Saving sets `confirmed_on`. */
export type FormField = Exclude<KeptField, 'confirmed_on'>;
export const FORM_FIELDS = KEPT_FIELDS.filter((name): name is FormField => name !== 'confirmed_on');

/** What officers may change (src/access.ts has the routes): every field but these. */
export const OFFICER_FIELDS: ReadonlySet<FormField> = new Set(
  FORM_FIELDS.filter((name) => !['name', 'is_active', 'parent_name'].includes(name)),
);

export type ClubValues = Partial<ValuesOf<FormField>>;

/** The fields of a club as texts, in the format of a CSV file. */
export type ClubTexts = Record<KeptField, string>;

export type ClubFormResult = { value: ClubValues; issues?: undefined } | { value?: undefined; issues: ClubIssue[] };

/**
 * Reads a form whose fields have the names of CSV columns. Missing fields stay unchanged. The last value of a repeated
 * field counts, so that a hidden field can supply the value of an unchecked checkbox.
 */
export function readClubForm(
  form: Iterable<readonly [name: string, value: unknown]>,
  { allowed }: { allowed: ReadonlySet<FormField> },
): ClubFormResult {
  const given = new Map(form);
  const value: Record<string, unknown> = {};
  const issues: ClubIssue[] = [];
  for (const field of FIELD_NAMES) {
    const text = given.get(field);
    if (typeof text !== 'string') continue;
    if (field === 'id' || field === 'confirmed_on' || !allowed.has(field)) {
      issues.push({ field, code: 'notAllowed' });
      continue;
    }
    const read = readField(field, text);
    Object.assign(value, read.value);
    issues.push(...read.issues);
  }
  return issues.length > 0 ? { issues } : { value };
}

function readField(field: FormField, text: string): { value: Record<string, unknown>; issues: ClubIssue[] } {
  const isAddress = field === 'website' || field === 'contact';
  // An import accepts a URL with spaces and warns; the user of a form can correct it.
  if (isAddress && /^https?:.*\s/is.test(text.trim())) {
    return { value: {}, issues: [{ field, code: field }] };
  }
  const { value = {}, issues = [] } = parseField(field, toLines(text));
  return { value, issues: issues.map((issue) => ({ field, ...issue })) };
}

/** Reads each field by itself: the values of the valid ones, and the issues of the others. */
export function readValidFields(texts: Partial<ClubTexts>): { value: ClubValues; issues: ClubIssue[] } {
  const read = FORM_FIELDS.flatMap((field) => {
    const text = texts[field];
    return text === undefined ? [] : [readField(field, text)];
  });
  return {
    value: Object.assign({}, ...read.map(({ value }) => value)) as ClubValues,
    issues: read.flatMap(({ issues }) => issues),
  };
}

/** Browsers submit line breaks as CR LF. */
export const toLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Formats fields that are not stored as text. */
const TEXTS: Partial<Record<KeptField, (values: Readonly<Record<string, unknown>>) => string>> = {
  links: ({ links }) => formatLinks((links ?? []) as ClubLink[]),
};

export function toText(field: KeptField, values: Readonly<Record<string, unknown>>): string {
  const text = TEXTS[field];
  if (text) return text(values);
  const value = FIELDS[field].stored.map((name) => values[name]).find((one) => one !== null && one !== undefined);
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
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
    (one) => one.before !== one.after,
  );

export const fieldsOf = (values: object): FormField[] =>
  FORM_FIELDS.filter((field) => FIELDS[field].stored.some((name) => name in values));

/** The maximum length of each field that has a limit, in characters. */
export const FIELD_LIMITS: Readonly<Partial<Record<FormField, number>>> = Object.fromEntries(
  FORM_FIELDS.flatMap((field) => {
    const limit: number | undefined = FIELDS[field].limit;
    return limit === undefined ? [] : [[field, limit]];
  }),
);

/** How to count the characters of a field: as they are, trimmed, or trimmed and in NFC. */
export type Counted = 'whole' | 'trimmed' | 'name';

const COUNTED: Partial<Record<FormField, Counted>> = {
  ...{ name: 'name', parent_name: 'name', website: 'trimmed', contact: 'trimmed', logo_url: 'trimmed' },
};

export const FIELD_COUNTS: Readonly<Partial<Record<FormField, Counted>>> = Object.fromEntries(
  Object.keys(FIELD_LIMITS).map((field) => [field, COUNTED[field as FormField] ?? 'whole']),
);
