import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  findDoubtfulLines,
  findMisspelt,
  findOverruled,
  findUnknownZone,
  readNpmCall,
  readSettings,
  SETTINGS,
} from '../src/settings.ts';
import { siteEnvironment } from './support/program.ts';
import { callOf, quote, runShell } from './support/shell.ts';

describe('readSettings', () => {
  const DEFAULTS = {
    host: '127.0.0.1',
    port: 4321,
    siteUrl: 'http://localhost:4321',
    siteUrlIsSet: false,
    databaseUrl: null,
    dataDir: resolve('data'),
    transactionLimit: 15,
    migrationBackup: true,
    clubListPageSize: 1,
    defaultLocale: 'en',
    siteDir: resolve('src/content'),
    sampleData: true,
    provider: null,
    mail: null,
    pageCache: true,
    rateLimit: 20,
    trustedProxies: [],
    maxConcurrent: 128,
    loggedRequests: 'made',
    metricsAddress: null,
    cdn: false,
  };

  test('uses the defaults for unset and empty variables, and ignores other variables', () => {
    const empty = Object.fromEntries(SETTINGS.map(({ name }) => [name, '']));
    expect(readSettings({ PATH: '/bin', HOSTNAME: 'x' })).toEqual({ value: DEFAULTS });
    expect(readSettings(empty)).toEqual({ value: DEFAULTS });
  });

  test.each([
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ PORT: '8080' }, { port: 8080, siteUrl: 'http://localhost:8080' }],
    [{ SITE_URL: 'HTTPS://Clubs.Example.org:443/' }, { siteUrl: 'https://clubs.example.org', siteUrlIsSet: true }],
    [{ SITE_URL: 'https://clubs.école.example' }, { siteUrl: 'https://clubs.xn--cole-9oa.example' }],
    [{ DATABASE_URL: 'postgres://db/clubs' }, { databaseUrl: 'postgres://db/clubs' }],
    [{ DATA_DIR: 'elsewhere' }, { dataDir: resolve('elsewhere') }],
    [{ CLUB_LIST_PAGE_SIZE: '24' }, { clubListPageSize: 24 }],
    [{ DEFAULT_LOCALE: 'fr' }, { defaultLocale: 'fr' }],
    [{ SAMPLE_DATA: 'off' }, { sampleData: false }],
    [
      { SMTP_URL: 'smtps://u:p%40@mail.example.org:465/', MAIL_FROM: 'Clubs & co <clubs@example.org>' },
      { mail: { url: 'smtps://u:p%40@mail.example.org:465/', from: 'Clubs & co <clubs@example.org>' } },
    ],
    [{ PAGE_CACHE: 'off' }, { pageCache: false }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: null }],
    [{ MAX_CONCURRENT: '4' }, { maxConcurrent: 4 }],
    [{ ACCESS_LOG: 'off' }, { loggedRequests: null }],
    [{ ACCESS_LOG: 'all' }, { loggedRequests: 'all' }],
    [{ TRANSACTION_LIMIT: '30' }, { transactionLimit: 30 }],
    [{ METRICS_PORT: '9464' }, { metricsAddress: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_PORT: '9464', METRICS_HOST: '::1' }, { metricsAddress: { host: '::1', port: 9464 } }],
    [{ CDN: 'on' }, { cdn: true }],
  ])('reads %j', (source, expected) => {
    expect(readSettings(source).value).toMatchObject(expected);
  });

  test.each([
    ['PORT', ['-1', '65536', '80a']],
    ['SITE_URL', ['clubs.example.org', 'ftp://clubs.example.org', 'https://clubs.example.org/clubs', 'https:clubs']],
    ['DATABASE_URL', ['mysql://db/clubs', 'clubs']],
    ['CLUB_LIST_PAGE_SIZE', ['0', '101', '2.5']],
    ['DEFAULT_LOCALE', ['FR', 'de']],
    ['SAMPLE_DATA', ['yes', 'ON']],
    ['RATE_LIMIT', ['0', '10001', '20/s']],
    ['TRUSTED_PROXIES', ['localhost', '10.0.0.0/33', 'loopback,proxy']],
    ['MAX_CONCURRENT', ['0', '10001']],
    ['TRANSACTION_LIMIT', ['0', '3601']],
    ['METRICS_PORT', ['65536', '127.0.0.1:9464']],
    ['OIDC_ISSUER', ['http://login.example.org', 'https://login.example.org/.well-known/openid-configuration']],
    ['SMTP_URL', ['mail.example.org:25', 'http://mail.example.org', 'smtp://u:p#q@mail.example.org']],
    ['MAIL_FROM', ['clubs', 'clubs@example.org, eve@example.org', 'A\n<clubs@example.org>']],
  ])('rejects a wrong %s', (name, texts) => {
    for (const text of texts) {
      expect(
        readSettings({ [name]: text }).issues?.map(({ field }) => field),
        text,
      ).toEqual([name]);
    }
  });

  test('reports every wrong variable, and never a password', () => {
    const source = { PORT: 'x', DATABASE_URL: 'mysql://user:secret@db/clubs', SMTP_URL: 'smtp://u:secret@h/x' };
    const { issues } = readSettings(source);
    expect(issues?.map(({ field }) => field).sort()).toEqual(['DATABASE_URL', 'PORT', 'SMTP_URL']);
    expect(JSON.stringify(issues)).not.toContain('secret');
  });

  test.each<[Record<string, string>, string[]]>([
    [{ SMTP_URL: 'smtp://localhost' }, ['MAIL_FROM']],
    [{ OIDC_ISSUER: 'https://login.example.org' }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
    [{ OIDC_ALLOWED_DOMAINS: 'example.org' }, ['OIDC_ISSUER']],
    [{ METRICS_HOST: '::1' }, ['METRICS_PORT']],
  ])('requires what belongs to %j', (source, missing) => {
    expect(readSettings(source).issues?.map(({ field }) => field)).toEqual(missing);
  });

  test('allows another e-mail claim only for a trusted provider', () => {
    const provider = { OIDC_ISSUER: 'https://login.example.org/', OIDC_CLIENT_ID: 'clubs', OIDC_CLIENT_SECRET: 'x' };
    const claim = { ...provider, OIDC_EMAIL_CLAIM: 'upn' };
    expect(readSettings(claim).issues?.map(({ field }) => field)).toEqual(['OIDC_TRUST_EMAIL']);
    expect(readSettings({ ...claim, OIDC_TRUST_EMAIL: 'on' }).value?.provider).toMatchObject({
      issuer: 'https://login.example.org',
      trustEmail: true,
      emailClaim: 'upn',
    });
  });
});

