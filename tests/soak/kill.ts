import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { openClient } from '../../db/client.ts';
import { connectToOwner, openEmbedded } from '../../db/embedded.ts';
import { digestOf } from '../../src/accounts/queries.ts';
import { describeMachine } from '../bench/report.ts';
import { connect } from '../support/client.ts';
import { clubsCsv } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import { SITE_URL, siteEnvironment, startProgram } from '../support/program.ts';
import { startOnce } from './sites.ts';
import { formatVerdicts, type Verdict } from './verdicts.ts';

/** Where imports are killed: a migrated database without a club, of a server, or embedded below the folder (null). */
export interface KillPlace {
  url: string | null;
  /** For files, and the embedded database. */
  dataDir: string;
}

export interface KillOptions {
  /** How many imports by `clubs:import` are killed, and how many in the browser, with their site. */
  commands: number;
  browser: number;
  /** How many clubs each of them changes. */
  clubs: number;
}

/** What became of imports that were killed. */
export interface KillResult {
  commands: number;
  browser: number;
  /** Of these, with nothing changed, and with everything. */
  nothing: number;
  everything: number;
  /** Imports that ended before they could be killed: not among those above. */
  tooLate: number;
  /** Other writes to the database that were acknowledged meanwhile. */
  acknowledged: number;
  /** What was not all or nothing, was acknowledged and is not there, or does not start again. */
  wrong: string[];
}

/** What all clubs have for their category: each import makes one of the other. */
const STATES = ['before', 'after'] as const;

/** Kills imports with SIGKILL at any moment, the commands' own process or the site, and looks what is in the database. */
export async function killImports(
  { url, dataDir }: KillPlace,
  { commands, browser, clubs }: KillOptions,
  note: (line: string) => void = () => undefined,
): Promise<KillResult> {
  const settings = { DATA_DIR: dataDir, ...(url === null ? {} : { DATABASE_URL: url }) };
  const result: KillResult = {
    commands: 0,
    browser: 0,
    nothing: 0,
    everything: 0,
    tooLate: 0,
    acknowledged: 0,
    wrong: [],
  };
  const files = await Promise.all(
    STATES.map(async (category) => {
      const rows = Array.from({ length: clubs }, (_, index) => ({ name: `Club ${index}`, category }));
      const bytes = clubsCsv(...rows);
      const path = join(dataDir, `${category}.csv`);
      await writeFile(path, bytes);
      return { path, bytes };
    }),
  );
  const cookie = await withDatabase(url, dataDir, insertBoard);

  /** Which of the two all clubs are, by how many steps of the history; null for neither. */
  const readState = async () =>
    await withDatabase(url, dataDir, async (sql) => {
      if (url !== null) await awaitEnd(sql);
      const found = await sql<{ category: string; count: number }[]>`
        select category, count(*)::integer as count from club group by category`;
      const [{ steps, beacon }] = await sql<[{ steps: number; beacon: number }]>`
        select (select count(*)::integer from club_step where kind = 'import') as steps,
          (select name::integer from site_user where email = ${BEACON}) as beacon`;
      const [only, ...others] = found;
      const place =
        only?.count === clubs && others.length === 0 ? STATES.findIndex((one) => one === only.category) : -1;
      return { place, steps, beacon, found: found.map(({ category, count }) => `${count} ${category}`).join(', ') };
    });

  const runCommand = (to: number) =>
    startProgram('src/commands/clubs-import.ts', [files[to]?.path ?? '', '--yes'], siteEnvironment(settings));

  // The first two are not killed: there are clubs then, and it is known how long an import lasts.
  const first = runCommand(0);
  if ((await first.ended) !== 0) throw new Error(first.output());
  const begun = performance.now();
  const second = runCommand(1);
  if ((await second.ended) !== 0) throw new Error(second.output());
  const usual = performance.now() - begun;
  let state = await readState();

  /** Compares what is there with what was, and with what the process has acknowledged. */
  const judge = async (what: string, hasSaidDone: boolean, wasKilled: boolean, beacon: number) => {
    const before = state;
    state = await readState();
    const isDone = state.place !== before.place;
    const seen = `${state.found}; ${state.steps - before.steps} steps; ${state.beacon} of ${beacon} other writes`;
    if (
      state.place === -1 ||
      state.steps - before.steps !== (isDone ? 1 : 0) ||
      (hasSaidDone && !isDone) ||
      state.beacon < beacon
    ) {
      result.wrong.push(`${what}: ${seen}`);
    }
    if (wasKilled) result[isDone ? 'everything' : 'nothing'] += 1;
    else result.tooLate += 1;
    note(`${what}: ${wasKilled ? 'killed' : 'too late'}, ${isDone ? 'everything' : 'nothing'}, ${beacon} other writes`);
  };

  while (result.commands < commands) {
    const program = runCommand(1 - state.place);
    const writing = writeBeside(url, dataDir, state.beacon);
    // Half of that is the start of the process, in which nothing is to be lost.
    await Promise.race([sleep(usual * (0.4 + 0.7 * Math.random())), program.ended]);
    const wasKilled = program.child.exitCode === null && program.child.kill('SIGKILL');
    const code = await program.ended;
    const beacon = await writing.end();
    result.acknowledged += beacon - state.beacon;
    if (wasKilled && code === null) result.commands += 1;
    await judge('clubs:import', code === 0 || program.output().includes('Imported '), code === null, beacon);
    if (state.place === -1) return result;
  }

  let lasted: Lasted | null = null;
  while (result.browser < browser) {
    const site = await startOnce(settings);
    const looked = await fetch(`${site.url}/club/?name=${state.steps}`);
    if (looked.status !== 200) result.wrong.push(`the site answers ${looked.status}`);
    const writing = writeBeside(url, dataDir, state.beacon);
    const sent = importInBrowser(site.url, cookie, files[1 - state.place]?.bytes ?? Buffer.alloc(0));
    const ended: Promise<Lasted | null> = sent.done.catch(() => null);
    if (lasted) {
      // Two of three while it is written.
      const isWriting = result.browser % 3 > 0;
      if (isWriting) await Promise.race([sent.confirmed, ended]);
      await Promise.race([sleep(Math.random() * 1.1 * (isWriting ? lasted.writing : lasted.reading)), ended]);
    }
    // The first one is not killed.
    lasted ??= await ended;
    if (!lasted) throw new Error(`The import was not done.\n${site.output()}`);
    site.child.kill('SIGKILL');
    await site.ended;
    const beacon = await writing.end();
    result.acknowledged += beacon - state.beacon;
    const hasSaidDone = (await ended) !== null;
    if (!hasSaidDone) result.browser += 1;
    await judge('in the browser', hasSaidDone, !hasSaidDone, beacon);
    if (state.place === -1) return result;
  }
  return result;
}

