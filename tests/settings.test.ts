import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  findMisspelt,
  findDoubtfulLines,
  findOverruled,
  findUnknownZone,
  readNpmCall,
  readSettings,
  SETTINGS,
} from '../src/settings.ts';
import { siteEnvironment } from './support/program.ts';
import { callOf, quote, runShell } from './support/shell.ts';

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
      DEFAULT_LOCALE: '',
      SAMPLE_DATA: '',
      OIDC_ISSUER: '',
      OIDC_CLIENT_ID: '',
      OIDC_ALLOWED_DOMAINS: '',
      SMTP_URL: '',
      MAIL_FROM: '',
      PAGE_CACHE: '',
      RATE_LIMIT: '',
      TRUSTED_PROXIES: '',
      MAX_CONCURRENT: '',
      ACCESS_LOG: '',
      TRANSACTION_LIMIT: '',
      METRICS_PORT: '',
      METRICS_HOST: '',
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
    [{ DEFAULT_LOCALE: 'fr' }, { defaultLocale: 'fr' }],
    [{ SAMPLE_DATA: 'off' }, { sampleData: false }],
    ...['smtp://localhost', 'smtps://u:p%40@mail.example.org:465/', 'smtp://[::1]:2525'].map(
      (url): [Record<string, string>, object] => [
        { SMTP_URL: url, MAIL_FROM: 'Clubs & co <clubs@example.org>' },
        { mail: { url, from: 'Clubs & co <clubs@example.org>' } },
      ],
    ),
    [{ PAGE_CACHE: 'off' }, { pageCache: false }],
    [{ RATE_LIMIT: '5' }, { rateLimit: 5 }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: null }],
    [{ MAX_CONCURRENT: '4' }, { maxConcurrent: 4 }],
    [{ ACCESS_LOG: 'off' }, { loggedRequests: null }],
    [{ ACCESS_LOG: 'all' }, { loggedRequests: 'all' }],
    [{ TRANSACTION_LIMIT: '30' }, { transactionLimit: 30 }],
    [{ METRICS_PORT: '9464' }, { metricsAddress: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_PORT: '9464', METRICS_HOST: '::1' }, { metricsAddress: { host: '::1', port: 9464 } }],
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
    ['DEFAULT_LOCALE', ['FR', 'french', 'de', 'fr-FR']],
    ['SAMPLE_DATA', ['yes', 'true', 'ON']],
    ['RATE_LIMIT', ['0', '-1', '10001', '20/s', '0.5', 'on', '20 200']],
    ['TRUSTED_PROXIES', ['localhost', '10.1', '10.0.0.0/33', '192.0.2.1:80', '*', 'loopback,proxy']],
    ['MAX_CONCURRENT', ['0', 'off', '10001']],
    ['TRANSACTION_LIMIT', ['0', '3601', '15s']],
    ['METRICS_PORT', ['65536', '127.0.0.1:9464', 'on']],
    [
      'SMTP_URL',
      [
        ...['mail.example.org', 'mail.example.org:25', 'http://mail.example.org', 'smtp://', 'smtp:mail.example.org'],
        ...['smtp://u:p#q@mail.example.org', 'smtp://mail.example.org/?pool=true', 'smtp://mail.example.org/x'],
      ],
    ],
    ['MAIL_FROM', ['clubs', 'Clubs <clubs>', 'clubs@example.org, eve@example.org', 'A\n<clubs@example.org>', '<a@b']],
  ])('refuse a wrong %s and name it', (name, texts) => {
    for (const text of texts) {
      expect(readSettings({ [name]: text }).issues, text).toEqual([
        { field: name, message: expect.any(String) as string },
      ]);
    }
  });

  test('say which word of a list of proxies is none', () => {
    expect(readSettings({ TRUSTED_PROXIES: 'loopback, proxy.example.org' }).issues?.[0]?.message).toMatch(
      /such as loopback 192\.0\.2\.1 2001:db8::\/32, and "proxy\.example\.org" is none$/,
    );
  });

  test('name every variable that is wrong', () => {
    const { issues } = readSettings({ PORT: 'x', SAMPLE_DATA: 'x', HOST: '::1' });
    expect(issues?.map(({ field }) => field)).toEqual(['PORT', 'SAMPLE_DATA']);
  });

  test('never repeat a password in a message', () => {
    const { issues } = readSettings({ DATABASE_URL: 'mysql://user:secret@db/clubs', SMTP_URL: 'smtp://u:secret@h/x' });
    expect(issues).toHaveLength(2);
    expect(JSON.stringify(issues)).not.toContain('secret');
  });

  test.each<[Record<string, string>, string[], string]>([
    [{ SMTP_URL: 'smtp://localhost' }, ['MAIL_FROM'], 'SMTP_URL'],
    [{ MAIL_FROM: 'clubs@example.org' }, ['SMTP_URL'], 'MAIL_FROM'],
    [{ OIDC_ISSUER: 'https://login.example.org' }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], 'OIDC_ISSUER'],
    [{ OIDC_CLIENT_ID: 'clubs', OIDC_CLIENT_SECRET: 'x' }, ['OIDC_ISSUER'], 'OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_SECRET: 'x' }, ['OIDC_ISSUER'], 'OIDC_CLIENT_SECRET'],
    [{ OIDC_ALLOWED_DOMAINS: 'example.org' }, ['OIDC_ISSUER'], 'OIDC_ALLOWED_DOMAINS'],
    [{ OIDC_TRUST_EMAIL: 'on' }, ['OIDC_ISSUER'], 'OIDC_TRUST_EMAIL'],
    [{ OIDC_EMAIL_CLAIM: 'mail' }, ['OIDC_ISSUER'], 'OIDC_EMAIL_CLAIM'],
    [{ OIDC_NAME_CLAIM: 'nickname' }, ['OIDC_ISSUER'], 'OIDC_NAME_CLAIM'],
    [{ METRICS_HOST: '::1' }, ['METRICS_PORT'], 'METRICS_HOST'],
  ])('ask for what is missing beside %j', (source, fields, name) => {
    const message = `must be set where ${name} is`;
    expect(readSettings(source).issues).toEqual(fields.map((field) => ({ field, message })));
  });

  test('let only a trusted provider name the address in another claim than email', () => {
    const provider = { OIDC_ISSUER: 'https://login.example.org/', OIDC_CLIENT_ID: 'clubs', OIDC_CLIENT_SECRET: 'x' };
    expect(readSettings({ ...provider, OIDC_EMAIL_CLAIM: 'upn' }).issues).toEqual([
      { field: 'OIDC_TRUST_EMAIL', message: 'must be on where OIDC_EMAIL_CLAIM is not email' },
    ]);
    const trusted = readSettings({ ...provider, OIDC_EMAIL_CLAIM: 'upn', OIDC_TRUST_EMAIL: 'on' });
    expect(trusted.value?.provider).toMatchObject({
      issuer: 'https://login.example.org',
      trustEmail: true,
      emailClaim: 'upn',
    });
  });

  test('ask for the issuer itself, not for the address of its metadata', () => {
    for (const end of ['/.well-known/openid-configuration', '/realms/a/.well-known/openid-configuration/']) {
      expect(readSettings({ OIDC_ISSUER: `https://login.example.org${end}` }).issues).toEqual([
        {
          field: 'OIDC_ISSUER',
          message: expect.stringContaining('without /.well-known/openid-configuration') as string,
        },
      ]);
    }
  });
});

