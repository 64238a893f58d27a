import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/* What the kernel says of processes (Linux). */

/** A tick of the kernel's clock in ms; `getconf CLK_TCK` is 100 on every Linux that Node.js runs on. */
const TICK = 10;

/** CPU time of a process since it began, in ms; 0 when it is gone. */
export async function cpuOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = await readTimes(pid);
  return user + system;
}

/** CPU time of a server of PostgreSQL with all its processes, those that have ended included, in ms. */
export async function cpuOfPostgres(postmaster: number): Promise<number> {
  const own = await readTimes(postmaster);
  const others = await Promise.all((await childrenOf(postmaster)).map(cpuOf));
  return [...own, ...others].reduce((sum, time) => sum + time, 0);
}

/** Memory of a process in MiB, now and at its most. */
export async function memoryOf(pid: number): Promise<{ rss: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { rss: read('VmRSS'), peak: read('VmHWM') };
}

export async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Waits until the processes have nothing left to do: start-up, or requests that nobody waits for any more. */
export async function waitUntilIdle(cpu: () => Promise<number>, patience = 180_000): Promise<void> {
  const end = performance.now() + patience;
  for (let calm = 0, before = await cpu(); calm < 2;) {
    await sleep(150);
    const now = await cpu();
    calm = now - before <= TICK ? calm + 1 : 0;
    before = now;
    if (performance.now() > end) throw new Error('The servers do not come to rest.');
  }
}

/** User and system time, and both of the children that ended and were waited for, in ms. */
async function readTimes(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program may hold spaces; what follows its bracket does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK);
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(pids.map((pid) => parentOf(pid).catch(() => 0)));
  return pids.filter((_, index) => parents[index] === parent);
}
