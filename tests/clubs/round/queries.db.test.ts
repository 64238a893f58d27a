import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { changeClubs, planBulk } from '../../../src/clubs/board/bulk.ts';
import { NO_FILTER, type ClubChoice } from '../../../src/clubs/board/club-search.ts';
import { countTableClubs } from '../../../src/clubs/board/queries.ts';
import { today } from '../../../src/clubs/record/day.ts';
import { findClubHistory } from '../../../src/clubs/history/club-history.ts';
import { findRevision } from '../../../src/clubs/record/state.ts';
import {
  askClubs,
  claimEmail,
  countRound,
  dayIn,
  endRound,
  findAsked,
  findDueClubs,
  findLink,
  findOpenRound,
  findRoundClubs,
  moveEnd,
  readEndDay,
  recordFailedEmail,
  type RoundFilter,
} from '../../../src/clubs/round/queries.ts';
import { saveClub } from '../../../src/clubs/edit/save.ts';
import { LinkExpiredError } from '../../../src/clubs/history/write-lock.ts';
import { confirmAsItIs } from '../../support/confirm-club.ts';
import { describeDatabase, describeServer, type TestDatabase } from '../../support/database.ts';
import { insertActor, insertPerson } from '../../support/people.ts';
import { expectOneWaiting } from '../../support/waiting.ts';

const ACTIVE: ClubChoice = { filter: { ...NO_FILTER, isActive: true } };

function helpers(database: TestDatabase) {
  const ask = async (choice: ClubChoice, endsOn: string | null, shown: string | null = null) =>
    await askClubs(database.client, await insertActor(database), choice, { endsOn, shown });
  const start = async (choice = ACTIVE) => {
    expect(await ask(choice, dayIn(10))).toMatchObject({ outcome: 'asked' });
  };
  const clubsOf = (state: RoundFilter | null = null) => findRoundClubs(database.client, { state, name: '' });
  const namesOf = async (state: RoundFilter | null = null) => (await clubsOf(state)).map(({ name }) => name);
  const linkOf = async (clubId: number) => {
    const token = (await clubsOf()).find(({ id }) => id === clubId)?.token ?? '';
    const link = await findLink(database.client, token);
    if (!link) throw new Error(`Club ${clubId} has no link.`);
    return { ...link, token };
  };
  return { ask, start, clubsOf, namesOf, linkOf };
}

test.each([
  ['', null],
  ['05/06/2026', null],
  ['2026-11-22', null],
  ['2026-11-23', '2026-11-23'],
  [' 23/12/2026 ', '2026-12-23'],
  ['2027-11-22', '2027-11-22'],
  ['2027-11-23', null],
])('The last day of a round is in the future, and within a year: %j', (text, day) => {
  expect(readEndDay(text, new Date(2026, 10, 22, 23, 30))).toBe(day);
});

