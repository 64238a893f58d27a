import { expect, test } from 'vitest';
import {
  closeMessage,
  countOpen,
  deleteMessage,
  deleteOldMessages,
  MESSAGE_RETENTION_DAYS,
  saveMessage,
  findMessages,
  MAX_OPEN_MESSAGES,
  reopenMessage,
} from '../../../../src/clubs/board/inbox/queries.ts';
import { acceptProposal } from '../../../../src/clubs/board/inbox/submission.ts';
import type { User } from '../../../../src/accounts/permissions.ts';
import { describeDatabase, type TestDatabase } from '../../../support/database.ts';
import { insertPerson } from '../../../support/people.ts';

const report = (clubId: number, message = 'It moved.') =>
  ({ kind: 'report', clubId, clubName: 'Chess', topic: 'text', message, sender: '' }) as const;
const proposal = (name: string) =>
  ({
    kind: 'proposal',
    clubName: name,
    texts: { name, short_description: 'We sit.', category: 'Calm' },
    message: '',
    sender: '',
  }) as const;

describeDatabase('The inbox', (database) => {
  const list = (isClosed: boolean) => findMessages(database.sql, { isClosed, about: '' }, { offset: 0, limit: 100 });
  const open = async () => (await list(false)).map(({ id }) => id);
  const closed = async () => (await list(true)).map(({ id }) => id);
  const close = (id: number, userId: number) => database.client.begin((tx) => closeMessage(tx, id, userId));
  const somebody = async ({ sql: _, ...rest }: TestDatabase = database): Promise<User> => {
    const id = await insertPerson({ ...rest, sql: database.sql }, { name: 'Ada' });
    return { id, name: 'Ada', permissions: new Set(), officerOf: new Set(), sessionId: 0 } as unknown as User;
  };

  test('lists messages by age, with the current or last name of the club', async () => {
    const [chess = 0, ski = 0] = await database.insertClubs('Chess', 'Ski');
    for (const id of [chess, ski]) expect(await saveMessage(database.client, report(id))).toBe('saved');
    await saveMessage(database.client, proposal('Zen'));
    await database.sql`update club set name = 'Chess and Go' where id = ${chess}`;
    await database.sql`delete from club where id = ${ski}`;
    expect(await list(false)).toMatchObject([
      { kind: 'report', clubId: chess, clubName: 'Chess and Go', isThere: true, topic: 'text', texts: null },
      { kind: 'report', clubId: ski, clubName: 'Chess', isThere: false, sentAt: expect.any(Date) as Date },
      {
        kind: 'proposal',
        clubId: null,
        isThere: false,
        topic: null,
        texts: { name: 'Zen', short_description: 'We sit.', category: 'Calm' },
      },
    ]);
    expect(await countOpen(database.sql)).toBe(3);
  });

  test('stores a duplicate only after the first was closed', async () => {
    const ada = await somebody();
    const [chess = 0] = await database.insertClubs('Chess');
    const send = () => saveMessage(database.client, report(chess));
    await Promise.all([send(), send(), send()]);
    const [first = 0] = await open();
    expect(await open()).toEqual([first]);
    expect(await close(first, ada.id)).toBe(true);
    await send();
    expect(await open()).toHaveLength(1);
    // The closed message equals the open one.
    expect(await reopenMessage(database.client, first)).toBe(false);
    await saveMessage(database.client, report(chess, 'Another thing'));
    expect(await countOpen(database.sql)).toBe(2);
  });

  test('is full at its limit, except for duplicates', async () => {
    const [chess = 0] = await database.insertClubs('Chess');
    await saveMessage(database.client, report(chess));
    await database.sql`
      insert into inbox_message (kind, club_name, topic, message, sender, digest)
      select 'suggestion', 'Chess', 'other', '', '', number::text from generate_series(2, ${MAX_OPEN_MESSAGES}) number`;
    expect(await saveMessage(database.client, report(chess))).toBe('saved');
    expect(await saveMessage(database.client, report(chess, 'more'))).toBe('full');
    expect(await countOpen(database.sql)).toBe(MAX_OPEN_MESSAGES);
    const [, other = 0] = await open();
    expect(await deleteMessage(database.client, other)).toBe(true);
    expect(await saveMessage(database.client, report(chess, 'more'))).toBe('saved');
  });

  test('keeps closed messages for a time and can reopen them', async () => {
    const ada = await somebody();
    const [chess = 0] = await database.insertClubs('Chess');
    for (const message of ['a', 'b', 'c']) await saveMessage(database.client, report(chess, message));
    const [a = 0, b = 0, c = 0] = await open();
    for (const id of [b, a, b]) await close(id, ada.id);
    expect(await closed()).toEqual([a, b]);
    expect(await open()).toEqual([c]);
    expect((await list(true))[0]).toMatchObject({ closedBy: 'Ada' });
    expect(await reopenMessage(database.client, a)).toBe(true);
    expect(await reopenMessage(database.client, c)).toBe(false);
    expect(await open()).toEqual([a, c]);
    expect(await deleteOldMessages(database.client)).toBe(false);
    await database.sql`update inbox_message set closed_at = closed_at - make_interval(days => ${MESSAGE_RETENTION_DAYS + 1})`;
    expect(await deleteOldMessages(database.client)).toBe(true);
    expect([await open(), await closed()]).toEqual([[a, c], []]);
    await database.sql`delete from site_user`;
    expect(await open()).toHaveLength(2);
  });

  test('creates one club when a proposal is accepted several times', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    await saveMessage(database.client, proposal('Zen'));
    const [id = 0] = await open();
    const results = await Promise.all([ada, bob, ada].map((user) => acceptProposal(database.client, id, user)));
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['created', 'gone', 'gone']);
    const clubs = await database.sql<{ id: number }[]>`select id, name, category, is_active from club`;
    expect([...clubs]).toMatchObject([{ name: 'Zen', category: 'Calm', isActive: true }]);
    expect(await list(true)).toMatchObject([{ clubId: clubs[0]?.id, isThere: true, closedBy: 'Ada' }]);
    expect(await acceptProposal(database.client, id + 1, ada)).toEqual({ outcome: 'gone' });
  });

  test('keeps a proposal open when its name is taken', async () => {
    const ada = await somebody();
    await saveMessage(database.client, proposal('Zen'));
    await database.insertClubs('Zen');
    const [id = 0] = await open();
    expect(await acceptProposal(database.client, id, ada)).toEqual({
      outcome: 'refused',
      name: 'Zen',
      issues: [{ field: 'name', code: 'taken' }],
    });
    expect(await open()).toEqual([id]);
  });

  test('keeps its limit with simultaneous messages', async () => {
    await database.sql`
      insert into inbox_message (kind, club_name, topic, message, sender, digest)
      select 'suggestion', 'Chess', 'other', '', '', number::text from generate_series(2, ${MAX_OPEN_MESSAGES}) number`;
    const names = Array.from({ length: 5 }, (_, number) => `Club ${number}`);
    const sent = await Promise.all(names.map((name) => saveMessage(database.client, proposal(name))));
    expect(sent.filter((outcome) => outcome === 'saved')).toHaveLength(1);
  });
});
