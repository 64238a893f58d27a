import type { PGlite } from '@electric-sql/pglite';
import * as v from 'valibot';

/** What the inside of PGlite offers, as far as it is used here. */
const ModuleSchema = v.object({
  _PostgresMainLoopOnce: v.function(),
  addFunction: v.function(),
  _pgl_set_popen_fn: v.function(),
});

/** By this PostgreSQL goes on after an error; everything else that is thrown leaves it in the middle of something. */
const LONG_JUMP = 100;

/** PGlite goes on after whatever is thrown that is not a long jump, unless it cannot find that out. */
class BrokenError extends Error {
  override name = 'BrokenError';
  get status(): never {
    throw this;
  }
}

/**
 * Keeps PGlite from going on when its session is broken: its stack overflowed, its memory is not what it should be, it
 * ended itself. `onBroken` is called at once, before anything else of it is run or answered. And lets it start no program
 * (COPY … PROGRAM), over which it would turn for ever: PostgreSQL is told that there is none to be had.
 */
export function guard(pglite: PGlite, onBroken: (cause: unknown) => void): void {
  const module: unknown = pglite.Module;
  const { _PostgresMainLoopOnce: runOnce, addFunction, _pgl_set_popen_fn: setOpen } = v.parse(ModuleSchema, module);
  setOpen(addFunction(() => 0, 'ppp'));
  Object.assign(pglite.Module, {
    _PostgresMainLoopOnce: () => {
      try {
        runOnce();
      } catch (error) {
        if (isLongJump(error)) throw error;
        onBroken(error);
        throw new BrokenError('The session of the embedded database is broken.', { cause: error });
      }
    },
  });
}

const isLongJump = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP;