test('Every setting is there by the name that operators were promised', () => {
  const promised = `
    HOST PORT SITE_URL DATABASE_URL DATA_DIR CLUB_LIST_PAGE_SIZE SAMPLE_DATA PAGE_CACHE ACCESS_LOG CDN RATE_LIMIT
    DEFAULT_LOCALE SITE_DIR OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_ALLOWED_DOMAINS SMTP_URL MAIL_FROM
    TRUSTED_PROXIES METRICS_PORT TRANSACTION_LIMIT MAX_CONCURRENT`;
  const names = SETTINGS.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(promised.trim().split(/\s+/)));
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
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PROT', 'PORT'],
    ['PRT', 'PORT'],
    ['PORTT', 'PORT'],
    ['HSOT', 'HOST'],
    ['HOOST', 'HOST'],
  ])('%s is told with the name that is meant', (name, meant) => {
    expect(findMisspelt(['PATH', name, 'HOME'])).toEqual([
      `The environment has ${name}, which is no setting: is ${meant} meant?`,
    ]);
  });

  test('is told by what an earlier version called it', () => {
    expect(
      findMisspelt(['TRANSACTION_TIMEOUT', 'METRICS_ADDRESS'], new Map([['METRICS_ADDRESS', 'line 2 of .env']])),
    ).toEqual([
      'TRANSACTION_TIMEOUT (of the environment) counts no more: set TRANSACTION_LIMIT.',
      'METRICS_ADDRESS (line 2 of .env) counts no more: set METRICS_PORT, with METRICS_HOST for another address than 127.0.0.1.',
    ]);
  });

  test('is told with its line when it stands in a file', () => {
    expect(findMisspelt(['SITEURL', 'ACESS_LOG'], new Map([['SITEURL', 'line 3 of .env']]))).toEqual([
      'SITEURL (line 3 of .env) is no setting: is SITE_URL meant?',
      'The environment has ACESS_LOG, which is no setting: is ACCESS_LOG meant?',
    ]);
  });

  test('is nothing of what environments are full of', () => {
    const names = `
      PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL TERM LANG LANGUAGE LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP EDITOR VISUAL
      PAGER LESS LS_COLORS MAIL HOSTNAME HOSTTYPE MACHTYPE OSTYPE HOSTS PORTS PORTER SPORT SORT PART COST LOST MOST EXPORT IMPORT POST CDNS CD
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
    ...[
      'DATABASE_URL: postgres://u:secret-1@h/db?sslmode=disable',
      'DATABASE_URL postgres://u:secret-1@h/db?sslmode=disable',
      'set DATABASE_URL=postgres://u:secret-1@h/db',
      'SET "DATABASE_URL=postgres://u:secret-1@h/db"',
      'EXPORT DATABASE_URL=postgres://u:secret-1@h/db',
      'declare -x DATABASE_URL=postgres://u:secret-1@h/db',
      'setenv DATABASE_URL postgres://u:secret-1@h/db?a=b',
      '$env:DATABASE_URL="postgres://u:secret-1@h/db"',
      '- DATABASE_URL=postgres://u:secret-1@h/db',
      '"DATABASE_URL": "postgres://u:secret-1@h/db?a=b",',
      '\u00a0DATABASE_URL=postgres://u:secret-1@h/db',
      'DATABASE_URL\u200b=postgres://u:secret-1@h/db',
      'DATABSE_URL += postgres://u:secret-1@h/db#x',
    ].map((text): [string, string, string[]] => [
      `is ${JSON.stringify(text)}`,
      text,
      ['Line 1 of .env sets nothing: a setting is a line NAME=value. Is DATABASE_URL meant?'],
    ]),
    [
      'is an address alone',
      'postgres://board:secret-1@db/clubs?a=b#c',
      ['Line 1 of .env sets nothing: a setting is a line NAME=value.'],
    ],
    ['has no name', '=x', ['Line 1 of .env sets nothing: a setting is a line NAME=value.']],
    ['holds a password', 'secret-1\n', ['Line 1 of .env sets nothing: a setting is a line NAME=value.']],
    [
      'comes after a text of several lines',
      'A="x\ny\nz"\nDATABSE_URL x',
      ['Line 4 of .env sets nothing: a setting is a line NAME=value. Is DATABASE_URL meant?'],
    ],
    ['is set again below', 'PORT=1\nHOST=::1\nPORT=2', ['Line 1 of .env does not count: line 3 sets PORT again.']],
    [
      'comes after a quote that is never closed',
      'A="x\ny',
      ['Line 2 of .env sets nothing: a setting is a line NAME=value.'],
    ],
  ])('is told when it %s', (_, text, expected) => {
    expect(findDoubtfulLines(text, '.env')).toEqual(expected);
    expect(parseEnv(text), 'as Node.js reads it').not.toHaveProperty('DATABASE_URL');
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
    expect(findDoubtfulLines(text, '.env')).toEqual([]);
    if (text.includes('PORT=80') && !text.startsWith('#')) expect(parseEnv(text)).toMatchObject({ PORT: '80' });
  });

  test('is told once by a process, which reads the others and keeps to its environment before them', async () => {
    const { run, writeEnvFile } = makeFolder();
    writeEnvFile(
      '\ufeffCLUB_LIST_PAGE_SIZE=24\nCDN=on\nSAMPLE_DATA=on\nACCESS_LOG on\nPAGE_CAHCE=off\nHOST: a=secret\n',
    );
    const { stdout, stderr } = await run({ SAMPLE_DATA: 'off', SITEURL: 'https://clubs.example.org' });
    expect(JSON.parse(stdout)).toEqual({ clubListPageSize: 24, cdn: true, sampleData: false });
    expect(stderr.split('\n')).toEqual([
      'Line 4 of .env sets nothing: a setting is a line NAME=value. Is ACCESS_LOG meant?',
      'Line 6 of .env sets nothing: a setting is a line NAME=value. Is HOST meant?',
      'The environment has SITEURL, which is no setting: is SITE_URL meant?',
      'PAGE_CAHCE (line 5 of .env) is no setting: is PAGE_CACHE meant?',
      '',
    ]);
  });
});

describe('A .env file that every user can read', () => {
  const warning = 'Every user of this machine can read the passwords in .env. Run: chmod 600 .env\n';

  test.each([
    { content: 'DATABASE_URL=postgres://u:secret@db/clubs\n', mode: 0o644, expected: warning },
    { content: 'DATABASE_URL=postgres://u:secret@db/clubs\n', mode: 0o600, expected: '' },
    { content: 'PAGE_CACHE=off\n', mode: 0o644, expected: '' },
  ])('is reported once if it holds a password: %o', async ({ content, mode, expected }) => {
    const { file, run, writeEnvFile } = makeFolder();
    writeEnvFile(content);
    chmodSync(file, mode);
    expect((await run()).stderr).toBe(expected);
  });
});

describe('A # in a value of .env', () => {
  test.each<[string, string[]]>([
    [
      'PORT=80\nDATABASE_URL=postgres://board:sec#ret@db/clubs\n',
      [
        'Line 2 of .env: a comment begins at the #, and the value of DATABASE_URL ends before it. If the # belongs to the value, write %23.',
      ],
    ],
    [
      'export PGPASSWORD=#ret',
      [
        'Line 1 of .env: a comment begins at the #, and the value of PGPASSWORD ends before it. If the # belongs to the value, put quotes around the value.',
      ],
    ],
    ['PORT=80 # the port', []],
    ['PORT= # none', []],
    ['A="b#c"', []],
    ['A="b"#c', []],
    ["A='b#c' # d#e", []],
    ['A="b\n#c#d"\nPORT=80', []],
    ['A="b#c', []],
    ['# A=b#c', []],
  ])('of %j is told when it cuts the value off', (text, expected) => {
    expect(findDoubtfulLines(text, '.env')).toEqual(expected);
    const cut = Object.values(parseEnv(text)).some((value) => value !== '' && text.includes(`${value}#`));
    expect(cut, 'as Node.js reads it').toBe(expected.length > 0 && !text.includes('=#'));
  });
});

