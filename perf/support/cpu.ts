import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../tests/support/processes.ts';

/* CPU time from /proc (Linux), in ms. */

/** A kernel clock tick; `getconf CLK_TCK` is 100 on every Linux that Node.js runs on. */
const TICK = 10;
const IDLE_TIMEOUT = 180_000;

/** CPU time of a process since it started; 0 after it has ended. */
export async function cpuOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = await readTimes(pid);
  return user + system;
}

/** CPU time of a PostgreSQL server and all its processes, including those that have ended. */
export async function cpuOfPostgres(postmaster: number): Promise<number> {
  const own = await readTimes(postmaster);
  const others = await Promise.all((await childrenOf(postmaster)).map(cpuOf));
  return [...own, ...others].reduce((sum, time) => sum + time, 0);
}

/** Waits until the processes whose CPU time `cpu` returns are idle. */
export async function waitUntilIdle(cpu: () => Promise<number>): Promise<void> {
  const end = performance.now() + IDLE_TIMEOUT;
  for (let calm = 0, before = await cpu(); calm < 2;) {
    await sleep(150);
    const now = await cpu();
    calm = now - before <= TICK ? calm + 1 : 0;
    before = now;
    if (performance.now() > end) throw new Error('The servers do not become idle.');
  }
}

/** User and system time of a process, then both of its waited-for children. */
async function readTimes(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name may contain spaces; the fields after its closing bracket do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK);
}