const BEACON = 'beacon@example.org';

/** Somebody of the board, and an account whose name counts writes; answers a cookie. */
async function insertBoard(sql: postgres.Sql): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await sql`insert into site_user (name, email, is_email_verified) values ('0', ${BEACON}, true)`;
  const [{ id }] = await sql<[{ id: number }]>`
    insert into site_user (name, email, is_email_verified) values ('Board', 'board@example.org', true) returning id`;
  await sql`insert into user_role (user_id, role) values (${id}, 'board')`;
  await sql`
    insert into user_session (user_id, token, expires_at) values (${id}, ${digestOf(token)}, now() + interval '1 day')`;
  return `__Host-session=${token}.signature`;
}

/** With the database, by whatever way there is to it. */
async function withDatabase<T>(
  url: string | null,
  dataDir: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const embedded = url === null ? await openEmbedded(dataDir) : null;
  if (url === null && !embedded) throw new Error('Another process uses the database.');
  const sql = connect(embedded ?? { url: url ?? '' });
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await embedded?.close();
  }
}

/** Until what was killed is connected no more: the server ends what a killed process has begun only when it sees that it is gone. */
async function awaitEnd(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const others = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name in ('club-directory', 'club-directory-listener')`;
    if (others.length === 0) return;
    await sleep(20);
  }
}

/** Writes one number after the other, through the process that has the database if it is embedded, as often as it takes them. */
function writeBeside(url: string | null, dataDir: string, from: number): { end: () => Promise<number> } {
  let acknowledged = from;
  let isOver = false;
  const goesOn = () => !isOver;
  const writing = (async () => {
    while (goesOn()) {
      const socket = url === null ? await connectToOwner(dataDir).catch(() => null) : null;
      if (url === null && !socket) {
        await sleep(20);
        continue;
      }
      let isUsed = false as boolean;
      const openStream = () => {
        if (isUsed || !socket) throw new Error('The connection is lost.');
        isUsed = true;
        return socket;
      };
      const client = openClient(url === null ? { openStream } : { url });
      try {
        while (goesOn()) {
          await client.begin(
            (tx) => tx`update site_user set name = ${String(acknowledged + 1)} where email = ${BEACON}`,
          );
          acknowledged += 1;
          await sleep(10);
        }
      } catch {
        // Whether the last was done is not known: it was not acknowledged.
      }
      await client.close(0);
      socket?.destroy();
    }
  })();
  return {
    async end() {
      isOver = true;
      await writing;
      return acknowledged;
    },
  };
}

/** In ms: until there was a plan, and from the confirmation until it was written. */
interface Lasted {
  reading: number;
  writing: number;
}

/** An import as somebody of the board does it. */
function importInBrowser(
  url: string,
  cookie: string,
  bytes: Buffer,
): { confirmed: Promise<void>; done: Promise<Lasted> } {
  const headers = { Cookie: cookie, Origin: SITE_URL };
  const { promise: confirmed, resolve: confirm } = Promise.withResolvers<undefined>();
  const follow = async (path: string) => {
    for (;;) {
      const page = readHtml(await (await fetch(url + path, { headers })).text());
      if (page.all('[data-work]').length === 0) return page;
      await sleep(20);
    }
  };
  const work = async (): Promise<Lasted> => {
    const start = performance.now();
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], 'clubs.csv', { type: 'text/csv' }));
    const sent = await fetch(`${url}/desk/import/`, { method: 'POST', headers, body: form, redirect: 'manual' });
    const path = sent.headers.get('Location') ?? '';
    if (sent.status !== 303) throw new Error(`The upload is answered ${sent.status}.`);
    const fields = (await follow(path))
      .one('.import-plan')
      .all('input')
      .filter(({ attributes }) => attributes.type === 'hidden' || attributes.checked !== undefined)
      .map(({ attributes: { name = '', value = '' } }): [string, string] => [name, value]);
    const read = performance.now();
    confirm(undefined);
    const body = new URLSearchParams(fields);
    const written = await fetch(url + path, { method: 'POST', headers, body, redirect: 'manual' });
    if (written.status !== 303) throw new Error(`The confirmation is answered ${written.status}.`);
    const page = await follow(path);
    if (!page.all('a').some(({ attributes }) => /^\/desk\/history\/\d+\/$/.test(attributes.href ?? ''))) {
      throw new Error(`The import was not written: ${page.one('main').text}`);
    }
    return { reading: read - start, writing: performance.now() - read };
  };
  return { confirmed, done: work() };
}

/** What is wanted of several places, and whether it is so. */
export function judgeKills(results: Readonly<Record<string, KillResult>>): Verdict[] {
  const wrong = Object.values(results).flatMap((one) => one.wrong);
  return [
    [
      wrong.length === 0,
      `an import that is killed has changed everything or nothing, and what was acknowledged is there: ${wrong.length} times not`,
    ],
  ];
}

/** A run in Markdown, of several places by their names. */
export function killsToMarkdown(results: Readonly<Record<string, KillResult>>, clubs: number): string {
  const number = (value: number) => value.toLocaleString('en-US');
  return [
    '# Imports that are killed',
    '',
    `${describeMachine('PostgreSQL and PGlite')}; each import changes ${number(clubs)} clubs, and is killed (SIGKILL) at some moment: ` +
      'by `clubs:import`, or in the browser with its site, then mostly while it is written. Meanwhile others write to the ' +
      'database: to the embedded one through the process that is killed, to a server by themselves.',
    '',
    '| Database | killed: by `clubs:import` / in the browser | nothing was changed | everything was | ended before | other writes that were acknowledged | wrong |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...Object.entries(results).map(
      ([name, one]) =>
        `| ${name} | ${one.commands} / ${one.browser} | ${one.nothing} | ${one.everything} | ${one.tooLate} | ${number(one.acknowledged)} | ${one.wrong.length} |`,
    ),
    '',
    ...formatVerdicts(
      judgeKills(results),
      Object.values(results).flatMap((one) => one.wrong),
    ),
  ].join('\n');
}
