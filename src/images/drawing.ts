import { fork, type ChildProcess } from 'node:child_process';
import PQueue from 'p-queue';
import type { Preview } from './preview.ts';

/*
 * Draws previews in a child process, one after the other. What the libraries allocate returns to the system when it
 * ends: up to 90 MiB.
 */

/** How long the process waits for the next preview. */
const IDLE_MS = 15_000;

/** Without the secrets of the environment. With one arena, glibc keeps 90 MiB less. */
const OPTIONS = { serialization: 'advanced', env: { MALLOC_ARENA_MAX: '1' } } as const;

type Answer = { png: Buffer; problem?: undefined } | { problem: string };

const queue = new PQueue({ concurrency: 1 });
let child: ChildProcess | undefined;
let ending: NodeJS.Timeout | undefined;

/** Draws the preview of a club or of the site, in PNG. */
export const drawApart = (preview: Preview): Promise<Buffer> =>
  queue.add(async () => {
    clearTimeout(ending);
    const drawing = child?.connected === true ? child : fork(new URL('draw-program.ts', import.meta.url), OPTIONS);
    child = drawing;
    drawing.ref();
    drawing.channel?.ref();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const onEnd = () => resolve({ problem: 'The process that draws previews ended.' });
    drawing.once('message', resolve).once('exit', onEnd).once('error', onEnd);
    drawing.send(preview, (error) => error && onEnd());
    const answer = await promise;
    drawing.off('exit', onEnd).off('error', onEnd);
    // An idle process does not keep this one running.
    drawing.unref();
    drawing.channel?.unref();
    ending = setTimeout(() => drawing.connected && drawing.disconnect(), IDLE_MS).unref();
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer.png;
  });
