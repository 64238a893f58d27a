import { type Step } from './session-state.ts';

/**
 * The channels that a connection hears. The session that it shares hears those of all, so which are its own follows from
 * what was completed: LISTEN and UNLISTEN count from the end of their transaction on.
 */
export class Channels {
  readonly #heard = new Set<string>();
  /** What may be done by the next commands, in order. */
  #expected: Step[] = [];
  readonly #portals = new Map<string, Step[]>();
  /** What the transaction has done, with its savepoints. */
  #done: Step[] = [];
  #hasFailed = false;

  get heard(): ReadonlySet<string> {
    return this.#heard;
  }

  /** A text is about to run. */
  expect(steps: Step[]): void {
    this.#expected.push(...steps);
  }

  /** A text runs when its portal does. */
  bind(portal: string, steps: Step[]): void {
    if (steps.length > 0) this.#portals.set(portal, steps);
    else this.#portals.delete(portal);
  }

  execute(portal: string): void {
    this.expect(this.#portals.get(portal) ?? []);
    this.#portals.delete(portal);
  }

  /** A command has done what its tag says. */
  observe(tag: string): void {
    if (tag === 'COMMIT') this.#complete();
    if (tag === 'DISCARD ALL') this.#heard.clear();
    const at = this.#expected.findIndex((step) => step.tag === tag);
    const [step] = at < 0 ? [] : this.#expected.splice(0, at + 1).slice(-1);
    // A COMMIT of what has failed says ROLLBACK, too.
    if (tag === 'ROLLBACK' && !step?.name) this.#done = [];
    else if (step?.tag === 'ROLLBACK') this.#goBack(step.name);
    else if (step?.tag === 'RELEASE') this.#release(step.name);
    else if (step) this.#done.push(step);
  }

  fail(): void {
    this.#hasFailed = true;
  }

  /** A notification has come: no transaction is open any more. */
  notify(): void {
    if (!this.#hasFailed) this.#complete();
  }

  /** The server is ready for the next query, outside of a transaction or within. */
  end(isOutside: boolean): void {
    this.#expected = [];
    if (isOutside) {
      this.notify();
      this.#done = [];
      this.#portals.clear();
    }
    this.#hasFailed = false;
  }

  #complete(): void {
    for (const { tag, name } of this.#done) {
      if (tag === 'LISTEN' && name) this.#heard.add(name);
      else if (tag === 'UNLISTEN' && name) this.#heard.delete(name);
      else if (tag === 'UNLISTEN') this.#heard.clear();
    }
    this.#done = [];
  }

  #findSavepoint(name: string | null): number {
    return this.#done.findLastIndex((step) => step.tag === 'SAVEPOINT' && step.name === name);
  }

  #goBack(savepoint: string | null): void {
    const at = this.#findSavepoint(savepoint);
    if (at >= 0) this.#done.length = at + 1;
  }

  #release(savepoint: string | null): void {
    const from = this.#findSavepoint(savepoint);
    if (from >= 0) this.#done = this.#done.filter(({ tag }, at) => tag !== 'SAVEPOINT' || at < from);
  }
}