/** A folder with a program that reads its settings and prints some of them. */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'club-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'settings.ts'),
    `import { settings } from ${JSON.stringify(resolve('src/settings.ts'))};
    import { exitOnFailure } from ${JSON.stringify(resolve('src/failure.ts'))};
    await exitOnFailure(async () => {
      settings();
      const { clubListPageSize, cdn, sampleData } = settings();
      console.log(JSON.stringify({ clubListPageSize, cdn, sampleData }));
    });`,
  );
  const line = `cd ${quote(folder)} && ${callOf('settings.ts').replace('src/run.mjs', quote(resolve('src/run.mjs')))}`;
  return {
    file: join(folder, '.env'),
    writeEnvFile: (content: string | Buffer) => writeFileSync(join(folder, '.env'), content, { mode: 0o600 }),
    run(variables: Record<string, string> = {}) {
      const env = siteEnvironment(variables);
      for (const name of ['CLUB_LIST_PAGE_SIZE', 'CDN', 'SAMPLE_DATA', 'DATABASE_URL'])
        if (!(name in variables)) env[name] = undefined;
      return runShell(line, env);
    },
  };
}

describe('A wrong setting', () => {
  test('is told with its line when it stands in .env', async () => {
    const { run, writeEnvFile } = makeFolder();
    writeEnvFile('# the site\nCDN=on\nCLUB_LIST_PAGE_SIZE=all\nCLUB_LIST_PAGE_SIZE=many\nSAMPLE_DATA=yes\n');
    const { code, stderr } = await run({ SAMPLE_DATA: 'no' });
    expect(stderr.split('\n')).toEqual([
      'Line 3 of .env does not count: line 4 sets CLUB_LIST_PAGE_SIZE again.',
      'CLUB_LIST_PAGE_SIZE must be a whole number from 1 to 100 (line 4 of .env).',
      'SAMPLE_DATA must be on or off.',
      '',
    ]);
    expect(code).toBe(1);
  });

  test('that a # has cut off is told together with that, and without the password', async () => {
    const { run, writeEnvFile } = makeFolder();
    writeEnvFile('DATABASE_URL=postgres://board:Sesame#Street@db/clubs\n');
    const { stderr } = await run();
    expect(stderr).toMatch(/^Line 1 of \.env: a comment begins .*\nDATABASE_URL must .* \(line 1 of \.env\)\.\n$/);
    expect(stderr).not.toMatch(/Sesame|Street/);
  });
});

