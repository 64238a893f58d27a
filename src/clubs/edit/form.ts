import { formatLinks, type ClubLink } from '../links.ts';
import { type RuleFault } from '../field-rules.ts';
import { FIELD_NAMES, FIELDS, parseField, type FieldName, type ValuesOf } from '../record.ts';

/** What the history has of a club. */
export type KeptField = Exclude<FieldName, 'id'>;
export const KEPT_FIELDS = FIELD_NAMES.filter((name): name is KeptField => name !== 'id');

/** What somebody may fill in. Who saves it confirms it too: that is no field of the form. */
export type FormField = Exclude<KeptField, 'confirmed_on'>;
export const FORM_FIELDS = KEPT_FIELDS.filter((name): name is FormField => name !== 'confirmed_on');

/** What the officers of a club may change of it. */
export const OFFICER_FIELDS: ReadonlySet<FormField> = new Set(
  FORM_FIELDS.filter((name) => !['name', 'is_active', 'parent_name'].includes(name)),
);

/** What a form says of a club; what it leaves out stays as it is. */
export type ClubValues = Partial<ValuesOf<FormField>>;

/** The fields of a club as a form and its history show them, which is how a file has them. */
export type ClubTexts = Record<KeptField, string>;

/** What is wrong with a field. */
export interface ClubIssue {
  field: FieldName;
  fault: FieldFault | 'notAllowed' | 'taken' | 'unknownParent' | 'loop' | 'notTheName';
  /** In which line of the text, from 1, where it is of one. */
  line?: number;
  /** Names of clubs that may have been meant, of a name that none has. */
  near?: string[];
}

export type ClubFormResult = { value: ClubValues; issues?: undefined } | { value?: undefined; issues: ClubIssue[] };

/**
 * Reads a form whose fields are named as the columns of a file. One that is not there stays as it is; of one that is
 * there several times the last counts, so that a box that is not ticked may have a hidden field before it.
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
      issues.push({ field, fault: 'notAllowed' });
      continue;
    }
    const read = readField(field, text);
    Object.assign(value, read.value);
    issues.push(...read.issues);
  }
  return issues.length > 0 ? { issues } : { value };
}

/** What the text of one field says of a club, and what is wrong with it. */
function readField(field: FormField, text: string): { value: Record<string, unknown>; issues: ClubIssue[] } {
  const isAddress = field === 'website' || field === 'contact';
  // A file keeps such an address to the letter, with a warning; who fills in a form can mend it.
  if (isAddress && /^https?:.*\s/is.test(text.trim())) {
    return { value: {}, issues: [{ field, fault: field }] };
  }
  const { value = {}, faults = [] } = parseField(field, toLines(text));
  return { value, issues: faults.map((fault) => describe(field, fault)) };
}

/** What a form says of a club as far as it can be read, field by field, with what is wrong with the others. */
export function readWhatFits(texts: Partial<ClubTexts>): { value: ClubValues; issues: ClubIssue[] } {
  const read = FORM_FIELDS.flatMap((field) => {
    const text = texts[field];
    return text === undefined ? [] : [readField(field, text)];
  });
  return {
    value: Object.assign({}, ...read.map(({ value }) => value)) as ClubValues,
    issues: read.flatMap(({ issues }) => issues),
  };
}

function describe(field: FormField, found: RuleFault): ClubIssue {
  const line = 'inLine' in found ? found.inLine : null;
  return { field, fault: toFieldFault(field, found), ...(line !== null && { line }) };
}

/** Maps the faults of a field to the messages of a form, which are fewer than those of a file. */
function toFieldFault(field: FormField, { code }: RuleFault) {
  switch (code) {
    case 'space':
    case 'secondScheme':
      return field === 'website' || field === 'contact' ? field : 'logo';
    case 'contacts':
    case 'contactPhone':
    case 'contactSign':
    case 'contactSpace':
      return 'contact';
    case 'linkHandle':
      return 'link';
    case 'linkLabel':
    case 'linkUrl':
      return 'longLink';
    case 'tooManyAliases':
    case 'longAlias':
      return 'aliases';
    case 'logoUrl':
      return 'logo';
    case 'statusEmpty':
      return 'status';
    case 'id':
    case 'idFormat':
    case 'day':
    case 'dayOfTwo':
    case 'dayYear':
    case 'dayNumber':
    case 'dayAhead':
      throw new Error(`Unexpected error code for a form field: ${code}`);
    default:
      return code;
  }
}

/** What may be wrong with a text that somebody fills in, for the catalogues of messages. */
export type FieldFault = ReturnType<typeof toFieldFault>;

/** Browsers send every end of a line as CR LF. */
export const toLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** What the text of a field is made of that is stored as no text. */
const TEXTS: Partial<Record<KeptField, (values: Readonly<Record<string, unknown>>) => string>> = {
  links: ({ links }) => formatLinks((links ?? []) as ClubLink[]),
};

/** The text of a field, of the values that it is stored as. */
export function toText(field: KeptField, values: Readonly<Record<string, unknown>>): string {
  const text = TEXTS[field];
  if (text) return text(values);
  const value = FIELDS[field].stored.map((name) => values[name]).find((one) => one !== null && one !== undefined);
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** A field whose text is another one. */
export interface FieldDifference {
  field: KeptField;
  before: string;
  after: string;
}

/** The fields in which two states of a club differ, as a form shows them. */
export const compareTexts = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldDifference[] =>
  KEPT_FIELDS.map((field) => ({ field, before: toText(field, before), after: toText(field, after) })).filter(
    (one) => one.before !== one.after,
  );

/** The fields of a form that values are of. */
export const fieldsOf = (values: object): FormField[] =>
  FORM_FIELDS.filter((field) => FIELDS[field].stored.some((name) => name in values));

/** The most characters of each field that has a limit. */
export const FIELD_LIMITS: Readonly<Partial<Record<FormField, number>>> = Object.fromEntries(
  FORM_FIELDS.flatMap((field) => {
    const limit: number | undefined = FIELDS[field].limit;
    return limit === undefined ? [] : [[field, limit]];
  }),
);

/** How the characters of a field count: all of them, without the spaces around, or as a name is kept. */
export type Counted = 'whole' | 'trimmed' | 'name';

/** Asked of the field's rule itself, so that no page can count otherwise. */
function howCounted(field: FormField): Counted {
  const limit = FIELD_LIMITS[field] ?? 0;
  const isTooLong = (text: string) => readField(field, text).issues.some(({ fault }) => fault === 'tooLong');
  if (isTooLong(' '.repeat(limit + 1))) return 'whole';
  // Two code points, and one in NFC.
  return isTooLong('e\u0301'.repeat(limit)) ? 'trimmed' : 'name';
}

/** How each field counts that has a limit. */
export const FIELD_COUNTS: Readonly<Partial<Record<FormField, Counted>>> = Object.fromEntries(
  (Object.keys(FIELD_LIMITS) as FormField[]).map((field) => [field, howCounted(field)]),
);
