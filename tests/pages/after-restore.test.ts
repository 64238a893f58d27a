import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeBackup } from '../../db/backup.ts';
import { restoreBackup } from '../../db/restore.ts';
import { beginEpoch } from '../../src/clubs/record/version-queries.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, insertSession, visit, visitWith, type Fields } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('A form opened before a restore', (site) => {
  /** A backup of now; answers how to go back to it. */
  const backUp = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-restore-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'a.backup');
    await writeBackup(site.database.client, file);
    return () =>
      site.database.client.begin(async (tx) => {
        await restoreBackup(tx, file);
        await beginEpoch(tx);
      });
  };
  /** Each restore ends all sessions, so users sign in again. */
  const signIn = async (userId: number) =>
    visitWith(site, `__Host-session=${await insertSession(site.database, userId)}`);

  test('never refers to a club, step or message created after the restore, not even the first one', async () => {
    const ada = await insertPerson(site.database, { name: 'Ada', roles: ['administrator'] });
    const goBack = await backUp();
    const before = await signIn(ada);
    const nobody = await visit(site, null);
    const make = async (name: string) => {
      const visitor = await signIn(ada);
      expect((await visitor.post('/club/new/', { name, is_active: 'true' })).status).toBe(303);
      await nobody.post('/club/propose/', { name: `${name} proposed` });
      const [club] = await site.database.sql<{ id: number }[]>`select id from club where name = ${name}`;
      return club?.id ?? 0;
    };
    const id = await make('Alpha');
    /** All that a form would send, as a browser does. */
    const formOf = async (path: string, selector: string): Promise<Fields> => {
      const form = readHtml(await (await before.get(path)).text()).one(selector);
      const inputs = form.all('input').filter(({ attributes }) => attributes.name !== undefined);
      const sent = inputs.filter(({ attributes: { type, checked } }) =>
        type === 'radio' || type === 'checkbox' ? checked !== undefined : type !== 'file',
      );
      const fields: Record<string, string[]> = {};
      for (const { attributes } of sent) (fields[attributes.name ?? ''] ??= []).push(attributes.value ?? 'on');
      for (const { attributes, text } of form.all('textarea')) fields[attributes.name ?? ''] = [text];
      return fields;
    };
    const [{ step }] = await site.database.sql<[{ step: number }]>`select max(id)::float8 as step from club_step`;
    const [{ message }] = await site.database.sql<[{ message: number }]>`select max(id) as message from inbox_message`;
    const old: [path: string, fields: Fields][] = [
      [`/club/${id}/edit/`, await formOf(`/club/${id}/edit/`, '#club-form')],
      [`/club/${id}/delete/`, await formOf(`/club/${id}/delete/`, 'main form')],
      [`/desk/history/${step}/undo/`, await formOf(`/desk/history/${step}/undo/`, '.undo-form')],
      [
        `/desk/cell/?club=${id}&field=contact`,
        { ...(await formOf(`/desk/cell/?club=${id}&field=contact`, 'main form')), contact: 'alpha@example.org' },
      ],
      [`/club/${id}/confirm/`, {}],
      ['/inbox/', { accept: String(message) }],
      ['/inbox/', { action: 'delete', message: String(message) }],
    ];

    await goBack();
    const beta = await make('Beta');
    expect(beta).toBeGreaterThan(id);
    const state = async () => ({
      clubs: [...(await site.database.sql`select name, is_active, contact, confirmed_on::text from club`)],
      messages: [...(await site.database.sql`select club_name, closed_at from inbox_message`)],
    });
    const now = await state();
    expect(now).toMatchObject({ clubs: [{ name: 'Beta' }], messages: [{ clubName: 'Beta proposed', closedAt: null }] });
    const after = await signIn(ada);
    for (const [path, fields] of old) {
      const answer = await after.post(path, fields);
      expect([404, 409, 422], `${path}: ${answer.status} ${answer.headers.get('Location') ?? ''}`).toContain(
        answer.status,
      );
      expect(await state(), path).toEqual(now);
    }
  });
});
