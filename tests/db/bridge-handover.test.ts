import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  bind,
  EXECUTE,
  isAnnouncement,
  message,
  openRaw,
  parse,
  readAnswer,
  serveEmbedded,
  split,
  sql,
  start,
  SYNC,
  types,
  until,
  WAYS,
} from '../support/bridge.ts';

serveEmbedded();

describe.each(WAYS)('What a connection through $way sets', ({ openStream }) => {
  const SETTINGS = `select concat_ws('|', current_user, session_user, current_setting('search_path'),
    current_setting('statement_timeout'), current_setting('TimeZone'), current_setting('client_encoding'))`;

  beforeEach(async () => {
    await sql`drop role if exists somebody`;
    await sql`create role somebody`;
    await sql`create or replace function set_quietly() returns text language sql
      as $$ select set_config('search_path', 'quietly', false) $$`;
  });

  test.each([
    ['set role somebody'],
    ['set session authorization somebody'],
    ['set session authorization somebody; set role somebody'],
    ['set search_path to somewhere, "El se\'where"'],
    ['begin; set statement_timeout to 12345; commit'],
    ["/* hidden */ select set_config('TimeZone', 'Asia/Tokyo', false)"],
    ["do $$ begin set timezone to 'Asia/Tokyo'; end $$"],
    ["set client_encoding to 'LATIN1'"],
    ['select set_quietly()'],
  ])('is its own on each of its turns, and nobody else’s: %s', async (text) => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    const usual = await other.query(SETTINGS);
    await one.query(text);
    const own = await one.query(SETTINGS);
    expect(own).not.toEqual(usual);
    expect(await other.query(SETTINGS)).toEqual(usual);
    expect(await one.query(SETTINGS)).toEqual(own);
    expect(await other.query(SETTINGS)).toEqual(usual);
    await one.query('reset session authorization; reset role; reset all');
    expect(await other.query(SETTINGS)).toEqual(usual);
    expect(await one.query(SETTINGS)).toEqual(usual);
  });

  test('is not set when its transaction fails', async () => {
    const client = await openRaw(openStream);
    const usual = await client.query(SETTINGS);
    await client.query("begin; set timezone to 'Asia/Tokyo'; set role somebody; select 1 / 0");
    await client.query('rollback');
    expect(await client.query(SETTINGS)).toEqual(usual);
  });

  test('may be set from the start', async () => {
    const client = await openRaw(openStream, start('user\0postgres\0TimeZone\0Asia/Tokyo\0options\0\0'));
    const other = await openRaw(openStream);
    expect(await other.query('show timezone')).not.toEqual(['Asia/Tokyo']);
    expect(await client.query('show timezone')).toEqual(['Asia/Tokyo']);
  });

  test('is nothing when it begins with a name of its own or with options', async () => {
    const settings = 'user\0postgres\0application_name\0mine\0options\0-c timezone=Asia/Tokyo\0';
    const client = await openRaw(openStream, start(settings));
    const other = await openRaw(openStream);
    for (const setting of ['timezone', 'application_name']) {
      expect(await client.query(`show ${setting}`)).toEqual(await other.query(`show ${setting}`));
    }
  });

  test('ends it when it cannot be set again', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.query('set role somebody');
    await other.query('drop role somebody');
    const ended = new Promise((resolve) => one.stream.once('end', resolve));
    one.stream.write(message('Q', 'select current_user'));
    await ended;
    expect(readAnswer(split(one.received()))).toBe('22023');
    expect(await other.query('select current_user')).toEqual(['postgres']);
  });

  test.each([
    ['a temporary table', 'create temporary table entry (id) as select 5', 'select count(*) from entry', ['0']],
    [
      'a lock of the session',
      'select pg_advisory_lock(5)',
      "select count(*) from pg_locks where locktype = 'advisory'",
      ['0'],
    ],
    ['a cursor', 'declare mine cursor with hold for select 5', 'fetch mine', '34000'],
    ['the last value of a sequence', "create sequence counter; select nextval('counter')", 'select lastval()', '55000'],
  ])('does not last beyond its transaction when it is %s', async (_, text, look, seen) => {
    onTestFinished(async () => {
      await sql`drop sequence if exists counter`;
    });
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.query(text);
    expect(await one.query(look)).toEqual(seen);
    await one.query(`begin; drop sequence if exists counter; ${text}`);
    const waiting = other.query(look);
    await one.query('commit');
    expect(await waiting).toEqual(seen);
  });

  test.each(['discard all', 'unlisten *', 'begin; unlisten clubs; commit'])(
    'leaves others listening: %s',
    async (text) => {
      const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
      await one.query('select 1; /* both */ listen clubs; listen "Other"');
      await other.query('listen clubs');
      await other.query(text);
      await sql`select pg_notify('clubs', 'for one')`;
      await sql`select pg_notify('Other', 'for one, too')`;
      await until(() => one.received().includes('for one, too'));
      expect(one.received()).toContain('for one\0');
      expect(other.received()).not.toContain('for one');
    },
  );
});

