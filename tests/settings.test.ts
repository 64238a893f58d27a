import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSettings, SETTINGS } from '../src/settings.ts';
import { siteEnvironment } from './support/program.ts';
import { callOf, quote, runShell } from './support/shell.ts';

describe('readSettings', () => {
  test('uses the defaults for unset and empty variables, and ignores other variables', () => {
    const empty = Object.fromEntries(SETTINGS.map(({ name }) => [name, '']));
    const { value } = readSettings({ PATH: '/bin', HOSTNAME: 'x' });
    expect(value).toMatchObject({ port: 4321, siteUrl: 'http://localhost:4321', siteUrlIsSet: false, provider: null });
    expect(readSettings(empty)).toEqual({ value });
  });

  test.each([
    [{ PORT: '8080' }, { port: 8080, siteUrl: 'http://localhost:8080' }],
    [{ SITE_URL: 'HTTPS://Clubs.Example.org:443/' }, { siteUrl: 'https://clubs.example.org', siteUrlIsSet: true }],
    [{ SITE_URL: 'https://clubs.école.example' }, { siteUrl: 'https://clubs.xn--cole-9oa.example' }],
    [{ DATABASE_URL: 'postgres://db/clubs' }, { databaseUrl: 'postgres://db/clubs' }],
    [{ DATA_DIR: 'elsewhere' }, { dataDir: resolve('elsewhere') }],
    [{ DEFAULT_LOCALE: 'fr' }, { defaultLocale: 'fr' }],
    [{ SAMPLE_DATA: 'off' }, { sampleData: false }],
    [
      { SMTP_URL: 'smtps://u:p%40@mail.example.org:465/', MAIL_FROM: 'Clubs & co <clubs@example.org>' },
      { mail: { url: 'smtps://u:p%40@mail.example.org:465/', from: 'Clubs & co <clubs@example.org>' } },
    ],
    [{ RATE_LIMIT: '5' }, { rateLimit: 5 }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: null }],
    [{ ACCESS_LOG: 'off' }, { loggedRequests: null }],
    [{ ACCESS_LOG: 'all' }, { loggedRequests: 'all' }],
    [{ ACCESS_LOG: 'on' }, { loggedRequests: 'rendered' }],
    [{ METRICS_PORT: '0' }, { metrics: { host: '127.0.0.1', port: 0 } }],
    [{ METRICS_PORT: '9464', HOST: '0.0.0.0' }, { metrics: { host: '0.0.0.0', port: 9464 } }],
    [{ METRICS_PORT: '127.0.0.1:9464', HOST: '0.0.0.0' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_PORT: '[::1]:9464' }, { metrics: { host: '::1', port: 9464 } }],
  ])('reads %j', (source, expected) => {
    expect(readSettings(source).value).toMatchObject(expected);
  });

  test.each([
    ['PORT', ['-1', '65536', '80a']],
    ['SITE_URL', ['clubs.example.org', 'ftp://clubs.example.org', 'https://clubs.example.org/clubs', 'https:clubs']],
    ['DATABASE_URL', ['mysql://db/clubs', 'clubs']],
    ['CLUB_LIST_PAGE_SIZE', ['0', '101', '2.5']],
    ['DEFAULT_LOCALE', ['FR', 'xx']],
    ['SAMPLE_DATA', ['yes', 'ON']],
    ['RATE_LIMIT', ['0', '10001', '20/s']],
    ['ACCESS_LOG', ['yes']],
    ['METRICS_PORT', ['no', '127.0.0.1:', '::1:9464', '127.0.0.1:65536']],
    ['TRANSACTION_LIMIT', ['15']],
    ['MIGRATION_BACKUP', ['on']],
    ['METRICS_HOST', ['127.0.0.1']],
    ['OIDC_NAME_CLAIM', ['name']],
    ['TRUSTED_PROXIES', ['localhost', '10.0.0.0/33', 'loopback,proxy']],
    ['OIDC_ISSUER', ['http://login.example.org', 'https://login.example.org/.well-known/openid-configuration']],
    ['SMTP_URL', ['mail.example.org:25', 'http://mail.example.org', 'smtp://u:p#q@mail.example.org']],
    ['MAIL_FROM', ['clubs', 'clubs@example.org, eve@example.org', 'A\n<clubs@example.org>']],
  ])('rejects a wrong %s', (name, texts) => {
    for (const text of texts) {
      const { issues } = readSettings({ [name]: text });
      expect(
        issues?.map(({ field }) => field),
        text,
      ).toEqual([name]);
    }
  });

  test('reports every wrong setting with its value, but never a password', () => {
    const source = { PORT: 'x', DATABASE_URL: 'mysql://user:secret@db/clubs', SMTP_URL: 'smtp://u:secret@h/x' };
    const { issues } = readSettings(source);
    expect(issues?.map(({ field }) => field).sort()).toEqual(['DATABASE_URL', 'PORT', 'SMTP_URL']);
    expect(issues?.find(({ field }) => field === 'PORT')?.message).toContain('"x"');
    expect(JSON.stringify(issues)).not.toContain('secret');
  });

  test.each<[Record<string, string>, string[]]>([
    [{ SMTP_URL: 'smtp://localhost' }, ['MAIL_FROM']],
    [{ OIDC_ISSUER: 'https://login.example.org' }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
    [{ OIDC_ALLOWED_DOMAINS: 'example.org' }, ['OIDC_ISSUER']],
  ])('requires what belongs to %j', (source, missing) => {
    expect(readSettings(source).issues?.map(({ field }) => field)).toEqual(missing);
  });

  test('allows another e-mail claim only for a trusted provider', () => {
    const provider = { OIDC_ISSUER: 'https://login.example.org/', OIDC_CLIENT_ID: 'clubs', OIDC_CLIENT_SECRET: 'x' };
    const claim = { ...provider, OIDC_EMAIL_CLAIM: 'upn' };
    expect(readSettings(claim).issues?.map(({ field }) => field)).toEqual(['OIDC_TRUST_EMAIL']);
    expect(readSettings({ ...claim, OIDC_TRUST_EMAIL: 'on' }).value?.provider).toMatchObject({
      issuer: 'https://login.example.org',
      emailClaim: 'upn',
    });
  });
});

