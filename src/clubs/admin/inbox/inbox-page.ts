import * as v from 'valibot';
import type { Directory } from '../../directory.ts';
import { findCards } from '../../list/cards.ts';
import type { ClubName } from '../../queries.ts';
import { CLUB_ID_MAX } from '../../record.ts';
import { PROPOSED_FIELDS, TOPICS } from './message-form.ts';
import { countOpen, listMessages, type InboxMessage } from './queries.ts';

/** As many messages as one reads at once; what waits behind them comes as these are done. */
const LISTED = 50;
/** Of clubs with nearly the same name so many are told. */
const ALIKE = 3;

/** A message with what it says of a club in the order of its form, but for the name. */
export interface ShownMessage extends Omit<InboxMessage, 'texts'> {
  texts: (readonly [field: (typeof PROPOSED_FIELDS)[number], text: string])[];
  /** Clubs whose names have the one in them that is proposed, however it is spelled. */
  alike: ClubName[];
  /** How its form names it among all that it shows. */
  shown: string;
}

export interface InboxPage {
  isClosed: boolean;
  messages: ShownMessage[];
  /** What these are about, in the order of the form that asks for it, with how many of each. */
  about: [about: About, messages: number][];
  /** How many wait, all together. */
  open: number;
}

/** What somebody does with messages. */
export type InboxAction =
  { action: 'accept'; messageId: number } | { action: 'close' | 'reopen' | 'delete'; messageIds: number[] };

const IdSchema = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), v.minValue(1), v.maxValue(CLUB_ID_MAX));

/** What a message is about: a topic, or a club that is missing. */
const ABOUT = [...TOPICS, 'proposal'] as const;
export type About = (typeof ABOUT)[number];

const aboutOf = ({ kind, topic }: Pick<InboxMessage, 'kind' | 'topic'>): About =>
  kind === 'proposal' ? kind : (topic ?? 'other');

/** A message in the form that shows it, with what it is about. */
const shownText = (message: Pick<InboxMessage, 'id' | 'kind' | 'topic'>): string => `${aboutOf(message)}-${message.id}`;

const ShownSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split('-')),
  v.strictTuple([v.picklist(ABOUT), IdSchema]),
);
const ActionSchema = v.picklist(['close', 'reopen', 'delete']);

/** What is to be done with all messages that a form shows, or with those that are about one thing. */
const AllSchema = v.pipe(
  v.object({
    action: ActionSchema,
    about: v.picklist(['', ...ABOUT]),
    shown: v.pipe(v.array(ShownSchema), v.maxLength(LISTED)),
  }),
  v.transform(({ action, about, shown }) => ({
    action,
    messageIds: shown.filter(([of]) => about === '' || of === about).map(([, id]) => id),
  })),
  v.check(({ messageIds }) => messageIds.length > 0),
);

/** Reads of an address whether it asks for what is done. */
export const readIsClosed = (params: URLSearchParams): boolean => params.get('state') === 'closed';

/** Reads what is to be done with which messages; null of a form that does not say. */
export function readInboxAction(form: FormData): InboxAction | null {
  const accepted = form.get('accept');
  if (accepted !== null) {
    const parsed = v.safeParse(IdSchema, accepted);
    return parsed.success ? { action: 'accept', messageId: parsed.output } : null;
  }
  const action = form.get('all');
  if (action !== null) {
    const parsed = v.safeParse(AllSchema, { action, about: form.get('about'), shown: form.getAll('shown') });
    return parsed.success ? parsed.output : null;
  }
  const parsed = v.safeParse(
    v.object({
      action: ActionSchema,
      messageIds: v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(LISTED)),
    }),
    { action: form.get('action'), messageIds: form.getAll('message') },
  );
  return parsed.success ? parsed.output : null;
}

/** Loads what visitors have written: what waits, or what is done. */
export async function loadInboxPage(directory: Directory, isClosed: boolean): Promise<InboxPage> {
  const { sql } = directory;
  const [messages, open, names] = await Promise.all([
    listMessages(sql, { isClosed, limit: LISTED }),
    countOpen(sql),
    directory.namesSoon(),
  ]);
  const alike = new Map<number, readonly number[]>();
  if (names && !isClosed) {
    for (const { id, kind, clubName: name } of messages) {
      if (kind !== 'proposal') continue;
      const found = names.find({ name, isActive: null, categories: [], excludeIds: [] });
      alike.set(
        id,
        found.slice(0, ALIKE).map((club) => club.id),
      );
    }
  }
  const ids = [...new Set([...alike.values()].flat())];
  const found = names && ids.length > 0 ? await findCards(directory, ids, names.version) : { rows: [] };
  const byId = new Map(found.rows.map((club) => [club.id, club]));
  return {
    isClosed,
    messages: messages.map((message) =>
      show(
        message,
        (alike.get(message.id) ?? []).flatMap((id) => byId.get(id) ?? []),
      ),
    ),
    about: ABOUT.map((about): [About, number] => [
      about,
      messages.filter((message) => aboutOf(message) === about).length,
    ]).filter(([, count]) => count > 0),
    open,
  };
}

const show = ({ texts, ...message }: InboxMessage, alike: ClubName[]): ShownMessage => ({
  ...message,
  alike,
  shown: shownText(message),
  texts: PROPOSED_FIELDS.flatMap((field) => {
    const text = texts?.[field];
    return text && field !== 'name' ? [[field, text] as const] : [];
  }),
});
