// Preloaded into a site by NODE_OPTIONS: sends its memory usage after a garbage collection to the parent process.
// Plain JavaScript, because every Node.js that runs a site can load it.
import { isMainThread } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

if (isMainThread && process.send) {
  process.on('message', (message) => {
    if (message !== 'memory') return;
    collect();
    // A second collection frees what finalizers of the first have released.
    setImmediate(() => {
      collect();
      process.send({ memory: process.memoryUsage() });
    });
  });
}
