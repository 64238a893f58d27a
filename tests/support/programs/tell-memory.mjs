// Loaded into a site beside it (NODE_OPTIONS): tells whoever started it what it takes of memory, after a collection.
// Plain JavaScript, which every Node.js that runs a site loads.
import { isMainThread } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

if (isMainThread && process.send) {
  process.on('message', (message) => {
    if (message !== 'memory') return;
    collect();
    // What the first made free to be finished.
    setImmediate(() => {
      collect();
      process.send({ memory: process.memoryUsage().heapUsed });
    });
  });
}
