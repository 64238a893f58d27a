import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { openClient } from '../../db/client.ts';
import { connectToOwner, openEmbedded } from '../../db/embedded/database.ts';
import { BrowserImport, createBoardSession } from '../support/browser-import.ts';
import { connect } from '../../tests/support/client.ts';
import { clubsCsv } from '../../tests/support/clubs-csv.ts';
import { siteEnvironment, startProgram } from '../../tests/support/program.ts';
import { startSite } from '../../tests/support/site-process.ts';

/** A migrated database without clubs: on a server, or embedded (null). */
export interface KillPlace {
  url: string | null;
  dataDir: string;
}

export interface KillOptions {
  /** Number of killed imports with `clubs:import`, and in the browser, by killing the site. */
  commands: number;
  browser: number;
  /** Number of clubs that each import changes. */
  clubs: number;
}

export interface KillResult {
  commands: number;
  browser: number;
  /** Imports that changed nothing, and that changed everything. */
  nothing: number;
  everything: number;
  /** Imports that ended before the kill: not counted above. */
  tooLate: number;
  /** Acknowledged other writes. */
  acknowledged: number;
  /** Partial imports, lost writes and failed restarts. */
  wrong: string[];
}

/** The category of all clubs: each import replaces one with the other. */
const STATES = ['before', 'after'] as const;

/** Kills imports with SIGKILL at random moments and checks that each has changed everything or nothing. */
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
  const cookie = await withDatabase(url, dataDir, createAccounts);

  /** The category of all clubs as an index of STATES, or -1; and the number of import steps in the history. */
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

  // The first two imports create the clubs and measure how long an import takes.
  const first = runCommand(0);
  if ((await first.ended) !== 0) throw new Error(first.output());
  const begun = performance.now();
  const second = runCommand(1);
  if ((await second.ended) !== 0) throw new Error(second.output());
  const usual = performance.now() - begun;
  let state = await readState();

  /** Compares the database with its state before, and with what the process has acknowledged. */
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
    // The first half of the time is the start of the process.
    await Promise.race([sleep(usual * (0.4 + 0.7 * Math.random())), program.ended]);
    const wasKilled = program.child.exitCode === null && program.child.kill('SIGKILL');
    const code = await program.ended;
    const beacon = await writing.end();
    result.acknowledged += beacon - state.beacon;
    if (wasKilled && code === null) result.commands += 1;
    await judge('clubs:import', code === 0 || program.output().includes('Imported '), code === null, beacon);
    if (state.place === -1) return result;
  }

  let usualInBrowser: Durations | null = null;
  while (result.browser < browser) {
    const site = await startSite(settings);
    const looked = await fetch(`${site.url}/club/?name=${state.steps}`);
    if (looked.status !== 200) result.wrong.push(`the site answers ${looked.status}`);
    const writing = writeBeside(url, dataDir, state.beacon);
    const sent = importInBrowser(site.url, cookie, files[1 - state.place]?.bytes ?? Buffer.alloc(0));
    const ended: Promise<Durations | null> = sent.done.catch(() => null);
    if (usualInBrowser) {
      // Kill two of three imports while they write.
      const isWriting = result.browser % 3 > 0;
      if (isWriting) await Promise.race([sent.confirmed, ended]);
      await Promise.race([
        sleep(Math.random() * 1.1 * (isWriting ? usualInBrowser.writing : usualInBrowser.reading)),
        ended,
      ]);
    }
    // The first import is measured and not killed.
    usualInBrowser ??= await ended;
    if (!usualInBrowser) throw new Error(`The import failed.\n${site.output()}`);
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

/** Creates a board member, and an account whose name counts writes; returns the cookie of the board member. */
async function createAccounts(sql: postgres.Sql): Promise<string> {
  await sql`insert into site_user (name, email, is_email_verified) values ('0', ${BEACON}, true)`;
  return await createBoardSession(sql);
}

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

/** Waits until the server has closed the sessions of a killed process, and so ended their transactions. */
async function awaitEnd(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const others = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name in ('club-directory', 'club-directory-listener')`;
    if (others.length === 0) return;
    await sleep(20);
  }
}

/** Writes increasing numbers, to an embedded database through the process that owns it. */
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
        // The last write was not acknowledged.
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

/** Duration until the plan, and from the confirmation to the end, in ms. */
interface Durations {
  reading: number;
  writing: number;
}

/** Imports a file in the browser. `confirmed` resolves when the confirmation is sent. */
function importInBrowser(url: string, cookie: string, bytes: Buffer) {
  const { promise: confirmed, resolve: confirm } = Promise.withResolvers<undefined>();
  const work = async (): Promise<Durations> => {
    const form = new BrowserImport(url, cookie, 20);
    const start = performance.now();
    await form.upload(new Uint8Array(bytes));
    const read = performance.now();
    confirm(undefined);
    await form.confirm();
    return { reading: read - start, writing: performance.now() - read };
  };
  return { confirmed, done: work() };
}
