import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findMisspelt, findUnreadLines, readNpmCall, readSettings, SETTINGS } from '../src/env.ts';
import { siteEnvironment } from './support/program.ts';
import { callOf, quote, runShell } from './support/shell.ts';

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
    [{ SITE_URL: 'HTTPS://Clubs.Example.ORG:443' }, { siteUrl: 'https://clubs.example.org' }],
    [{ SITE_URL: 'http://clubs.example.org:80/' }, { siteUrl: 'http://clubs.example.org' }],
    [{ SITE_URL: 'https://clubs.école.example' }, { siteUrl: 'https://clubs.xn--cole-9oa.example' }],
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
      [
        ...[
          'clubs.example.org',
          'ftp://clubs.example.org',
          'https://clubs.example.org/clubs',
          'https://a@b.example',
          '/',
        ],
        ...[
          'https://clubs.example.org/?',
          'https://clubs.example.org#',
          'https://clubs.example.org:0x1bb',
          'https:clubs',
        ],
      ],
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

test('The table of the README tells every setting, what holds while it is not set, and what it means', () => {
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', unset = '', meaning = ''] = /^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/.exec(line) ?? [];
      const plain = (text: string) => text.replaceAll('`', '').replace(/\[(.*?)\]\(.*?\)/g, '$1');
      return name ? [{ name, unset: plain(unset), meaning: plain(meaning) }] : [];
    });
  expect(rows).toEqual(SETTINGS);
});

describe('What looks like a setting and is none', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['CLUB_LIST_PAGESIZE', 'CLUB_LIST_PAGE_SIZE'],
    ['CLUBS_LIST_PAGE_SIZES', 'CLUB_LIST_PAGE_SIZE'],
    ['SITEURL', 'SITE_URL'],
    ['SITE_ULR', 'SITE_URL'],
    ['SAMPLEDATA', 'SAMPLE_DATA'],
    ['ACESS_LOG', 'ACCESS_LOG'],
    ['Port', 'PORT'],
  ])('%s is told with the name that is meant', (name, meant) => {
    expect(findMisspelt(['PATH', name, 'HOME'])).toEqual([
      `The environment has ${name}, which is no setting: is ${meant} meant?`,
    ]);
  });

  test('is nothing of what environments are full of', () => {
    const names = `
      PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL TERM LANG LANGUAGE LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP EDITOR VISUAL
      PAGER LESS LS_COLORS MAIL HOSTNAME HOSTTYPE MACHTYPE OSTYPE HOSTS PORTS PORTER SPORT EXPORT IMPORT POST CDNS CD
      CDPATH CI CWD DISPLAY WAYLAND_DISPLAY XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_SESSION_ID COLORTERM SSH_TTY
      SSH_AUTH_SOCK SSH_CONNECTION GPG_AGENT_INFO DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM LISTEN_FDS
      NOTIFY_SOCKET MAINPID NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NPM_TOKEN INIT_CWD npm_config_cache
      npm_config_loglevel npm_lifecycle_event npm_package_name npm_execpath npm_command PGHOST PGPORT PGUSER PGDATABASE
      PGPASSWORD PGDATA POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB DATABASE_HOST DATABASE_PORT DATABASE_USER
      DATABASE_NAME DATABASE_PASSWORD DATABASE_SSL DATABASE_DIR TEST_DATABASE_URL REDIS_URL MAIL_URL BASE_URL APP_URL
      SITE_NAME SITE_DIR SITE_ID PUBLIC_URL STATIC_URL DATA DATA_PATH DATA_FILE DATA_ROOT LOG_LEVEL LOG_DIR ERROR_LOG
      IMAGE_CACHE CACHE_DIR PAGE_SIZE CLUB_DATA_DIR CLUBS_SERVICE_HOST CLUBS_SERVICE_PORT CLUBS_PORT_4321_TCP
      CLUBS_PORT_4321_TCP_ADDR CLUBS_PORT KUBERNETES_PORT KUBERNETES_SERVICE_HOST GITHUB_ACTIONS GITHUB_SHA RUNNER_OS
      DOCKER_HOST COMPOSE_PROJECT_NAME HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy VITEST VITEST_POOL_ID CHROME_PATH
      ProgramFiles APPDATA LOCALAPPDATA COMSPEC PATHEXT SystemRoot USERPROFILE COMPUTERNAME NUMBER_OF_PROCESSORS _`;
    const environment = [...names.trim().split(/\s+/), ...SETTINGS.map(({ name }) => name)];
    expect(environment.length).toBeGreaterThan(140);
    expect(findMisspelt(environment)).toEqual([]);
  });
});

