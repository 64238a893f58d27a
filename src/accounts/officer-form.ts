import type { Database } from '../../db/client.ts';
import { readClubId } from '../clubs/search.ts';
import { textOf } from '../form-data.ts';
import { logAccount } from './account-log.ts';
import { EmailFormSchema, readForm, type FieldFault } from './forms.ts';
import { createInvitation, noteLetter, withdrawInvitation } from './invitations.ts';
import { countInvitation } from './login-limit.ts';
import { addOfficer, findOfficers } from './queries.ts';
import { removeOfficer } from './users.ts';

export type OfficerFormResult =
  | { outcome: 'done'; done: 'invitationWithdrawn' | 'officerRemoved' | 'officerAdded' }
  /** `link` is null when it was sent by e-mail: the e-mail proves that the address belongs to the person. */
  | { outcome: 'invited'; email: string; link: string | null; isSent: boolean | null }
  | { outcome: 'forbidden' }
  | { outcome: 'slowed'; waitSeconds: number }
  | { outcome: 'refused'; fault: FieldFault | 'unknown' | 'isOne' | undefined };

interface Context {
  clubId: number;
  user: { id: number; email: string };
  /** Whether the user may appoint and remove officers; all others may only invite. */
  canName: boolean;
  clientAddress: string;
  /** The link of an invitation. */
  linkOf: (token: string) => string;
  /** Sends the link; null on a site that sends no e-mails. */
  send: ((email: string, link: string) => Promise<boolean>) | null;
}

/** Does what a form of the page of a club's officers asks for. */
export async function submitOfficerForm(sql: Database, form: FormData, context: Context): Promise<OfficerFormResult> {
  const { clubId, user, canName, clientAddress } = context;
  if (form.get('action') === 'withdraw') {
    const invitationId = readClubId(textOf(form, 'invitation_id'));
    if (invitationId !== null) await withdrawInvitation(sql, invitationId, user.id, clubId);
    return { outcome: 'done', done: 'invitationWithdrawn' };
  }
  const isInviting = form.has('invite') || form.get('action') === 'invite';
  if ((form.has('remove') || !isInviting) && !canName) return { outcome: 'forbidden' };
  if (form.has('remove')) {
    const officerId = readClubId(textOf(form, 'remove'));
    if (officerId !== null) {
      await removeOfficer(sql, clubId, officerId);
      logAccount('Officer removed', clientAddress, { account: officerId, by: user.id, club: clubId });
    }
    return { outcome: 'done', done: 'officerRemoved' };
  }
  const { value, faults } = await readForm(EmailFormSchema, form);
  if (!value) return { outcome: 'refused', fault: faults.email };
  if (!isInviting) {
    if (!(await addOfficer(sql, clubId, value.email))) return { outcome: 'refused', fault: 'unknown' };
    const added = (await findOfficers(sql, clubId)).find(({ email }) => email === value.email);
    logAccount('Officer added', clientAddress, { account: added?.id ?? null, by: user.id, club: clubId });
    return { outcome: 'done', done: 'officerAdded' };
  }
  if ((await findOfficers(sql, clubId)).some(({ email }) => email === value.email))
    return { outcome: 'refused', fault: 'isOne' };
  const slowed = await countInvitation(user.email);
  if (slowed) return { outcome: 'slowed', waitSeconds: slowed.waitSeconds };
  const token = await createInvitation(sql, { ...value, roles: [], permissions: [], invitedBy: user.id, clubId });
  const link = context.linkOf(token);
  const isSent = context.send && (await context.send(value.email, link));
  if (isSent) await noteLetter(sql, token);
  return { outcome: 'invited', email: value.email, link: isSent ? null : link, isSent };
}
