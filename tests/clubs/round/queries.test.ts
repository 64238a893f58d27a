import { expect, test } from 'vitest';
import type { Transaction } from '../../../db/client.ts';
import { today } from '../../../src/clubs/day.ts';
import { changeClubs, countDeskClubs, planBulk } from '../../../src/clubs/admin/queries.ts';
import type { DeskChoice } from '../../../src/clubs/admin/club-search.ts';
import { findClubHistory, findRevision, type Author } from '../../../src/clubs/history.ts';
import {
  askClubs,
  beginRun,
  claimLetter,
  type DueLetter,
  countRound,
  dayIn,
  endRound,
  findAsked,
  findLink,
  findOpenRound,
  findPastRounds,
  findRoundClubs,
  isRoundGood,
  moveEnd,
  noteLetterSent,
  readEndDay,
  SILENT,
  type RoundFilter,
} from '../../../src/clubs/round/queries.ts';
import { confirmClub, findEditableClub, LinkOverError, saveClub } from '../../../src/clubs/save.ts';
import { confirmAsItIs } from '../../support/confirm-club.ts';
import { describeDatabase, describeServer, type TestDatabase } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';
import { OLDEST } from '../../../src/clubs/revision.ts';

const ACTIVE: DeskChoice = { filter: { name: '', isActive: true, category: '', missing: [] } };
const EVERY = { offset: 0, limit: null };

/** What tests of a round do with a database. */
function around(database: TestDatabase) {
  const insertActor = async () => ({ userId: await insertPerson(database, { name: 'Ada' }), name: 'Ada' });
  const start = async (choice: DeskChoice = ACTIVE, endsOn = dayIn(10)) => {
    const asking = await askClubs(database.client, await insertActor(), choice, { endsOn, shown: null });
    expect(asking.outcome).toBe('asked');
    const round = await findOpenRound(database.client);
    if (!round) throw new Error('No round is open.');
    return round;
  };
  const claimAll = async (roundId: number, since: Date, limit = 100) => {
    const letters: DueLetter[] = [];
    for (;;) {
      const letter = letters.length < limit && (await claimLetter(database.client, roundId, since));
      if (!letter) return letters;
      letters.push(letter);
    }
  };
  const clubsOf = (roundId: number, filter: RoundFilter | null = null) =>
    findRoundClubs(database.client, roundId, { filter, name: '' }, EVERY);
  const tokenOf = async (roundId: number, clubId: number) => {
    const token = (await clubsOf(roundId)).find(({ id }) => id === clubId)?.token;
    if (!token) throw new Error('The club has no link.');
    return token;
  };
  const linkOf = async (roundId: number, clubId: number) => {
    const link = await findLink(database.client, await tokenOf(roundId, clubId));
    if (!link) throw new Error('The link is none.');
    return link;
  };
  const end = async (roundId: number, fate: 'leave' | 'deactivate', shown?: string) => {
    const plan = await planBulk(database.client, SILENT, { action: 'deactivate' });
    return await endRound(database.client, await insertActor(), roundId, fate, shown ?? plan.shown);
  };
  /** As if the round had begun some days ago. */
  const age = async (days: number) => {
    await database.sql`
      update confirmation_round set started_on = started_on - ${days}::integer, started_at = started_at - make_interval(days => ${days})
      where ended_at is null`;
  };
  const update = async (author: Author, clubId: number, description: string) => {
    const { revision = OLDEST } = (await findEditableClub(database.client, clubId)) ?? {};
    const saved = await saveClub(database.client, author, clubId, revision, { description });
    expect(saved.outcome).toBe('saved');
  };
  return { insertActor, start, claimAll, clubsOf, tokenOf, linkOf, end, age, update };
}