describeDatabase('A round', (database) => {
  const { ask, start, clubsOf, namesOf, linkOf } = helpers(database);

  test('asks each chosen club once, and only one round is open', async () => {
    const [, ski = 0] = await database.insertClubs('Go', 'Ski');
    const old = await database.insertClub({ name: 'Old', isActive: false });
    expect(await ask({ ids: [ski] }, null)).toEqual({ outcome: 'conflict' });
    expect(await ask({ ids: [4711] }, dayIn(5))).toEqual({ outcome: 'noClubs' });
    await start();
    expect(await findOpenRound(database.client)).toMatchObject({ startedBy: 'Ada', endsOn: dayIn(10), isOver: false });
    expect(await namesOf()).toEqual(['Go', 'Ski']);
    expect(await ask(ACTIVE, dayIn(5))).toEqual({ outcome: 'conflict' });
    expect(await ask({ ids: [old, ski, 4711] }, null)).toEqual({ outcome: 'asked', added: 1, already: 1 });
    expect(await namesOf()).toEqual(['Go', 'Old', 'Ski']);
  });

  test('has a different link for each club, unless the club is deleted', async () => {
    const [go = 0, ski = 0] = await database.insertClubs('Go', 'Ski');
    await start();
    const { token, ...link } = await linkOf(ski);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect((await linkOf(go)).token).not.toBe(token);
    expect(link).toMatchObject({ clubId: ski, clubName: 'Ski', endsOn: dayIn(10), isValid: true, answeredOn: null });
    for (const wrong of ['', token.slice(1), `${token}x`]) expect(await findLink(database.client, wrong)).toBeNull();
    await database.sql`delete from club where id = ${ski}`;
    expect([await findLink(database.client, token), await namesOf()]).toEqual([null, ['Go']]);
    await database.sql`insert into club (id, name) values (${ski}, 'Ski')`;
    expect(await linkOf(ski)).toMatchObject({ token, isValid: true });
  });

  test('has links that are valid until its last day or its end', async () => {
    const [ski = 0] = await database.insertClubs('Ski');
    await start();
    const { token, ...link } = await linkOf(ski);
    const isValid = async () => (await findLink(database.client, token))?.isValid;
    await database.sql`update confirmation_round set started_on = ${dayIn(-20)}, ends_on = ${today()}`;
    expect(await isValid()).toBe(true);
    await database.sql`update confirmation_round set ends_on = ${dayIn(-1)}`;
    expect(await isValid()).toBe(false);
    await expect(confirmAsItIs(database.client, link, ski)).rejects.toThrow(LinkExpiredError);
    expect(await findOpenRound(database.client)).toMatchObject({ isOver: true });
    expect(await moveEnd(database.client, dayIn(3))).toBe(true);
    expect(await isValid()).toBe(true);
    await endRound(database.client);
    expect(await isValid()).toBe(false);
    await expect(confirmAsItIs(database.client, link, ski)).rejects.toThrow(LinkExpiredError);
    expect(await moveEnd(database.client, dayIn(3))).toBe(false);
  });

  test('allows a link to confirm its club only, and the history names the link', async () => {
    const [go = 0, ski = 0] = await database.insertClubs('Go', 'Ski');
    await start({ ids: [ski] });
    const link = await linkOf(ski);
    expect(await confirmAsItIs(database.client, link, ski)).toMatchObject({ outcome: 'saved' });
    const [entry] = await findClubHistory(database.client, ski, { limit: 1 });
    expect(entry?.step).toMatchObject({ kind: 'confirm', userId: null, userName: '', isByLink: true });
    await expect(confirmAsItIs(database.client, { ...link, clubId: go }, go)).rejects.toThrow(LinkExpiredError);
  });

  test('counts every confirmation since its start as an answer', async () => {
    const inBulk = async (id: number, action: 'confirm' | 'deactivate') => {
      const { shown } = await planBulk(database.client, { ids: [id] }, { action });
      await changeClubs(database.client, await insertActor(database), { ids: [id] }, { action }, shown);
    };
    const ways: Record<string, (id: number) => Promise<unknown>> = {
      confirmed_before: async () => {},
      by_account: async (id) => await confirmAsItIs(database.client, await insertActor(database), id),
      in_bulk: async (id) => await inBulk(id, 'confirm'),
      by_sql: async (id) => await database.sql`update club set confirmed_on = ${today()} where id = ${id}`,
      updated: async (id) => {
        const seen = await findRevision(database.client, id);
        await saveClub(database.client, await insertActor(database), id, seen, { description: 'New' });
      },
      made_inactive: async (id) => await inBulk(id, 'deactivate'),
      changed_by_sql: async (id) => await database.sql`update club set description = 'x' where id = ${id}`,
    };
    for (const name of Object.keys(ways)) {
      await database.insertClub({ name, contact: 'a@example.org', confirmedOn: dayIn(-30) });
    }
    await start();
    const all = await clubsOf();
    for (const { id, name } of all) await ways[name]?.(id);
    expect(Object.fromEntries((await clubsOf()).map(({ name, state }) => [name, state]))).toEqual({
      confirmed_before: 'unanswered',
      made_inactive: 'unanswered',
      changed_by_sql: 'unanswered',
      by_account: 'confirmed',
      in_bulk: 'confirmed',
      by_sql: 'confirmed',
      updated: 'updated',
    });
    expect(await countRound(database.client)).toMatchObject({
      clubs: 7,
      unanswered: 3,
      unreachable: 0,
      confirmed: 3,
      updated: 1,
      failed: 0,
      asked: 0,
      due: 3,
    });
    expect(await namesOf('updated')).toEqual(['updated']);
    expect((await clubsOf('confirmed')).map(({ token }) => token)).toEqual([null, null, null]);
    const ids = all.map(({ id }) => id);
    expect((await findAsked(database.client, ids)).size).toBe(3);
    const filter = { ...NO_FILTER, missing: ['answer'] as const };
    expect(await countTableClubs(database.client, filter)).toBe(3);
    // An undo revokes the answer.
    await database.sql`update club set confirmed_on = ${dayIn(-30)} where name = 'in_bulk'`;
    expect(await namesOf('unanswered')).toContain('in_bulk');
    await endRound(database.client);
    expect(await countTableClubs(database.client, filter)).toBe(0);
  });

  test('sends e-mails to officers with verified addresses, else to the contact address', async () => {
    const club = async (name: string, contact: string | null, verified: boolean[]) => {
      const id = await database.insertClub({ name, contact });
      for (const [index, isVerified] of verified.entries()) {
        const userId = await insertPerson(database, { email: `${name}-${index}@example.org`, officerOf: [id] });
        await database.sql`update site_user set is_email_verified = ${isVerified} where id = ${userId}`;
      }
    };
    await club('a', 'a@example.org', [true, false, true]);
    await club('b', 'b@example.org', [false]);
    await club('c', 'https://c.example/', [false]);
    await club('d', null, []);
    await club('f', 'HTTP://f.example/', [true]);
    await start();
    const found = (await clubsOf()).map(({ name, state, addresses, officers }) => [
      ...[name, state, addresses, officers.length],
    ]);
    expect(found).toEqual([
      ['a', 'unanswered', ['a-0@example.org', 'a-2@example.org'], 3],
      ['b', 'unanswered', ['b@example.org'], 1],
      ['c', 'unreachable', [], 1],
      ['d', 'unreachable', [], 0],
      ['f', 'unanswered', ['f-0@example.org'], 1],
    ]);
    expect(await findDueClubs(database.client)).toHaveLength(3);
  });

  test('sends a club one e-mail a day, and again after a failure', async () => {
    const id = await database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    await start();
    const [due = { roundId: 0, clubId: 0 }] = await findDueClubs(database.client);
    expect(due.clubId).toBe(id);
    const claim = () => claimEmail(database.client, due);
    const claims = await Promise.all([claim(), claim()]);
    const [first, ...others] = claims.filter((email) => email !== null);
    expect(first).toMatchObject({ clubName: 'Ski', addresses: ['ski@example.org'], previousAt: null });
    expect(others).toEqual([]);
    expect(await findDueClubs(database.client)).toEqual([]);
    if (first) await recordFailedEmail(database.client, first);
    expect(await countRound(database.client)).toMatchObject({ asked: 0, failed: 1, due: 1 });
    expect(await claim()).not.toBeNull();
    expect(await countRound(database.client)).toMatchObject({ asked: 1, failed: 0, due: 0 });
    await database.sql`update round_club set asked_at = asked_at - interval '1 day'`;
    expect(await claim()).toMatchObject({ previousAt: expect.any(Date) as Date });
    await database.sql`update round_club set asked_at = null`;
    await endRound(database.client);
    expect(await claim()).toBeNull();
  });
});

describeServer('A round during other writes', (database) => {
  const { start, linkOf } = helpers(database);
  /** Starts `work` while another transaction has changed clubs or the round, and commits that once `work` waits. */
  const during = async <T>(write: (tx: postgres.TransactionSql) => Promise<unknown>, work: () => Promise<T>) => {
    const { working } = await database.connect().begin(async (tx) => {
      await tx`select club_take_turn()`;
      await write(tx);
      const working = work();
      await expectOneWaiting(database);
      return { working };
    });
    return await working;
  };

  test('refuses an answer that arrives while it ends', async () => {
    const [ski = 0] = await database.insertClubs('Ski');
    await start();
    const link = await linkOf(ski);
    const answer = await during(
      (tx) => tx`update confirmation_round set ended_at = now()`,
      () => confirmAsItIs(database.client, link, ski).catch((error: unknown) => error),
    );
    expect(answer).toBeInstanceOf(LinkExpiredError);
  });
});
