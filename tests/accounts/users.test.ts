import { expect, test } from 'vitest';
import { createInvitation, findInvitation } from '../../src/accounts/invitations.ts';
import { deleteUser, replaceGrants } from '../../src/accounts/users.ts';
import { describeEachDatabase } from '../support/database.ts';
import { insertPerson } from '../support/people.ts';

describeEachDatabase('Those who look after accounts', (database) => {
  const nothing = { roles: [], permissions: [] };

  test.each([
    ['take it from each other', (id: number) => replaceGrants(database.client, id, nothing)],
    ['delete each other', (id: number) => deleteUser(database.client, id)],
  ])('do not all lose it when they %s at once', async (_, lose) => {
    for (let round = 0; round < 5; round += 1) {
      await database.sql`delete from site_user`;
      const ids = [
        await insertPerson(database, { roles: ['administrator'] }),
        await insertPerson(database, { permissions: ['auth.change_user'] }),
        await insertPerson(database, { roles: ['administrator'], permissions: ['auth.change_user'] }),
      ];
      const faults = await Promise.all(ids.map(lose));
      expect(faults.filter((fault) => fault === 'lastManager')).toHaveLength(1);
      expect(faults.filter((fault) => fault === null)).toHaveLength(2);
    }
  });

  test('leave alone an account that is gone', async () => {
    await insertPerson(database, { roles: ['administrator'] });
    expect(await replaceGrants(database.client, 999, nothing)).toBe('gone');
    expect(await deleteUser(database.client, 999)).toBe('gone');
  });

  test.each([
    ['may do so no more', (id: number) => replaceGrants(database.client, id, nothing)],
    ['is gone', (id: number) => deleteUser(database.client, id)],
  ])('have invited nobody who comes later, when one of them %s', async (_, lose) => {
    await insertPerson(database, { roles: ['administrator'] });
    const id = await insertPerson(database, { roles: ['administrator'] });
    const invitation = { email: 'eve@example.org', roles: ['administrator' as const], permissions: [], invitedBy: id };
    const token = await createInvitation(database.client, invitation);
    expect(await findInvitation(database.client, token)).not.toBeNull();
    expect(await lose(id)).toBeNull();
    expect(await findInvitation(database.client, token)).toBeNull();
  });
});
