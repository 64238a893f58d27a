import { describe, expect, test } from 'vitest';
import {
  bind,
  EXECUTE,
  message,
  openRaw,
  parse,
  readAnswer,
  serveEmbedded,
  SYNC,
  types,
  until,
  WAYS,
} from '../support/bridge.ts';

serveEmbedded();

describe.each(WAYS)('The prepared statements of a connection through $way', ({ openStream }) => {
  test('are its own, of whatever name', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    for (const name of ['', 'same', 'x'.repeat(62), 'é"\n'.repeat(12)]) {
      await one.ask(parse(name, "select 'one'"), SYNC);
      await other.ask(parse(name, "select 'other'"), SYNC);
      expect(readAnswer(await one.ask(bind(name), EXECUTE, SYNC))).toEqual(['one']);
      expect(readAnswer(await other.ask(bind(name), EXECUTE, SYNC))).toEqual(['other']);
      expect(readAnswer(await one.ask(bind(name), EXECUTE, SYNC))).toEqual(['one']);
      expect((await one.ask(message('D', `S${name}`), SYNC)).map(({ type }) => type).join('')).toBe('tTZ');

      await one.ask(message('C', `S${name}`), SYNC);
      expect(readAnswer(await one.ask(bind(name), EXECUTE, SYNC))).toBe('26000');
      expect(readAnswer(await other.ask(bind(name), EXECUTE, SYNC))).toEqual(['other']);
    }
  });

  test('are not told apart by the end of a long name alone, nor taken for one another', async () => {
    const client = await openRaw(openStream);
    const [a, b] = [`${'x'.repeat(61)}a`, `${'x'.repeat(61)}b`];
    await client.ask(parse(a, "select 'a'"), parse(b, "select 'b'"), SYNC);
    expect(readAnswer(await client.ask(bind(a), EXECUTE, bind(b), EXECUTE, SYNC))).toEqual(['a', 'b']);
  });

  test('cannot be another’s, when it has none', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.ask(parse('', "select 'one'"), SYNC);
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['one']);
    await one.query('select 1');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
  });

  test('cannot be another’s after a third has ended, or all were taken away', async () => {
    const [one, other, third] = [await openRaw(openStream), await openRaw(openStream), await openRaw(openStream)];
    await third.ask(parse('its', 'select 17'), SYNC);
    await one.ask(parse('', 'select 18'), SYNC);
    third.stream.destroy();
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    await one.ask(parse('', 'deallocate all'), bind(''), EXECUTE, SYNC);
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    await one.ask(bind(''), EXECUTE, SYNC);
  });

  test('stay whose they were when another makes a mistake', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    await one.ask(parse('', 'select 17'), SYNC);
    expect(readAnswer(await other.ask(parse('', 'selec'), SYNC))).toBe('42601');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['17']);
    expect(readAnswer(await other.ask(parse('a', 'selec'), parse('', 'select 18'), SYNC))).toBe('42601');
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toBe('26000');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['17']);
  });

  test.each(['deallocate all', 'DISCARD ALL', 'do $$ begin deallocate all; end $$'])(
    'survive another’s %s',
    async (text) => {
      const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
      for (const client of [one, other]) await client.ask(parse('mine', 'select 17'), parse('', 'select 18'), SYNC);
      await other.query(text);
      expect(readAnswer(await one.ask(bind('mine'), EXECUTE, bind(''), EXECUTE, SYNC))).toEqual(['17', '18']);
      if (!text.startsWith('do')) expect(readAnswer(await other.ask(bind('mine'), EXECUTE, SYNC))).toBe('26000');
    },
  );

  test('may be taken away by SQL', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    for (const client of [one, other]) await client.ask(parse('Mine', 'select 17'), SYNC);
    await one.ask(message('Q', 'deallocate "Mine"'));
    expect(readAnswer(await one.ask(bind('Mine'), EXECUTE, SYNC))).toBe('26000');
    expect(readAnswer(await other.ask(bind('Mine'), EXECUTE, SYNC))).toEqual(['17']);
    await one.ask(parse('Mine', 'select 19'), SYNC);
    expect(readAnswer(await one.ask(bind('Mine'), EXECUTE, SYNC))).toEqual(['19']);
  });

  test('that were made by SQL end with the transaction, and are nobody else’s', async () => {
    const [one, other] = [await openRaw(openStream), await openRaw(openStream)];
    expect(await one.query('begin; prepare mine as select 17; execute mine; commit')).toEqual(['17']);
    expect(await one.query('execute mine')).toBe('26000');
    expect(await other.query('prepare mine as select 18; execute mine')).toEqual(['18']);
  });
});

