import * as v from 'valibot';
import { isEmail } from '../../contact.ts';
import { readClubForm, toLines, type ClubIssue, type FormField } from '../../edit/form.ts';
import { countCharacters } from '../../text.ts';

/* What visitors write to the board, by two forms that need no account. */

/** What may be wrong with a club. */
export const TOPICS = ['inactive', 'contact', 'text', 'twice', 'other'] as const;
export type Topic = (typeof TOPICS)[number];
/** Of these nobody knows what is meant without a word more. */
const NEED_WORDS: readonly Topic[] = ['text', 'twice', 'other'];

/** In characters; the table has the same of a message. */
export const MESSAGE_LIMITS = { message: 2000, sender: 254 } as const;

/** A field that people do not see and leave empty, and programs fill in. */
export const TRAP = 'leave_empty';

/** Says which clubs of nearly its name whoever proposes one was told of, by their numbers. */
export const TOLD_OF = 'told_of';

/** What somebody may say of a club that is missing: enough for its card. The board adds the rest. */
export const PROPOSED_FIELDS = ['name', 'short_description', 'category', 'website', 'contact'] as const;
const PROPOSED: ReadonlySet<FormField> = new Set(PROPOSED_FIELDS);
export type ProposedTexts = Partial<Record<(typeof PROPOSED_FIELDS)[number], string>>;

export type NoteField = 'topic' | 'message' | 'sender' | typeof TRAP;
export type NoteFault = 'noTopic' | 'missing' | 'nul' | 'tooLong' | 'noEmail' | 'notEmpty';
export type NoteFaults = Partial<Record<NoteField, NoteFault>>;

const fault = (kind: NoteFault) => kind;

const noNul = v.check((text: string) => !text.includes('\0'), fault('nul'));
const upTo = (limit: number) => v.check((text: string) => countCharacters(text) <= limit, fault('tooLong'));

const NOTE = {
  message: v.pipe(v.string(), v.transform(toLines), v.trim(), noNul, upTo(MESSAGE_LIMITS.message)),
  sender: v.pipe(
    v.string(),
    v.trim(),
    noNul,
    upTo(MESSAGE_LIMITS.sender),
    v.check((text) => text === '' || isEmail(text), fault('noEmail')),
  ),
  [TRAP]: v.pipe(
    v.string(),
    v.check((text) => text === '', fault('notEmpty')),
  ),
};
const NoteSchema = v.object(NOTE);
const SuggestionSchema = v.pipe(
  v.object({ topic: v.picklist(TOPICS, fault('noTopic')), ...NOTE }),
  v.forward(
    v.partialCheck(
      [['topic'], ['message']],
      ({ topic, message }) => /[^\p{Cf}\s]/u.test(message) || !NEED_WORDS.includes(topic),
      fault('missing'),
    ),
    ['message'],
  ),
);

/** Something that is wrong with a club. */
export interface Suggestion {
  topic: Topic;
  message: string;
  /** An e-mail address to answer to; empty for none. */
  sender: string;
}

/** A club that is missing. */
export interface Proposal {
  name: string;
  texts: ProposedTexts;
  message: string;
  sender: string;
}

/** A form of a note as it was sent, for the form again. */
export type NoteTexts = Partial<Record<string, string>>;

/** Reads that something is wrong with a club, or what is wrong with the form. */
export function readSuggestion(
  form: FormData,
): { value: Suggestion; faults?: undefined } | { value?: undefined; faults: NoteFaults } {
  const parsed = v.safeParse(SuggestionSchema, readTexts(form, ['topic', 'message', 'sender', TRAP]));
  if (!parsed.success) return { faults: faultsOf(parsed.issues) };
  const { topic, message, sender } = parsed.output;
  return { value: { topic, message, sender } };
}

/** Reads which club is missing, or what is wrong with the form. */
export function readProposal(
  form: FormData,
):
  | { value: Proposal; faults?: undefined; issues?: undefined }
  | { value?: undefined; faults: NoteFaults; issues: ClubIssue[] } {
  const parsed = v.safeParse(NoteSchema, readTexts(form, ['message', 'sender', TRAP]));
  const given = readTexts(form, PROPOSED_FIELDS);
  const club = readProposedClub(given);
  if (!parsed.success || !club.value)
    return { faults: parsed.success ? {} : faultsOf(parsed.issues), issues: club.issues ?? [] };
  const texts = Object.fromEntries(
    PROPOSED_FIELDS.map((field) => [field, toLines(given[field]).trim()] as const).filter(([, text]) => text),
  );
  const { message, sender } = parsed.output;
  return { value: { name: club.value.name ?? '', texts, message, sender } };
}

/** What these texts say of a club; a club that is made of them is active. */
export const readProposedClub = (texts: ProposedTexts | NoteTexts) =>
  readClubForm(
    PROPOSED_FIELDS.map((field) => [field, texts[field] ?? ''] as const),
    { allowed: PROPOSED },
  );

/** The texts of a form; one that is not there is empty, and of several the last counts. */
export const readTexts = <Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(
    names.map((name) => {
      const text = form.getAll(name).at(-1);
      return [name, typeof text === 'string' ? text : ''];
    }),
  ) as Record<Name, string>;

function faultsOf(issues: readonly v.BaseIssue<unknown>[]): NoteFaults {
  const faults: NoteFaults = {};
  for (const issue of issues) faults[v.getDotPath(issue) as NoteField] ??= issue.message as NoteFault;
  return faults;
}
