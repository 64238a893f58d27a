import { writeSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Ends the output of a run with a summary line: `12 passed, 0 failed`, with `, 1 skipped` if there are any. A run that
 * fails for another reason than a test never ends in `0 failed`.
 */
export default class ClosingLine implements Reporter {
  #counts: Counts = { passed: 0, failed: 0, skipped: 0 };

  onInit(vitest: Vitest): void {
    // On exit, because servers may print after the last report.
    if (!vitest.config.watch) process.once('exit', (code) => this.#print(code));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[], reason: TestRunEndReason): void {
    this.#counts = count(modules);
    this.#counts.failed += unhandledErrors.length;
    if (reason !== 'passed') this.#counts.failed ||= 1;
  }

  #print(exitCode: number): void {
    const { passed, failed, skipped } = this.#counts;
    const isRed = exitCode !== 0 || (process.exitCode ?? 0) !== 0;
    const end = skipped > 0 ? `, ${skipped} skipped` : '';
    writeSync(1, `${passed} passed, ${isRed ? Math.max(1, failed) : failed} failed${end}\n`);
  }
}

function count(modules: readonly TestModule[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      // A pending test did not finish.
      counts[state === 'pending' ? 'failed' : state] += 1;
    }
    // Errors outside of tests: in hooks, imports and syntax.
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    if (['pending', 'queued'].includes(module.state())) counts.failed += 1;
  }
  return counts;
}
