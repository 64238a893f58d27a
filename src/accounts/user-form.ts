import { textOf } from '../form-data.ts';
import type { LogFields } from '../log.ts';
import { readClubId } from '../clubs/search.ts';
import type { Database } from '../../db/client.ts';
import { logAccount } from './account-log.ts';
import { EmailFormSchema, PersonSchema, readForm, readGrants, type Faults } from './forms.ts';
import { unlinkIdentity } from './identities.ts';
import { canManageUsers, type Grants } from './permissions.ts';
import { deleteUser, endSessions, removeOfficer, replaceGrants, updatePerson, type UserDetails } from './users.ts';

/** What the forms of an account's page show again when something was refused. */
export interface UserFormInput {
  grants: Grants;
  person: { name: string; email: string };
  /** Typed to confirm the deletion. */
  email: string;
  faults: Faults<'name' | 'new_email'>;
  /** The form that was refused, and why. */
  error: { form: 'grants' | 'unlink' | 'delete'; reason: 'lastManager' | 'changed' | 'mismatch' } | null;
}

export type UserFormResult =
  | {
      outcome: 'saved';
      done: 'userChanged' | 'userPersonChanged' | 'identityUnlinked' | 'officerRemoved' | 'userSessionsEnded';
    }
  /** Managers have taken the permission for this page from themselves. */
  | { outcome: 'left' }
  | { outcome: 'deleted' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; status: 409 | 422; input: UserFormInput };

export const userFormInput = (user: UserDetails): UserFormInput => ({
  grants: user,
  person: { name: user.name, email: user.email },
  email: '',
  faults: {},
  error: null,
});

/** Does what one of the forms of an account's page asks for. */
export async function submitUserForm(
  sql: Database,
  user: UserDetails,
  form: FormData,
  by: { id: number; clientAddress: string },
): Promise<UserFormResult> {
  const log = (event: string, fields: LogFields = {}) => {
    logAccount(event, by.clientAddress, { account: user.id, by: by.id, ...fields });
  };
  const text = (name: string) => textOf(form, name);
  const refuse = (input: Partial<UserFormInput>, status: 409 | 422 = 422) =>
    ({ outcome: 'refused', status, input: { ...userFormInput(user), ...input } }) as const;

  switch (form.get('action')) {
    case 'grants': {
      const grants = readGrants(form);
      const fault = await replaceGrants(sql, user.id, grants, text('revision'), by.id);
      if (fault === 'gone') return { outcome: 'gone' };
      if (fault === 'changed') return refuse({ grants, error: { form: 'grants', reason: 'changed' } }, 409);
      if (fault !== null) return refuse({ grants, error: { form: 'grants', reason: 'lastManager' } });
      log('Permissions changed', { now: [...grants.roles, ...grants.permissions].join() || 'none' });
      return by.id === user.id && !canManageUsers(grants)
        ? { outcome: 'left' }
        : { outcome: 'saved', done: 'userChanged' };
    }
    case 'person': {
      const person = { name: text('name'), email: text('new_email') };
      const read = await readForm(PersonSchema, form);
      if (!read.value) return refuse({ person, faults: read.faults });
      const fault = await updatePerson(sql, user.id, { name: read.value.name, email: read.value.new_email });
      if (fault === 'taken') return refuse({ person, faults: { new_email: 'taken' } });
      if (fault === null) log('Account edited');
      return { outcome: 'saved', done: 'userPersonChanged' };
    }
    case 'unlink': {
      const wayId = readClubId(text('way_id'));
      const fault = wayId === null ? null : await unlinkIdentity(sql, user.id, wayId);
      if (fault === 'lastManager') return refuse({ error: { form: 'unlink', reason: fault } });
      if (wayId !== null && fault === null) log('Identity unlinked');
      return { outcome: 'saved', done: 'identityUnlinked' };
    }
    case 'officer': {
      const clubId = readClubId(text('club_id'));
      if (clubId !== null) {
        await removeOfficer(sql, clubId, user.id);
        log('Officer removed', { club: clubId });
      }
      return { outcome: 'saved', done: 'officerRemoved' };
    }
    case 'sessions':
      await endSessions(sql, user.id);
      return { outcome: 'saved', done: 'userSessionsEnded' };
    case 'delete': {
      const email = text('email');
      if ((await readForm(EmailFormSchema, form)).value?.email !== user.email)
        return refuse({ email, error: { form: 'delete', reason: 'mismatch' } });
      const fault = await deleteUser(sql, user.id);
      if (fault === 'lastManager') return refuse({ email, error: { form: 'delete', reason: fault } });
      if (fault === null) log('Account deleted');
      return { outcome: 'deleted' };
    }
    default:
      return refuse({});
  }
}