describe('An error in the middle of a query of many messages', () => {
  const closePortal = message('C', 'P');
  const closeStatement = (name: string) => message('C', `S${name}`);

  test('leaves the unnamed statement what it was, whatever was closed before', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('', "select 'one'"), SYNC);
    await other.ask(parse('', "select 'other'"), SYNC);
    expect(types(await one.ask(closePortal, bind('nosuch'), parse('', "select 'new'"), SYNC))).toBe('3EZ');
    expect(readAnswer(await one.ask(bind(''), EXECUTE, SYNC))).toEqual(['one']);
    expect(readAnswer(await other.ask(bind(''), EXECUTE, SYNC))).toEqual(['other']);
  });

  test('closes no statement after it', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('mine', "select 'mine'"), SYNC);
    expect(types(await one.ask(closePortal, bind('nosuch'), closeStatement('mine'), SYNC))).toBe('3EZ');
    await other.query('deallocate all');
    expect(readAnswer(await one.ask(bind('mine'), EXECUTE, SYNC))).toEqual(['mine']);
  });

  test.each([
    ['alone', [parse('', 'selec')]],
    ['after a statement that cannot be prepared again', [bind('lost')]],
  ])('lets nothing run before the end of it, a simple query neither: %s', async (_, failing) => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.query('create table lost (id int)');
    await one.ask(parse('lost', 'select id from lost'), SYNC);
    await other.query('drop table lost; deallocate all');
    const insert = message('Q', 'insert into entry (id) values (1)');
    one.stream.write(Buffer.concat([...failing, EXECUTE, insert]));
    await until(() => one.received().includes('E'));
    expect(types(await one.ask(SYNC))).toBe('Z');
    expect(await other.query('select count(*) from entry')).toEqual(['0']);
  });
});

describe('Statements of a connection and those of SQL', () => {
  test('are nobody else’s when a function has made them', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.query(`create or replace function prepare_quietly() returns int language plpgsql
      as $$ begin execute 'prepare quiet as select 42'; return 1; end $$`);
    expect(await one.query('select prepare_quietly()')).toEqual(['1']);
    expect(await other.query('execute quiet')).toBe('26000');
    expect(await other.query('prepare quiet as select 7; execute quiet')).toEqual(['7']);
  });

  test('stay when a function has taken all away, but for who has called it', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.query(`create or replace function deallocate_quietly() returns int language plpgsql
      as $$ begin execute 'deallocate all'; execute 'unlisten *'; return 1; end $$`);
    for (const client of [one, other]) await client.ask(parse('mine', 'select 17'), SYNC);
    await other.query('listen clubs');
    expect(await one.query('select deallocate_quietly()')).toEqual(['1']);
    expect(readAnswer(await other.ask(bind('mine'), EXECUTE, SYNC))).toEqual(['17']);
    expect(readAnswer(await one.ask(bind('mine'), EXECUTE, SYNC))).toBe('26000');
    await one.query("notify clubs, 'still'");
    await until(() => other.received().includes('still'));
  });

  test.each([
    ['does not run in a failed transaction', [message('Q', 'begin; select 1 / 0'), message('Q', 'deallocate mine')]],
    ['is only parsed', [parse('away', 'deallocate mine'), SYNC]],
  ])('stay when a DEALLOCATE %s', async (_, messages) => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('mine', 'select 17'), SYNC);
    await one.ask(...messages);
    await one.query('rollback');
    await other.query('deallocate all');
    expect(readAnswer(await one.ask(bind('mine'), EXECUTE, SYNC))).toEqual(['17']);
  });

  test('have one name for both kinds of query, after another has taken all away, too', async () => {
    const [one, other] = [await openRaw(), await openRaw()];
    await one.ask(parse('mine', 'select 17'), SYNC);
    for (const disturb of ['select 1', 'deallocate all']) {
      await other.query(disturb);
      expect(await one.query('execute mine')).toEqual(['17']);
      expect(readAnswer(await one.ask(parse('mine', 'select 18'), SYNC))).toBe('42P05');
    }
    await other.query('deallocate all');
    expect(await one.query('deallocate mine')).toEqual([]);
    expect(await one.query('execute mine')).toBe('26000');
    await one.ask(bind('mine'), SYNC);
    expect(one.received()).toContain('Mprepared statement "mine" does not exist\0');
  });
});
