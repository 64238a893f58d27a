import type { User } from '../../../accounts/permissions.ts';
import type { Database } from '../../../../db/client.ts';
import { AttemptLimit, type Wait } from '../../../lib/attempt-limit.ts';
import { toClientKey } from '../../../lib/ip-address.ts';
import type { Locale } from '../../../messages/locales.ts';
import { messages } from '../../../messages/messages.ts';
import type { ClubIssue } from '../../record/fields.ts';
import { createClub, findEditableClub, refuse, saveClub, type BeforeSave } from '../../edit/save.ts';
import { readClubForm } from '../../record/texts.ts';
import { readProposedClub } from './message-form.ts';
import {
  closeMessage,
  findNewContact,
  findProposal,
  insertMessage,
  linkProposal,
  saveMessage,
  type NewMessage,
} from './queries.ts';

/** Per client address. */
export const MESSAGES_AN_HOUR = 10;

/** The value of Retry-After when the inbox is full. */
export const FULL_SECONDS = 24 * 60 * 60;

const ofAddress = new AttemptLimit(MESSAGES_AN_HOUR, 60 * 60);

export interface FormPage {
  clientAddress: string;
  locals: { locale: Locale };
  response: ResponseInit & { readonly headers: Headers };
}

/** Saves a message. Returns null, or an error message, and sets the status of the response. */
export async function sendByForm(sql: Database, message: NewMessage, page: FormPage): Promise<string | null> {
  const { clientAddress, locals, response } = page;
  const t = messages(locals.locale).notes;
  const outcome = ofAddress.count(toClientKey(clientAddress)) ?? (await saveMessage(sql, message));
  if (outcome === 'saved') return null;
  if (outcome === 'full') {
    response.status = 503;
    response.headers.set('Retry-After', String(FULL_SECONDS));
    return t.full;
  }
  return slow(page, outcome);
}

/** Returns the error message of a limit, and sets the status of the response. */
export function slow({ locals, response }: FormPage, { waitSeconds }: Wait): string {
  response.status = 429;
  response.headers.set('Retry-After', String(waitSeconds));
  return messages(locals.locale).notes.slowed(Math.ceil(waitSeconds / 60));
}

/** Turns a new contact into a message to the board, so that a stolen link cannot take over a club. */
export const proposeContact =
  ({ email, clubId, clubName }: { email: string; clubId: number; clubName: string }): BeforeSave =>
  async (tx, changed) => {
    if (changed.contact === undefined) return null;
    const message = { clubId, clubName, message: changed.contact ?? '', sender: email };
    const outcome = await insertMessage(tx, { kind: 'report', topic: 'newContact', ...message });
    delete changed.contact;
    return outcome === 'full' ? refuse({ field: 'contact', code: 'notAllowed' }) : null;
  };

/** Saves the new contact of a message, and closes the message; false if the message or its club is gone. */
export async function acceptContact(sql: Database, messageId: number, user: User): Promise<boolean> {
  const asked = await findNewContact(sql, messageId);
  const club = asked && (await findEditableClub(sql, asked.clubId));
  if (!club) return false;
  const { value } = readClubForm([['contact', asked.contact]]);
  const beforeSave: BeforeSave = async (tx) =>
    (await closeMessage(tx, messageId, user.id)) ? null : refuse({ field: 'contact', code: 'notAllowed' });
  const saved = await saveClub(sql, user, club.id, club.revision, value, { beforeSave, confirms: false });
  return saved.outcome === 'saved';
}

export type Accepted =
  | { outcome: 'created'; clubId: number; stepId: number | null }
  /** Its name is taken, or its texts are invalid under newer rules. */
  | { outcome: 'refused'; name: string; issues: readonly ClubIssue[] }
  /** It was closed or deleted in the meantime. */
  | { outcome: 'gone' };

/** Creates the club of a proposal and closes the proposal. */
export async function acceptProposal(sql: Database, messageId: number, user: User): Promise<Accepted> {
  const texts = await findProposal(sql, messageId);
  if (!texts) return { outcome: 'gone' };
  const { value, issues } = readProposedClub(texts);
  const { name = '' } = texts;
  if (issues.length > 0) return { outcome: 'refused', name, issues };
  const message = { isOpen: true };
  const created = await createClub(sql, user, { ...value, isActive: true }, async (tx) => {
    message.isOpen = await closeMessage(tx, messageId, user.id);
    return message.isOpen ? null : refuse({ field: 'name', code: 'notAllowed' });
  });
  if (!message.isOpen) return { outcome: 'gone' };
  if (created.outcome === 'refused') return { ...created, name };
  await linkProposal(sql, messageId, created.club.id, user.id);
  return { outcome: 'created', clubId: created.club.id, stepId: created.stepId };
}