describe('Connections that work at the same time', () => {
  type Step = (client: Awaited<ReturnType<typeof openRaw>>, known: Known) => Promise<void>;
  /** What one connection knows of itself. */
  interface Known {
    zone: string;
    statements: Map<string, string>;
    isListening: boolean;
  }
  let usualZone = '';
  const zones = fc.constantFrom('Asia/Tokyo', 'Europe/Paris', 'America/Lima');
  const names = fc.constantFrom('', 'a', 'b');
  const values = fc.integer({ min: 0, max: 999 }).map(String);
  const step: fc.Arbitrary<Step> = fc.oneof(
    zones.map((zone): Step => async (client, known) => {
      await client.query(`set timezone to '${zone}'`);
      known.statements.delete('');
      known.zone = zone;
    }),
    fc.constant<Step>(async (client, known) => {
      expect(await client.query('show timezone')).toEqual([known.zone]);
      known.statements.delete('');
    }),
    fc.tuple(names, values).map(([name, value]): Step => async (client, known) => {
      await client.ask(message('C', `S${name}`), parse(name, `select ${value}`), SYNC);
      known.statements.set(name, value);
    }),
    names.map((name): Step => async (client, known) => {
      const value = known.statements.get(name);
      expect(readAnswer(await client.ask(bind(name), EXECUTE, SYNC))).toEqual(value ? [value] : '26000');
    }),
    values.map((value): Step => async (client, known) => {
      expect(await client.query(`begin; create temporary table entry as select ${value} as id`)).toEqual([]);
      expect(await client.query('select id from entry')).toEqual([value]);
      expect(await client.query('commit')).toEqual([]);
      expect(await client.query('select count(*) from entry')).toEqual(['0']);
      known.statements.delete('');
    }),
    fc.constant<Step>(async (client, known) => {
      await client.query('discard all');
      known.statements.clear();
      known.zone = usualZone;
      known.isListening = false;
    }),
    fc.tuple(names, fc.constantFrom('P', 'S'), names).map(([name, kind, closed]): Step => async (client, known) => {
      const answer = await client.ask(
        message('C', `${kind}${kind === 'S' ? closed : ''}`),
        bind('nosuch'),
        message('C', `S${name}`),
        parse(name, "select 'never'"),
        message('C', 'P'),
        SYNC,
      );
      expect(types(answer.filter((part) => !isAnnouncement(part)))).toBe('3EZ');
      if (kind === 'S') known.statements.delete(closed);
    }),
    fc.constantFrom('a', 'b').map((name): Step => async (client, known) => {
      expect(await client.query(`begin; select 1 / 0; deallocate ${name}`)).toBe('22012');
      expect(await client.query(`deallocate ${name}`)).toBe('25P02');
      expect(await client.query('rollback')).toEqual([]);
      known.statements.delete('');
    }),
    fc.constantFrom('a', 'b').map((name): Step => async (client, known) => {
      expect(await client.query(`deallocate ${name}`)).toEqual(known.statements.has(name) ? [] : '26000');
      known.statements.delete(name);
      known.statements.delete('');
    }),
    fc.constantFrom('a', 'b').map((name): Step => async (client, known) => {
      const value = known.statements.get(name);
      expect(await client.query(`execute ${name}`)).toEqual(value ? [value] : '26000');
      known.statements.delete('');
    }),
    fc.constant<Step>(async (client, known) => {
      expect(await client.query("do $$ begin execute 'deallocate all'; end $$")).toEqual([]);
      known.statements.clear();
    }),
    fc.tuple(fc.boolean(), fc.boolean()).map(([listens, isKept]): Step => async (client, known) => {
      await client.query(`begin; ${listens ? 'listen' : 'unlisten'} steps`);
      await client.query(isKept ? 'commit' : 'rollback');
      if (isKept) known.isListening = listens;
      known.statements.delete('');
    }),
    values.map((value): Step => async (client, known) => {
      const answer = await client.ask(message('Q', `notify steps, 'own ${value}'`));
      expect(answer.some(({ body }) => body.includes(`own ${value}\0`))).toBe(known.isListening);
      known.statements.delete('');
    }),
  );

  test('see what is their own, and nothing of each other', async () => {
    usualZone = (await (await openRaw()).query('show timezone'))[0] ?? '';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 12 }), { minLength: 2, maxLength: 4 }), async (scripts) => {
        const clients = await Promise.all(scripts.map((_, index) => openRaw(WAYS[index % 2]?.openStream)));
        await Promise.all(
          clients.map(async (client, index) => {
            const known: Known = { zone: usualZone, statements: new Map(), isListening: false };
            for (const take of scripts[index] ?? []) await take(client, known);
            client.stream.destroy();
          }),
        );
      }),
      { numRuns: 40 },
    );
  });
});
