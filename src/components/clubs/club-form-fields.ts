import type { ClubFormPage } from '../../clubs/edit/form-page.ts';
import type { FormField } from '../../clubs/record/texts.ts';
import { describeIssue } from '../../messages/issues.ts';
import { siteLanguages } from '../../site-settings.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { fieldId } from '../ui/field-ids.ts';

/** With `rows`, a textarea. Weekdays are checkboxes. */
export interface TextFieldSpec {
  type?: 'date' | 'weekdays';
  field: FormField;
  rows?: number;
  inputmode?: 'url';
  lang?: Locale;
  /** The field that it translates, which has its hint. */
  plain?: FormField;
}

/** The groups of the form. The logo is at the end of the first group. */
export const FIELD_GROUPS: readonly {
  name: keyof ReturnType<typeof messages>['clubForm']['groups'];
  fields: readonly TextFieldSpec[];
}[] = [
  {
    name: 'texts',
    fields: [{ field: 'name' }, { field: 'short_description', rows: 4 }, { field: 'description', rows: 12 }],
  },
  {
    name: 'joining',
    fields: [
      { field: 'meeting_times' },
      { field: 'meeting_days', type: 'weekdays' },
      { field: 'meeting_place' },
      { field: 'fee' },
      { field: 'beginners_welcome' },
      { field: 'how_to_join', rows: 4 },
      { field: 'joining_url', inputmode: 'url' },
      { field: 'joining_from', type: 'date' },
      { field: 'joining_until', type: 'date' },
    ],
  },
  {
    name: 'contact',
    fields: [
      { field: 'website', inputmode: 'url' },
      { field: 'contact' },
      { field: 'contact_by' },
      { field: 'links', rows: 4 },
    ],
  },
  {
    name: 'directory',
    fields: [
      { field: 'category', rows: 2 },
      { field: 'aliases', rows: 3 },
      { field: 'parent_name' },
      { field: 'is_active' },
    ],
  },
];

/** The allowed fields of a group before, in and after the texts in each language, which are together. */
export function splitFields(group: readonly TextFieldSpec[], { fields, allowed }: ClubFormPage) {
  const specs = group.filter(({ field }) => allowed.has(field));
  const languages = siteLanguages();
  const localized = specs.filter(({ field }) => fields[field].localized && languages.length > 1);
  const others = specs.filter((spec) => !localized.includes(spec));
  const first = localized[0] ? specs.indexOf(localized[0]) : specs.length;
  const tabs = languages.map((language, index) => ({
    language,
    specs: localized.map(({ field, ...spec }): TextFieldSpec => {
      const name = index === 0 ? field : (`${field}_${language}` as FormField);
      return { ...spec, field: name, plain: field, lang: language };
    }),
  }));
  return { before: others.slice(0, first), tabs: localized.length > 0 ? tabs : [], after: others.slice(first) };
}

/** The errors of a field, one per line. */
export const errorOf = ({ unsaved }: ClubFormPage, field: FormField, locale: Locale): string =>
  (unsaved?.issues ?? [])
    .filter((issue) => issue.field === field)
    .map((issue) => describeIssue(issue, locale))
    .join('\n');

/** All errors, with links to the fields that the form has. */
export function listErrors({ unsaved, logoError, allowed }: ClubFormPage, locale: Locale) {
  if (!unsaved || unsaved.conflict || unsaved.isPreview) return [];
  const { clubFields } = messages(locale);
  const issues = unsaved.issues
    .filter(({ field }) => field !== 'logo_url' || logoError === null)
    .map((issue) => ({ field: issue.field, said: describeIssue(issue, locale) }));
  const all = logoError === null ? issues : [...issues, { field: 'logo_url' as const, said: logoError }];
  return all.map(({ field, said }) => ({
    label: field === 'id' ? field : clubFields[field],
    said,
    place: [...allowed].some((one) => one === field) ? `#${fieldId(field === 'logo_url' ? 'logo' : field)}` : null,
  }));
}
