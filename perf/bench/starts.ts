import { join } from 'node:path';
import { memoryOf } from '../../tests/support/processes.ts';
import { startSite } from '../../tests/support/site-process.ts';
import { cpuOf, waitUntilIdle } from '../support/cpu.ts';

const ROUNDS = 5;

/** Times in ms and memory in MiB, a value per round. */
export interface Starts {
  /** Peaks of the first start, which creates the sample clubs. */
  firstPeaks: number[];
  /** Later starts: until the site listens, the peak, and once idle. */
  times: number[];
  peaks: number[];
  memory: number[];
}

/** Starts a built site with its embedded database, twice in each round. */
export async function measureStarts(folder: string): Promise<Starts> {
  const starts: Starts = { firstPeaks: [], times: [], peaks: [], memory: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const isFirst of [true, false]) {
      const begin = performance.now();
      const settings = { DATA_DIR: join(folder, `start-${round}`), SAMPLE_DATA: 'on' };
      // Sites of tests start faster, with compiled code in a cache.
      const site = await startSite(settings, { more: { NODE_DISABLE_COMPILE_CACHE: '1' } });
      const time = performance.now() - begin;
      await waitUntilIdle(() => cpuOf(site.pid));
      const { rss, peak } = await memoryOf(site.pid);
      (isFirst ? starts.firstPeaks : starts.peaks).push(peak);
      if (!isFirst) {
        starts.times.push(time);
        starts.memory.push(rss);
      }
      await site.stop();
    }
  }
  return starts;
}