describe('A misspelled setting name', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['CLUB_LIST_PAGESIZE', 'CLUB_LIST_PAGE_SIZE'],
    ['SITEURL', 'SITE_URL'],
    ['PROT', 'PORT'],
  ])('is reported: %s', (name, meant) => {
    expect(findMisspelt(['PATH', name, 'HOME'])).toEqual([expect.stringMatching(`${name} .* ${meant}\\?$`)]);
  });

  test('is reported with its line in a file, and by the new name if the setting was renamed', () => {
    const names = new Map([['METRICS_ADDRESS', 'line 2 of .env']]);
    expect(findMisspelt(['METRICS_ADDRESS'], names)).toEqual([expect.stringMatching(/line 2 of \.env.*METRICS_PORT/)]);
  });

  test('is not suspected in the names that environments usually have', () => {
    const usual = `PATH HOME HOSTNAME HOSTS PORTS SPORT POST CDPATH DATABASE_HOST DATABASE_PORT DATABASE_NAME SITE_NAME
      BASE_URL DATA_PATH LOG_LEVEL PAGE_SIZE NODE_ENV npm_config_cache PGHOST CLUBS_SERVICE_HOST KUBERNETES_PORT`;
    expect(findMisspelt([...usual.split(/\s+/), ...SETTINGS.map(({ name }) => name)])).toEqual([]);
  });
});

describe('A line of .env', () => {
  test.each<[string, RegExp[]]>([
    ['PORT 80\nHOST=::1\n', [/^Line 1 .*PORT/]],
    ['\nSITE_URL: https://a.example', [/^Line 2 .*SITE_URL/]],
    ['set DATABASE_URL=postgres://u:secret-1@h/db', [/^Line 1 .*DATABASE_URL/]],
    ['postgres://board:secret-1@db/clubs?a=b#c', [/^Line 1 /]],
    ['A="x\ny\nz"\nDATABSE_URL x', [/^Line 4 .*DATABASE_URL/]],
    ['PORT=1\nHOST=::1\nPORT=2', [/^Line 1 .*line 3/]],
    ['A="x\ny', [/^Line 2 /]],
    ['PORT=80\nDATABASE_URL=postgres://board:sec#ret@db/clubs\n', [/^Line 2 .*%23/]],
    ['export PGPASSWORD=#ret', [/^Line 1 .*quotes/]],
  ])('is reported if it does not set what it seems to: %j', (text, expected) => {
    const reported = findDoubtfulLines(text, '.env');
    expect(reported).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string));
    expect(reported.join()).not.toMatch(/secret|sec#|#ret/);
  });

  test.each([
    '# PORT 80\n\n  # more\n',
    'PORT=80\r\nHOST = ::1\r\n',
    'export PORT=80 # the port',
    "A='x\ny\nz'\nPORT=80",
    'A="b#c"\nPORT=80',
  ])('is accepted as Node.js reads it: %j', (text) => {
    expect(findDoubtfulLines(text, '.env')).toEqual([]);
    if (!text.startsWith('#')) expect(parseEnv(text)).toMatchObject({ PORT: '80' });
  });
});

