import * as v from 'valibot';
import { isEmail } from '../../record/contact.ts';
import { FIELD_NAMES, toSiteField } from '../../record/fields.ts';
import { readClubForm, toLines } from '../../record/texts.ts';
import { textOf } from '../../../lib/form-data.ts';
import { firstMessages } from '../../../lib/result.ts';
import { countCharacters, isVisible } from '../../record/text.ts';
import type { Locale } from '../../../messages/locales.ts';

/* The forms by which visitors write to the board: a problem of a club, and a proposed club. */

export const REPORT_TOPICS = ['inactive', 'contact', 'text', 'twice', 'other'] as const;
/** `newContact`: the message is the new contact of a club, sent by its edit link. */
export const TOPICS = [...REPORT_TOPICS, 'newContact'] as const;
export type Topic = (typeof TOPICS)[number];
const NEED_MESSAGE: readonly Topic[] = ['text', 'twice', 'other'];

/** In characters; the table has the same limit of a message. */
export const MESSAGE_LIMITS = { message: 2000, sender: 254, name: 100 } as const;

/** A hidden field that only bots fill in. */
export const TRAP = 'leave_empty';

/** The fields of a proposed club. The board adds the rest. */
export const PROPOSED_FIELDS = ['name', 'short_description', 'category', 'website', 'contact'] as const;
export type ProposedField = (typeof PROPOSED_FIELDS)[number];
/** `language` is that of the page on which they were written. */
export type ProposedTexts = Partial<Record<ProposedField | 'language', string>>;

export type NoteField = 'topic' | 'name' | 'message' | 'sender' | typeof TRAP;
export type NoteIssue = 'noTopic' | 'missing' | 'nul' | 'tooLong' | 'noEmail' | 'notEmpty';
export type NoteIssues = Partial<Record<NoteField, NoteIssue>>;

const issue = (kind: NoteIssue) => kind;

const noNul = v.check((text: string) => !text.includes('\0'), issue('nul'));
const upTo = (limit: number) => v.check((text: string) => countCharacters(text) <= limit, issue('tooLong'));

const NOTE = {
  message: v.pipe(v.string(), v.transform(toLines), v.trim(), noNul, upTo(MESSAGE_LIMITS.message)),
  /** An e-mail address to answer to; empty for none. */
  sender: v.pipe(
    v.string(),
    v.trim(),
    noNul,
    upTo(MESSAGE_LIMITS.sender),
    v.check((text) => text === '' || isEmail(text), issue('noEmail')),
  ),
  [TRAP]: v.pipe(
    v.string(),
    v.check((text) => text === '', issue('notEmpty')),
  ),
};
const NoteSchema = v.object(NOTE);
const missing = v.check(isVisible, issue('missing'));
const ClubMessageSchema = v.object({
  ...NOTE,
  message: v.pipe(NOTE.message, missing),
  sender: v.pipe(NOTE.sender, missing),
  name: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()),
    upTo(MESSAGE_LIMITS.name),
  ),
});
const ReportSchema = v.pipe(
  v.object({ topic: v.picklist(REPORT_TOPICS, issue('noTopic')), ...NOTE }),
  v.forward(
    v.partialCheck(
      [['topic'], ['message']],
      ({ topic, message }) => isVisible(message) || !NEED_MESSAGE.includes(topic),
      issue('missing'),
    ),
    ['message'],
  ),
);

export type NoteTexts = Partial<Record<string, string>>;

function readNote<Output>(schema: v.GenericSchema<unknown, Output> & { entries: object }, form: FormData) {
  const parsed = v.safeParse(schema, readFields(form, Object.keys(schema.entries)));
  if (parsed.success) return { value: parsed.output };
  return { issues: Object.fromEntries(firstMessages(parsed.issues)) as NoteIssues };
}

export const readReport = (form: FormData) => readNote(ReportSchema, form);

/** Reads a message to a club. */
export const readClubMessage = (form: FormData) => readNote(ClubMessageSchema, form);

export function readProposal(form: FormData, language: Locale) {
  const note = readNote(NoteSchema, form);
  const fields = readFields(form, PROPOSED_FIELDS);
  const club = readProposedClub(fields);
  if (!note.value || club.issues.length > 0) return { issues: note.issues, clubIssues: club.issues };
  const texts: ProposedTexts = Object.fromEntries([
    ...PROPOSED_FIELDS.map((field) => [field, toLines(fields[field]).trim()] as const).filter(([, text]) => text),
    ['language', language],
  ]);
  const { message, sender } = note.value;
  return { value: { name: club.value.name ?? '', texts, message, sender } };
}

/** The short description goes to the field of its language, if the site has that language. */
export const readProposedClub = (texts: ProposedTexts) =>
  readClubForm(
    PROPOSED_FIELDS.map((field) => {
      const name = FIELD_NAMES.find((name) => name === `${field}_${texts.language}`);
      return [(name && toSiteField(name)) ?? field, texts[field] ?? ''] as const;
    }),
  );

/** The texts of fields; empty for a missing field. */
export const readFields = <Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>;