describe('A .env that cannot be read', () => {
  test('is told in one sentence when it is a folder', async () => {
    const { run, file } = makeFolder();
    mkdirSync(file);
    expect(await run()).toMatchObject({
      code: 1,
      stderr: 'The file .env with the settings cannot be read: it is a folder.\n',
    });
  });

  test('is told in one sentence when the system refuses it', async () => {
    const { run, file } = makeFolder();
    symlinkSync('.env', file);
    expect(await run()).toMatchObject({
      code: 1,
      stderr: 'The file .env with the settings cannot be read: its links lead in a circle.\n',
    });
  });

  test.each([
    ['UTF-16', Buffer.from('\ufeffCDN=on\n', 'utf16le')],
    ['Windows-1252', Buffer.from('DATA_DIR=données\r\n', 'latin1')],
  ])('is told in one sentence when it is %s instead of UTF-8', async (_, bytes) => {
    const { run, writeEnvFile } = makeFolder();
    writeEnvFile(bytes);
    expect((await run()).stderr).toBe('The settings in .env are no UTF-8 text: save the file as UTF-8.\n');
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

describe('What a person sets and does not get is told', () => {
  const env = { DATA_DIR: '/tmp/tried', DATABASE_URL: 'postgres://club@db/clubs' };
  const inFile = new Map([['DATABASE_URL', 'line 2 of .env']]);

  test('when a folder is named for a command, and the file of settings names a server', () => {
    expect(findOverruled(env, inFile)).toEqual([
      'DATA_DIR of the environment does not count: DATABASE_URL (line 2 of .env) names a server. An empty DATABASE_URL= before the command means the folder.',
    ]);
  });

  test('and not when both come from one place, or the server is taken away', () => {
    expect(findOverruled(env, new Map())).toEqual([]);
    expect(findOverruled(env, new Map([...inFile, ['DATA_DIR', 'line 3 of .env']]))).toEqual([]);
    expect(findOverruled({ ...env, DATABASE_URL: '' }, new Map())).toEqual([]);
    expect(readSettings({ ...env, DATABASE_URL: '' }).value).toMatchObject({ databaseUrl: null });
  });

  test.each(['Europe/Pariss', 'CET-1CEST'])('when nobody knows the time zone %s', (zone) => {
    expect(findUnknownZone(zone)).toEqual([
      'TZ is no time zone such as Europe/Paris: days and times may be those of UTC.',
    ]);
  });

  test.each([undefined, '', 'UTC', 'Europe/Paris', ':Europe/Paris', 'Etc/GMT-1'])('but not of %s', (zone) => {
    expect(findUnknownZone(zone)).toEqual([]);
  });
});