test.each([
  ['', { fault: 'noDay' }],
  ['05/06/2026', { fault: 'noDay' }],
  ['2026-11-22', { fault: 'past' }],
  ['2026-11-23', { day: '2026-11-23' }],
  [' 23/12/2026 ', { day: '2026-12-23' }],
  ['2027-11-22', { day: '2027-11-22' }],
  ['2027-11-23', { fault: 'far' }],
])('The last day of a round is in the future, and within a year: %j', (text, expected) => {
  expect(readEndDay(text, new Date(2026, 10, 22, 23, 30))).toEqual(expected);
});

describeDatabase('A round', (database) => {
  const { insertActor, start, clubsOf, claimAll, tokenOf, linkOf, end, age, update } = around(database);

  test('asks each chosen club once, and only one round is open', async () => {
    const [go = 0, ski = 0] = await database.insertClubs('Go', 'Ski');
    const old = await database.insertClub({ name: 'Old', isActive: false });
    const round = await start();
    expect(round).toMatchObject({ startedBy: 'Ada', startedOn: today(), endsOn: dayIn(10), isOver: false });
    expect((await clubsOf(round.id)).map(({ name }) => name)).toEqual(['Go', 'Ski']);
    const actor = await insertActor();
    expect(await askClubs(database.client, actor, ACTIVE, { endsOn: dayIn(5), shown: null })).toEqual({
      outcome: 'isOpen',
    });
    expect(await askClubs(database.client, actor, { ids: [old, ski, 4711] }, { endsOn: null, shown: null })).toEqual({
      ...{ outcome: 'asked', added: 1, already: 1 },
    });
    expect((await clubsOf(round.id)).map(({ id }) => id)).toEqual([go, old, ski]);
    await end(round.id, 'leave');
    expect(await askClubs(database.client, actor, { ids: [ski] }, { endsOn: null, shown: null })).toEqual({
      outcome: 'isClosed',
    });
    expect(await askClubs(database.client, actor, { ids: [4711] }, { endsOn: dayIn(5), shown: null })).toEqual({
      outcome: 'noClubs',
    });
    expect(await findOpenRound(database.client)).toBeNull();
  });

  test('does not start when a filter finds other clubs than were shown', async () => {
    await database.insertClubs('Ski one', 'Ski two');
    const choice = { filter: { name: 'ski', isActive: null, category: '', missing: [] } };
    const { shown } = await planBulk(database.client, choice, null);
    await database.insertClub({ name: 'Ski three' });
    const actor = await insertActor();
    expect(await askClubs(database.client, actor, choice, { endsOn: dayIn(5), shown })).toEqual({
      outcome: 'outdated',
    });
    expect(await findOpenRound(database.client)).toBeNull();
    const now = await planBulk(database.client, choice, null);
    const ids = (await database.sql<{ id: number }[]>`select id from club`).map(({ id }) => id);
    expect(await askClubs(database.client, actor, { ids }, { endsOn: dayIn(5), shown })).toEqual({
      outcome: 'outdated',
    });
    expect(await askClubs(database.client, actor, choice, { endsOn: dayIn(5), shown: now.shown })).toMatchObject({
      ...{ outcome: 'asked', added: 3 },
    });
  });

  test('has a link for each club, stored as a hash, until the club is deleted', async () => {
    const [go = 0, ski = 0] = await database.insertClubs('Go', 'Ski');
    const round = await start();
    const token = await tokenOf(round.id, ski);
    // It stays the same, since an e-mail may contain it.
    expect(await tokenOf(round.id, ski)).toBe(token);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await tokenOf(round.id, go)).not.toBe(token);
    expect(await findLink(database.client, token)).toEqual({
      ...{ roundId: round.id, clubId: ski, clubName: 'Ski', endsOn: dayIn(10), isGood: true, answeredOn: null },
    });
    const kept = JSON.stringify(await database.sql`select * from round_club`);
    expect(kept).not.toContain(token);
    for (const wrong of ['', token.slice(1), `${token}x`, '0'.repeat(32)]) {
      expect(await findLink(database.client, wrong)).toBeNull();
    }
    await database.sql`delete from club where id = ${ski}`;
    expect(await findLink(database.client, token)).toBeNull();
  });

  test('has links that are valid until its last day or its end', async () => {
    const [ski = 0] = await database.insertClubs('Ski');
    const round = await start();
    const link = await linkOf(round.id, ski);
    const token = await tokenOf(round.id, ski);
    await age(20);
    await database.sql`update confirmation_round set ends_on = ${today()}`;
    expect(await findLink(database.client, token)).toMatchObject({ isGood: true });
    expect(await isRoundGood(database.client, round.id)).toBe(true);
    await database.sql`update confirmation_round set ends_on = ${dayIn(-1)}`;
    expect(await findLink(database.client, token)).toMatchObject({ isGood: false });
    expect(await isRoundGood(database.client, round.id)).toBe(false);
    await expect(confirmAsItIs(database.client, link, ski)).rejects.toThrow(LinkOverError);
    expect(await findOpenRound(database.client)).toMatchObject({ isOver: true });
    expect(await moveEnd(database.client, round.id, dayIn(3))).toEqual({ outcome: 'moved' });
    expect(await findLink(database.client, token)).toMatchObject({ isGood: true });
    await end(round.id, 'leave');
    expect(await findLink(database.client, token)).toMatchObject({ isGood: false, clubName: 'Ski' });
    expect(await isRoundGood(database.client, round.id)).toBe(false);
    await expect(saveClub(database.client, link, ski, OLDEST, { description: 'New' })).rejects.toThrow(LinkOverError);
    expect(await database.sql`select from club where confirmed_on is not null or description <> ''`).toHaveLength(0);
    expect(await moveEnd(database.client, round.id, dayIn(3))).toEqual({ outcome: 'isClosed' });
    // The links cannot be created again.
    expect(await database.sql`select key from confirmation_round`).toEqual([{ key: null }]);
  });

  test('allows a link to confirm its club only, and the history names the link', async () => {
    const [go = 0, ski = 0] = await database.insertClubs('Go', 'Ski');
    await database.sql`update club set is_sample = true`;
    const { id } = await start({ ids: [ski] });
    const link = await linkOf(id, ski);
    expect(await confirmAsItIs(database.client, link, ski)).toMatchObject({ outcome: 'saved' });
    expect(await database.sql`select name from club where confirmed_on = ${today()}`).toEqual([{ name: 'Ski' }]);
    const [entry] = await findClubHistory(database.client, ski, { limit: 1 });
    expect(entry?.step).toMatchObject({ kind: 'confirm', userId: null, userName: '', isByLink: true });
    expect(entry?.fields.map(({ field }) => field)).toEqual(['confirmed_on']);
    // Not for a club that the round does not ask, whatever was made of the link.
    await expect(confirmAsItIs(database.client, { ...link, clubId: go }, go)).rejects.toThrow(LinkOverError);
    const actor = await insertActor();
    await confirmAsItIs(database.client, actor, go);
    const [other] = await findClubHistory(database.client, go, { limit: 1 });
    expect(other?.step).toMatchObject({ userName: 'Ada', isByLink: false });
  });

  test('refuses a confirmation of outdated texts', async () => {
    const [ski = 0] = await database.insertClubs('Ski');
    const { id } = await start();
    const link = await linkOf(id, ski);
    const seen = await findRevision(database.client, ski);
    await database.sql`update club set description = 'By others' where id = ${ski}`;
    expect(await confirmClub(database.client, link, ski, seen)).toMatchObject({ outcome: 'conflict' });
    expect(await database.sql`select from club where confirmed_on is not null`).toHaveLength(0);
    const now = await findRevision(database.client, ski);
    // A confirmation meanwhile is no conflict.
    await database.sql`update club set confirmed_on = '2001-02-03' where id = ${ski}`;
    expect(await confirmClub(database.client, link, ski, now)).toMatchObject({ outcome: 'saved' });
  });

  test('loses no text of two simultaneous saves by one link', async () => {
    const [ski = 0] = await database.insertClubs('Ski');
    const { id } = await start();
    const link = await linkOf(id, ski);
    const seen = await findRevision(database.client, ski);
    const save = (description: string) => saveClub(database.client, link, ski, seen, { description });
    const done = await Promise.all([save('One'), save('Two')]);
    expect(done.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'saved']);
    const lost = done.find((one) => one.outcome === 'conflict');
    expect(lost).toMatchObject({ disputed: ['description'] });
    const [{ kinds }] = await database.sql<[{ kinds: string }]>`
      select string_agg(kind || ' ' || (round_id = ${id})::text, ',') as kinds from club_step where round_id is not null`;
    expect(kinds).toBe('edit true');
  });

  test('counts every confirmation since its start as an answer', async () => {
    const inBulk = async (id: number, action: 'confirm' | 'deactivate') => {
      const { shown } = await planBulk(database.client, { ids: [id] }, { action });
      return await changeClubs(database.client, await insertActor(), { ids: [id] }, { action }, shown);
    };
    const ways: Record<string, (id: number) => Promise<unknown>> = {
      before: async () => {},
      by_account: async (id) => await confirmAsItIs(database.client, await insertActor(), id),
      in_bulk: async (id) => await inBulk(id, 'confirm'),
      by_sql: async (id) => await database.sql`update club set confirmed_on = ${today()} where id = ${id}`,
      mended: async (id) => await update(await insertActor(), id, 'New'),
      made_inactive: async (id) => await inBulk(id, 'deactivate'),
      changed_by_sql: async (id) => await database.sql`update club set description = 'x' where id = ${id}`,
    };
    for (const name of Object.keys(ways)) {
      await database.insertClub({ name, contact: 'a@example.org', confirmedOn: dayIn(-30) });
    }
    const round = await start();
    await age(20);
    for (const { id, name } of await clubsOf(round.id)) await ways[name]?.(id);
    expect(Object.fromEntries((await clubsOf(round.id)).map(({ name, state }) => [name, state]))).toEqual({
      ...{ before: 'silent', made_inactive: 'silent', changed_by_sql: 'silent' },
      ...{ by_account: 'confirmed', in_bulk: 'confirmed', by_sql: 'confirmed', mended: 'mended' },
    });
    expect(await countRound(database.client, round.id)).toMatchObject({
      ...{ clubs: 7, silent: 3, unreachable: 0, confirmed: 3, mended: 1, failed: 0, asked: 0, due: 3 },
    });
    expect((await clubsOf(round.id, 'mended')).map(({ name }) => name)).toEqual(['mended']);
    // A club that has answered has no link.
    const all = (await clubsOf(round.id)).map(({ id }) => id);
    expect((await findAsked(database.client, all)).size).toBe(3);
    expect((await clubsOf(round.id, 'confirmed')).map(({ token }) => token)).toEqual([null, null, null]);
    // As an undo does: the answer is taken back.
    await database.sql`update club set confirmed_on = ${dayIn(-30)} where name = 'in_bulk'`;
    expect((await clubsOf(round.id, 'silent')).map(({ name }) => name)).toContain('in_bulk');
  });

  test('filters the table of all clubs by missing answers', async () => {
    const [go = 0] = await database.insertClubs('Go', 'Ski');
    const filter = { name: '', isActive: null, category: '', missing: ['answer'] as const };
    expect(await countDeskClubs(database.client, filter)).toBe(0);
    const round = await start();
    await confirmAsItIs(database.client, await insertActor(), go);
    expect(await countDeskClubs(database.client, filter)).toBe(1);
    await end(round.id, 'leave');
    expect(await countDeskClubs(database.client, filter)).toBe(0);
  });

  test('sends e-mails to officers with verified addresses, else to the contact address', async () => {
    const club = async (name: string, contact: string | null, verified: boolean[]) => {
      const id = await database.insertClub({ name, contact });
      for (const [index, isVerified] of verified.entries()) {
        const email = `${name}-${index}@example.org`;
        const userId = await insertPerson(database, { name: `${name} ${index}`, email, officerOf: [id] });
        await database.sql`update site_user set is_email_verified = ${isVerified} where id = ${userId}`;
      }
    };
    await club('a', 'a@example.org', [true, false, true]);
    await club('b', 'b@example.org', [false]);
    await club('c', 'https://c.example/', [false]);
    await club('d', null, []);
    await club('e', 'e@example.org', []);
    await club('f', 'HTTP://f.example/', [true]);
    const round = await start();
    expect(
      (await clubsOf(round.id)).map(({ name, state, addresses, officers }) => [
        name,
        state,
        addresses,
        officers.length,
      ]),
    ).toEqual([
      ['a', 'silent', ['a-0@example.org', 'a-2@example.org'], 3],
      ['b', 'silent', ['b@example.org'], 1],
      ['c', 'unreachable', [], 1],
      ['d', 'unreachable', [], 0],
      ['e', 'silent', ['e@example.org'], 0],
      ['f', 'silent', ['f-0@example.org'], 1],
    ]);
    const letters = await claimAll(round.id, await beginRun(database.client));
    expect(letters.map(({ clubName }) => clubName).sort()).toEqual(['a', 'b', 'e', 'f']);
    expect(letters.find(({ clubName }) => clubName === 'b')).toMatchObject({ addresses: ['b@example.org'] });
  });

  test('hands out each e-mail once in a run, again in the next run when it failed, and not twice within a day', async () => {
    for (const name of ['a', 'b', 'c']) await database.insertClub({ name, contact: `${name}@example.org` });
    const round = await start();
    const claim = async (since: Date, limit = 10) =>
      (await claimAll(round.id, since, limit)).map(({ clubName }) => clubName).sort();
    const run = await beginRun(database.client);
    expect(await claim(run, 2)).toEqual(['a', 'b']);
    expect(await claim(run)).toEqual(['c']);
    expect(await claim(run)).toEqual([]);
    const ids = Object.fromEntries((await clubsOf(round.id)).map(({ name, id }) => [name, id]));
    await noteLetterSent(database.client, round.id, ids.a ?? 0, dayIn(10));
    await noteLetterSent(database.client, round.id, ids.b ?? 0, null);
    expect(await countRound(database.client, round.id)).toMatchObject({ asked: 1, failed: 1, due: 2 });
    expect(await claim(run)).toEqual([]);
    // The process that claimed c has ended.
    await database.sql`update round_club set claimed_at = claimed_at - interval '61 seconds'`;
    expect(await claim(await beginRun(database.client))).toEqual(['b', 'c']);
    await database.sql`
      update round_club set claimed_at = null, asked_at = asked_at - interval '23 hours 59 minutes'`;
    expect(await claim(await beginRun(database.client))).toEqual(['b', 'c']);
    await database.sql`update round_club set claimed_at = null, asked_at = asked_at - interval '2 minutes'`;
    expect(await claim(await beginRun(database.client))).toEqual(['a', 'b', 'c']);
    await database.sql`update round_club set claimed_at = null`;
    await end(round.id, 'leave');
    expect(await claim(await beginRun(database.client))).toEqual([]);
  });

  test('leaves clubs without an answer unchanged at its end and keeps the result', async () => {
    const [go = 0, , ski = 0] = await database.insertClubs('Go', 'Chess', 'Ski');
    const round = await start();
    await confirmAsItIs(database.client, await insertActor(), go);
    await update(await insertActor(), ski, 'New');
    expect(await end(round.id, 'leave', 'whatever')).toEqual({ outcome: 'ended', deactivated: 0 });
    expect(await database.sql`select from club where not is_active`).toHaveLength(0);
    expect(await end(round.id, 'leave')).toEqual({ outcome: 'gone' });
    await database.sql`delete from club`;
    expect(await findPastRounds(database.client)).toEqual([
      {
        ...{ id: round.id, startedOn: today(), endedAt: expect.any(Date) as Date },
        ...{
          clubs: 3,
          confirmed: 1,
          mended: 1,
          deactivated: 0,
          stepId: null,
          endedBy: 'Ada',
          endedById: expect.any(Number) as number,
          fate: 'leave',
        },
      },
    ]);
    // The next one has links of its own.
    await database.insertClubs('Go');
    expect((await start()).id).not.toBe(round.id);
  });

  test('deactivates clubs without an answer in one step, unless one has answered meanwhile', async () => {
    const [go = 0] = await database.insertClubs('Go', 'Chess', 'Ski');
    const old = await database.insertClub({ name: 'Old', isActive: false });
    await database.insertClub({ name: 'Not asked' });
    const round = await start({ ids: [1, 2, 3, old] });
    const { shown, clubs, already } = await planBulk(database.client, SILENT, { action: 'deactivate' });
    expect([clubs, already]).toEqual([4, 1]);
    await confirmAsItIs(database.client, await insertActor(), go);
    expect(await end(round.id, 'deactivate', shown)).toEqual({ outcome: 'outdated' });
    expect(await findOpenRound(database.client)).not.toBeNull();
    expect(await end(round.id, 'deactivate')).toEqual({ outcome: 'ended', deactivated: 2 });
    const inactive = await database.sql`select name from club where not is_active order by name`;
    expect(inactive).toEqual([{ name: 'Chess' }, { name: 'Old' }, { name: 'Ski' }]);
    expect(await database.sql`select kind, user_name from club_step where kind not in ('other', 'confirm')`).toEqual([
      { kind: 'bulk', userName: 'Ada' },
    ]);
  });
});

