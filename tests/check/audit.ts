import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readCommandLine } from '../../src/command-line.ts';
import { judge, readExceptions, readReport } from './audit-report.ts';

/*
 * npm run audit
 *
 * Ends with 0 when nothing is known against a dependency, with 1 when something is, and with 2 when nobody can say.
 */

const form = {
  script: 'audit',
  meaning:
    'Asks the registry for advisories against the dependencies of the lock, beside those of tests/check/audit-exceptions.json.',
};

/** In ms. npm itself would ask for minutes. */
const PATIENCE = 60_000;

/** What npm prints; its exit code says nothing that this does not say. */
const askNpm = () =>
  new Promise<string>((done) => {
    const script = process.env.npm_execpath;
    const words = ['audit', '--json', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
    const options = { timeout: PATIENCE, maxBuffer: 64 * 2 ** 20 };
    const give = (_: unknown, output: string) => done(output);
    if (script) execFile(process.execPath, [script, ...words], options, give);
    else execFile('npm', words, options, give);
  });

if (readCommandLine(form)) {
  const exceptions = readExceptions(readFileSync(new URL('audit-exceptions.json', import.meta.url), 'utf8'));
  const { findings, failure } = readReport(await askNpm());
  if (findings) {
    const { open, notes } = judge(findings, exceptions, new Date().toISOString().slice(0, 10));
    for (const line of notes) console.log(`Known: ${line}.`);
    for (const line of open) console.error(`Open: ${line}.`);
    console.log(
      open.length > 0 ? 'Not in order: what is open stands above.' : 'Nothing is open against the dependencies.',
    );
    if (open.length > 0) process.exitCode = 1;
  } else {
    console.error(`The advisory service gave no answer: ${failure}. Nothing is known of the dependencies.`);
    process.exitCode = 2;
  }
}