describe('A program', () => {
  /** A folder with a program that prints some of its settings. */
  function makeFolder() {
    const folder = mkdtempSync(join(tmpdir(), 'club-env-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(
      join(folder, 'settings.ts'),
      `import { settings } from ${JSON.stringify(resolve('src/settings.ts'))};
      import { exitOnFailure } from ${JSON.stringify(resolve('src/failure.ts'))};
      await exitOnFailure(async () => {
        const { clubListPageSize, cdn, sampleData } = settings();
        console.log(JSON.stringify({ clubListPageSize, cdn, sampleData }));
      });`,
    );
    const call = callOf('settings.ts').replace('src/run.mjs', quote(resolve('src/run.mjs')));
    return {
      file: join(folder, '.env'),
      run(variables: Record<string, string> = {}) {
        const env = siteEnvironment(variables);
        for (const name of ['CLUB_LIST_PAGE_SIZE', 'CDN', 'SAMPLE_DATA', 'DATABASE_URL'])
          if (!(name in variables)) env[name] = undefined;
        return runShell(`cd ${quote(folder)} && ${call}`, env);
      },
    };
  }

  test('reads .env, prefers its environment, and reports each doubtful line once', async () => {
    const { file, run } = makeFolder();
    writeFileSync(
      file,
      '\ufeffCLUB_LIST_PAGE_SIZE=24\nCDN=on\nSAMPLE_DATA=on\nACCESS_LOG on\nPAGE_CAHCE=off\nDATABASE_URL=postgres://u:secret@db/clubs\n',
    );
    chmodSync(file, 0o644);
    const { stdout, stderr } = await run({ SAMPLE_DATA: 'off' });
    expect(JSON.parse(stdout)).toEqual({ clubListPageSize: 24, cdn: true, sampleData: false });
    const reported = stderr.trimEnd().split('\n');
    expect(reported).toHaveLength(3);
    expect(reported.join('\n')).toMatch(/ACCESS_LOG/);
    expect(reported.join('\n')).toMatch(/PAGE_CAHCE \(line 5 of \.env\)/);
    expect(reported.join('\n')).toContain('chmod 600 .env');
  });

  test('stops at a wrong setting, with its line and without a password', async () => {
    const { file, run } = makeFolder();
    writeFileSync(file, 'CLUB_LIST_PAGE_SIZE=all\nDATABASE_URL=postgres://board:Sesame#Street@db/clubs\n', {
      mode: 0o600,
    });
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/CLUB_LIST_PAGE_SIZE .*\(line 1 of \.env\)/);
    expect(stderr).not.toMatch(/Sesame|Street/);
  });

  test('stops at a .env that is not UTF-8', async () => {
    const { file, run } = makeFolder();
    writeFileSync(file, Buffer.from('\ufeffCDN=on\n', 'utf16le'), { mode: 0o600 });
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('UTF-8') as string });
  });
});

test.each([
  [{}, { script: null, isSilent: false, taken: [] }],
  [
    { npm_lifecycle_event: 'clubs:export', npm_config_loglevel: 'silent' },
    { script: 'clubs:export', isSilent: true },
  ],
  [{ npm_config_report: 'a.csv', npm_config_replace_samples: 'true' }, { taken: ['replace-samples', 'report'] }],
  [{ npm_config_replace_samples: '', npm_config_yes: 'true' }, { taken: [] }],
])('readNpmCall reads %j', (source, expected) => {
  expect(readNpmCall(source, ['replace-samples', 'report', 'yes'])).toMatchObject(expected);
});

test('reports a DATA_DIR that a DATABASE_URL of .env overrides', () => {
  const env = { DATA_DIR: '/tmp/tried', DATABASE_URL: 'postgres://club@db/clubs' };
  const inFile = new Map([['DATABASE_URL', 'line 2 of .env']]);
  expect(findOverruled(env, inFile)).toEqual([expect.stringMatching(/DATA_DIR .*DATABASE_URL \(line 2 of \.env\)/)]);
  expect(findOverruled(env, new Map())).toEqual([]);
  expect(findOverruled({ ...env, DATABASE_URL: '' }, new Map())).toEqual([]);
});

test.each([
  ['Europe/Pariss', 1],
  ['CET-1CEST', 1],
  [undefined, 0],
  [':Europe/Paris', 0],
])('reports an unknown time zone: %s', (zone, count) => {
  expect(findUnknownZone(zone)).toHaveLength(count);
});
