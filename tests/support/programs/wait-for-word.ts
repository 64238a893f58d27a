import { parentPort } from 'node:worker_threads';

/*
 * A thread that reads no import, and ends when it is told to: whoever started it posts on the channel of its name.
 */

const channel = new BroadcastChannel('wait-for-word');
channel.onmessage = () => channel.close();
parentPort?.postMessage(0.5);