describeServer('A round during other writes', (database) => {
  const { insertActor, start, linkOf, end } = around(database);
  const waiting = () => database.sql`
    select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  const during = async <T>(write: (tx: Transaction) => Promise<unknown>, work: () => Promise<T>) =>
    await database.connect().begin(async (tx) => {
      await write(tx);
      const working = work();
      await expect.poll(waiting, { interval: 20 }).toHaveLength(1);
      return { working };
    });

  test('refuses an answer that arrives while it ends', async () => {
    const [ski = 0] = await database.insertClubs('Ski');
    const round = await start();
    const link = await linkOf(round.id, ski);
    const { working } = await during(
      async (tx) => {
        await tx`select club_take_turn()`;
        await tx`
          update confirmation_round set ended_at = now(), key = null, clubs = 1, confirmed = 0, mended = 0, deactivated = 0`;
      },
      () => confirmAsItIs(database.client, link, ski).catch((error: unknown) => error),
    );
    expect(await working).toBeInstanceOf(LinkOverError);
  });

  test('deactivates nothing when an answer arrives first', async () => {
    const [ski = 0] = await database.insertClubs('Ski');
    const round = await start();
    const plan = await planBulk(database.client, SILENT, { action: 'deactivate' });
    const { working } = await during(
      async (tx) => {
        await tx`select club_take_turn()`;
        await tx`update club set confirmed_on = ${today()} where id = ${ski}`;
      },
      () => end(round.id, 'deactivate', plan.shown),
    );
    expect(await working).toEqual({ outcome: 'outdated' });
  });

  test('starts once when two start it at the same time', async () => {
    await database.insertClubs('Ski');
    const actors = [await insertActor(), await insertActor()];
    const started = await Promise.all(
      actors.map((actor) => askClubs(database.client, actor, ACTIVE, { endsOn: dayIn(5), shown: null })),
    );
    expect(started.map(({ outcome }) => outcome).sort()).toEqual(['asked', 'isOpen']);
  });
});