describe('A line of .env that sets nothing', () => {
  test.each<[string, string, string[]]>([
    [
      'has no =',
      'PORT 80\nHOST=::1\n',
      ['Line 1 of .env sets nothing: a setting is a line NAME=value. Is PORT meant?'],
    ],
    [
      'has another sign',
      '\nSITE_URL: https://a.example',
      ['Line 2 of .env sets nothing: a setting is a line NAME=value. Is SITE_URL meant?'],
    ],
    ['has no name', '=x', ['Line 1 of .env sets nothing: a setting is a line NAME=value.']],
    ['holds a password', 'secret-1\n', ['Line 1 of .env sets nothing: a setting is a line NAME=value.']],
    [
      'comes after a text of several lines',
      'A="x\ny\nz"\nDATABSE_URL x',
      ['Line 4 of .env sets nothing: a setting is a line NAME=value. Is DATABASE_URL meant?'],
    ],
    [
      'comes after a quote that is never closed',
      'A="x\ny',
      ['Line 2 of .env sets nothing: a setting is a line NAME=value.'],
    ],
  ])('is told when it %s', (_, text, expected) => {
    expect(findUnreadLines(text, '.env')).toEqual(expected);
  });

  test.each([
    '',
    '# PORT 80\n\n  # more\n',
    'PORT=80\r\nHOST = ::1\r\n',
    'export PORT=80',
    'PORT=',
    "A='x\ny\nz'\nPORT=80",
    'A=`x\ny`',
    "A=it's\nPORT=80",
    'A="x" # y',
  ])('is none of %j, which Node.js reads as well', (text) => {
    expect(findUnreadLines(text, '.env')).toEqual([]);
    if (text.includes('PORT=80') && !text.startsWith('#')) expect(parseEnv(text)).toMatchObject({ PORT: '80' });
  });

  test('is told once by a process, which reads the others and keeps to its environment before them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'club-env-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = join(folder, 'settings.ts');
    writeFileSync(
      program,
      `import { settings } from ${JSON.stringify(resolve('src/env.ts'))};
      settings();
      const { clubListPageSize, cdn, sampleData } = settings();
      console.log(JSON.stringify({ clubListPageSize, cdn, sampleData }));`,
    );
    const line = `cd ${quote(folder)} && ${callOf('settings.ts').replace('src/run.mjs', quote(resolve('src/run.mjs')))}`;
    const env = siteEnvironment({ SAMPLE_DATA: 'off', SITEURL: 'https://clubs.example.org' });
    delete env.CLUB_LIST_PAGE_SIZE;
    delete env.CDN;

    writeFileSync(join(folder, '.env'), '\ufeffCLUB_LIST_PAGE_SIZE=24\nCDN=on\nSAMPLE_DATA=on\nACCESS_LOG on\n');
    const { stdout, stderr } = await runShell(line, env);
    expect(JSON.parse(stdout)).toEqual({ clubListPageSize: 24, cdn: true, sampleData: false });
    expect(stderr.split('\n')).toEqual([
      'Line 4 of .env sets nothing: a setting is a line NAME=value. Is ACCESS_LOG meant?',
      'The environment has SITEURL, which is no setting: is SITE_URL meant?',
      '',
    ]);

    writeFileSync(join(folder, '.env'), Buffer.from('\ufeffCDN=on\n', 'utf16le'));
    expect((await runShell(line, env)).stderr).toContain('The settings in .env are no UTF-8 text');
  });
});

describe('What npm says of a call', () => {
  test.each([
    [{}, { script: null, isSilent: false, taken: [] }],
    [
      { npm_lifecycle_event: 'clubs:export', npm_config_loglevel: 'error' },
      { script: 'clubs:export', isSilent: false },
    ],
    [{ npm_lifecycle_event: 'clubs:export', npm_config_loglevel: 'silent' }, { isSilent: true }],
    [{ npm_config_replace_samples: 'true' }, { taken: ['replace-samples'] }],
    [{ npm_config_report: 'a.csv', npm_config_replace_samples: 'true' }, { taken: ['replace-samples', 'report'] }],
    [{ npm_config_replace_samples: '', npm_config_yes: 'true' }, { taken: [] }],
  ])('is read from %j', (source, expected) => {
    expect(readNpmCall(source, ['replace-samples', 'report', 'yes'])).toMatchObject(expected);
  });
});
