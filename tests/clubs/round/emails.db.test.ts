import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { NO_FILTER } from '../../../src/clubs/board/club-search.ts';
import { isSendingEmails, sendRoundEmails } from '../../../src/clubs/round/emails.ts';
import { askClubs, dayIn, findRoundClubs } from '../../../src/clubs/round/queries.ts';
import { byLocale } from '../../../src/messages/locales.ts';
import { describeDatabase, type TestDatabase } from '../../support/database.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { insertActor, insertPerson } from '../../support/people.ts';

const mailServer = await startMailServer();
const mail = { url: mailServer.url, from: 'clubs@example.org' };
afterAll(() => mailServer.stop());

describeDatabase('The e-mails of a round', (database) => {
  beforeEach(() => {
    mailServer.emails.length = 0;
    mailServer.recipients = 0;
    vi.spyOn(console, 'error').mockReturnValue();
    return () => void vi.restoreAllMocks();
  });
  const insertClubs = async (number: number) => {
    for (let n = 1; n <= number; n += 1) await database.insertClub({ name: `Club ${n}`, contact: `${n}@example.org` });
  };
  const send = async (delays: number[]) => {
    const choice = { filter: { ...NO_FILTER, isActive: true } };
    await askClubs(database.client, await insertActor(database), choice, { endsOn: dayIn(10), shown: null });
    sendRoundEmails(
      database.client,
      mail,
      byLocale(() => 'Clubs'),
      delays,
    );
  };
  const settle = () => expect.poll(isSendingEmails).toBe(false);
  const failed = async (database: TestDatabase) =>
    (await findRoundClubs(database.client, { state: 'failed', name: '' })).length;

  test('are sent again to the clubs that were refused temporarily', async () => {
    await insertClubs(6);
    mailServer.replies = ['450 greylisted', '550 no such person', '450 greylisted'];
    await send([1, 1]);
    await settle();
    expect([mailServer.emails.length, mailServer.recipients, await failed(database)]).toEqual([5, 8, 1]);
  });

  test('count as sent when one of several officers got it', async () => {
    const club = await database.insertClub({ name: 'Ski' });
    for (const name of ['ada', 'bob'])
      await insertPerson(database, { email: `${name}@example.org`, officerOf: [club] });
    mailServer.replies = ['450 greylisted'];
    await send([1, 1]);
    await settle();
    expect([mailServer.emails.map(({ to }) => to), await failed(database)]).toEqual([['bob@example.org'], 0]);
  });

  test('wait after a 421, then continue', async () => {
    await insertClubs(40);
    mailServer.replies = Array<string>(4).fill('421 too many e-mails');
    await send([1, 1]);
    await settle();
    expect([mailServer.emails.length, mailServer.recipients, await failed(database)]).toEqual([40, 44, 0]);
  });

  test('stop after three 421s, and the clubs remain due', async () => {
    await insertClubs(40);
    mailServer.replies = Array<string>(100).fill('421 too many e-mails');
    await send([1, 1]);
    await settle();
    expect(mailServer.emails).toEqual([]);
    expect(mailServer.recipients).toBeLessThanOrEqual(12);
    expect(await failed(database)).toBeLessThanOrEqual(12);
    mailServer.replies = [];
  });
});
