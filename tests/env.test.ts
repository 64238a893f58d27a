import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../src/env.ts';

const DEFAULTS = {
  host: '127.0.0.1',
  port: 4321,
  siteUrl: 'http://localhost:4321',
  siteUrlIsSet: false,
  databaseUrl: null,
  dataDir: resolve('data'),
  clubListPageSize: 1,
  sampleData: true,
  pageCache: true,
  accessLog: false,
  cdn: false,
};

describe('The settings', () => {
  test('have defaults', () => {
    expect(readSettings({})).toEqual({ value: DEFAULTS });
  });

  test('leave alone what is not theirs', () => {
    expect(readSettings({ PATH: '/bin', HOSTNAME: 'x' })).toEqual({ value: DEFAULTS });
  });

  test('take an empty variable as not set', () => {
    const empty = {
      HOST: '',
      PORT: '',
      SITE_URL: '',
      DATABASE_URL: '',
      DATA_DIR: '',
      CLUB_LIST_PAGE_SIZE: '',
      SAMPLE_DATA: '',
      PAGE_CACHE: '',
      ACCESS_LOG: '',
      CDN: '',
    };
    expect(readSettings(empty)).toEqual({ value: DEFAULTS });
  });

  test.each([
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ PORT: '8080' }, { port: 8080, siteUrl: 'http://localhost:8080' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ SITE_URL: 'https://clubs.example.org' }, { siteUrl: 'https://clubs.example.org', siteUrlIsSet: true }],
    [{ SITE_URL: 'https://clubs.example.org/' }, { siteUrl: 'https://clubs.example.org' }],
    [{ SITE_URL: 'HTTPS://Clubs.Example.org:8443' }, { siteUrl: 'https://clubs.example.org:8443' }],
    [{ DATABASE_URL: 'postgres://db/clubs' }, { databaseUrl: 'postgres://db/clubs' }],
    [{ DATABASE_URL: 'postgresql://db/clubs' }, { databaseUrl: 'postgresql://db/clubs' }],
    [{ DATA_DIR: 'elsewhere' }, { dataDir: resolve('elsewhere') }],
    [{ DATA_DIR: '/var/lib/clubs' }, { dataDir: '/var/lib/clubs' }],
    [{ CLUB_LIST_PAGE_SIZE: '24' }, { clubListPageSize: 24 }],
    [{ SAMPLE_DATA: 'off' }, { sampleData: false }],
    [{ PAGE_CACHE: 'off' }, { pageCache: false }],
    [{ ACCESS_LOG: 'on' }, { accessLog: true }],
    [{ CDN: 'on' }, { cdn: true }],
  ])('read %j', (source, expected) => {
    expect(readSettings(source).value).toMatchObject(expected);
  });

  test.each([
    ['PORT', ['-1', '65536', '80a', '1e3', ' 80', '٨٠']],
    [
      'SITE_URL',
      ['clubs.example.org', 'ftp://clubs.example.org', 'https://clubs.example.org/clubs', 'https://a@b.example', '/'],
    ],
    ['DATABASE_URL', ['mysql://db/clubs', 'clubs', '/var/run/postgresql']],
    ['CLUB_LIST_PAGE_SIZE', ['0', '101', '-1', 'all', '2.5']],
    ['SAMPLE_DATA', ['yes', 'true', 'ON']],
  ])('refuse a wrong %s and name it', (name, texts) => {
    for (const text of texts) {
      expect(readSettings({ [name]: text }).issues, text).toEqual([
        { field: name, message: expect.any(String) as string },
      ]);
    }
  });

  test('name every variable that is wrong', () => {
    const { issues } = readSettings({ PORT: 'x', SAMPLE_DATA: 'x', HOST: '::1' });
    expect(issues?.map(({ field }) => field)).toEqual(['PORT', 'SAMPLE_DATA']);
  });

  test('never repeat a password in a message', () => {
    const { issues } = readSettings({ DATABASE_URL: 'mysql://user:secret@db/clubs' });
    expect(JSON.stringify(issues)).not.toContain('secret');
  });
});
