import type { Database } from '../../db/client.ts';
import { readClubId } from '../clubs/search.ts';
import { textOf } from '../lib/form-data.ts';
import { seeOther } from '../lib/responses.ts';
import type { LogFields } from '../lib/log.ts';
import type { Locale } from '../messages/locales.ts';
import { messages, type Done } from '../messages/messages.ts';
import { pathsIn, withDone } from '../paths.ts';
import { sendInvitation, type SentInvitation } from './emails.ts';
import { describeFieldIssue, EmailFormSchema, PersonSchema } from './fields.ts';
import { notFound, readForm, readGrants, type FormOutcome, type Refusal, type FormInput } from './form.ts';
import { replaceGrants } from './grants.ts';
import { withdrawInvitation } from './invitations.ts';
import { MANAGE_USERS, permissionsOf, type User } from './permissions.ts';
import { endSessions } from './sessions.ts';
import { logAccount } from './sign-in.ts';
import { deleteUser, findUser, unlinkIdentity, updatePerson, type UserDetails } from './users.ts';

export async function submitUsersForm(
  sql: Database,
  input: FormInput,
  user: User,
  siteNames: Record<Locale, string>,
): Promise<FormOutcome<SentInvitation>> {
  const { form, action, locale } = input;
  if (action === 'withdraw') {
    const id = readClubId(textOf(form, 'invitation_id'));
    if (id !== null) await withdrawInvitation(sql, id);
    return seeOther(withDone(pathsIn(locale).users, 'invitationWithdrawn'));
  }
  const { value, errors } = await readForm(EmailFormSchema, input);
  if (!value) return { errors };
  const invitation = { ...value, ...readGrants(form), locale, isLinkHidden: false };
  return { result: await sendInvitation(sql, user, invitation, siteNames) };
}

export async function submitUserForm(
  sql: Database,
  input: FormInput,
  user: UserDetails,
  by: User,
): Promise<FormOutcome> {
  const { form, locale, clientAddress } = input;
  const { id } = user;
  const paths = pathsIn(locale);
  const t = messages(locale).users;
  const log = (event: string, fields: LogFields = {}) =>
    logAccount(event, clientAddress, { account: id, by: by.id, ...fields });
  const done = (what: Done) => seeOther(withDone(paths.userView(id), what));
  const lastManager: Refusal = { error: t.lastManager };

  switch (input.action) {
    case 'grants': {
      const grants = readGrants(form);
      const issue = await replaceGrants(sql, id, grants, textOf(form, 'revision'));
      if (issue === 'gone') return notFound();
      if (issue === 'lastManager') return lastManager;
      if (issue === 'changed') {
        const { roles, permissions } = (await findUser(sql, id)) ?? user;
        const names = [...roles, ...permissions].map((name) => t.grantNames[name]);
        return { status: 409, error: t.grantsChanged(names.join(', ')) };
      }
      log('Permissions changed', { now: [...grants.roles, ...grants.permissions].join() || 'none' });
      // Users who took the permission for this page from themselves cannot see it again.
      const isLocked = by.id === id && !permissionsOf(grants).has(MANAGE_USERS);
      return isLocked ? seeOther(paths.login()) : done('cellSaved');
    }
    case 'person': {
      const { value, errors } = await readForm(PersonSchema, input);
      if (!value) return { errors };
      const issue = await updatePerson(sql, id, { name: value.name, email: value.new_email });
      if (issue === 'taken') return { errors: { new_email: describeFieldIssue('taken', locale) } };
      if (issue === null) log('Account edited');
      return done('cellSaved');
    }
    case 'unlink': {
      const methodId = readClubId(textOf(form, 'way_id'));
      const issue = methodId === null ? 'gone' : await unlinkIdentity(sql, id, methodId);
      if (issue === 'lastManager') return lastManager;
      if (issue === null) log('Identity unlinked');
      return done('identityUnlinked');
    }
    case 'sessions':
      await endSessions(sql, id);
      return done('userSessionsEnded');
    case 'delete': {
      const { value } = await readForm(EmailFormSchema, input);
      if (value?.email !== user.email) return { errors: { email: t.deleteMismatch } };
      const issue = await deleteUser(sql, id);
      if (issue === 'lastManager') return lastManager;
      if (issue === null) log('Account deleted');
      return seeOther(by.id === id ? paths.clubList : withDone(paths.users, 'userDeleted'));
    }
    default:
      return {};
  }
}
