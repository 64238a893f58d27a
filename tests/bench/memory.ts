import { memoryOf } from './processes.ts';
import type { Memory, Server } from './types.ts';

/** What node:inspector is asked for the heap. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize?: number;
}

interface InspectorMessage {
  id?: number;
  result?: HeapUsage;
  error?: { message: string };
}

const MIB = 1024 * 1024;

/**
 * The memory of a site around a load. The site runs with --inspect, and what it printed tells where its inspector is;
 * the throughput of such a site is nobody's figure.
 */
export async function measureMemory(
  site: Server & { output: () => string },
  load: () => Promise<void>,
): Promise<Memory> {
  const address = /ws:\/\/\S+/.exec(site.output())?.[0];
  if (!address) throw new Error('The site has no inspector.');
  const inspector = await openInspector(address);
  const idleHeap = await inspector.heap();
  await load();
  const { rss, peak } = await memoryOf(site.pid);
  const heap = await inspector.heap();
  inspector.close();
  return { idleHeap, heap, rss, rssPeak: peak };
}

async function openInspector(address: string): Promise<{ heap: () => Promise<number>; close: () => void }> {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.addEventListener('open', done, { once: true });
    socket.addEventListener('error', () => fail(new Error('The inspector does not answer.')), { once: true });
  });
  let lastId = 0;
  const call = (method: string) =>
    new Promise<HeapUsage | undefined>((done, fail) => {
      const id = ++lastId;
      const listen = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as InspectorMessage;
        if (message.id !== id) return;
        socket.removeEventListener('message', listen);
        if (message.error) fail(new Error(message.error.message));
        else done(message.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    /** What is left after two collections, in MiB, with the bytes of buffers beside the heap. */
    async heap() {
      await call('HeapProfiler.collectGarbage');
      await call('HeapProfiler.collectGarbage');
      const usage = await call('Runtime.getHeapUsage');
      return ((usage?.usedSize ?? Number.NaN) + (usage?.backingStorageSize ?? 0)) / MIB;
    },
    close: () => socket.close(),
  };
}