describe('A program', () => {
  /** Runs a program that prints some of its settings, in a folder with this `.env`. */
  async function run(text: string, variables: Record<string, string> = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'club-env-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, '.env'), text);
    writeFileSync(
      join(folder, 'settings.ts'),
      `import { settings } from ${JSON.stringify(resolve('src/settings.ts'))};
      import { exitOnError } from ${JSON.stringify(resolve('src/lib/print-error.ts'))};
      await exitOnError(async () => {
        const { clubListPageSize, cdn, sampleData } = settings();
        console.log(JSON.stringify({ clubListPageSize, cdn, sampleData }));
      });`,
    );
    const env = siteEnvironment(variables);
    for (const name of ['CLUB_LIST_PAGE_SIZE', 'CDN', 'SAMPLE_DATA', 'DATABASE_URL'])
      if (!(name in variables)) env[name] = undefined;
    const call = callOf('settings.ts').replace('src/run.mjs', quote(resolve('src/run.mjs')));
    return await runShell(`cd ${quote(folder)} && ${call}`, env);
  }

  test('reads .env, and prefers its environment', async () => {
    const { stdout } = await run('CLUB_LIST_PAGE_SIZE=24\nCDN=on\nSAMPLE_DATA=on\n', { SAMPLE_DATA: 'off' });
    expect(JSON.parse(stdout)).toEqual({ clubListPageSize: 24, cdn: true, sampleData: false });
  });

  test.each([
    [
      'a wrong setting',
      'CLUB_LIST_PAGE_SIZE=all\nDATABASE_URL=postgres://u:Sesame#Street@db/clubs',
      /PAGE_SIZE .*"all"/,
    ],
    ['a line of another form', 'postgres://u:Sesame@db/x?a=b', /NAME=value/],
    ['another encoding', Buffer.from('\ufeffCDN=on\n', 'utf16le').toString('latin1'), /UTF-8/],
  ])('stops at %s, without a password', async (_, text, message) => {
    const { code, stderr } = await run(text);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/Sesame|Street/);
  });
});
