import { readCommandLine } from '../../src/command-line.ts';
import { runSideBySide } from './side-by-side.ts';

const form = {
  script: 'check',
  meaning: 'Checks formatting, types and style, all at the same time.',
};

if (readCommandLine(form)) {
  // Nothing goes on when somebody ends this.
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  const write = (text: string) => process.stdout.write(text);
  const ASTRO = 'node_modules/astro/bin/astro.mjs';
  const isInOrder =
    // Both of those that follow read what it makes.
    (await runSideBySide({ 'the types of Astro': [ASTRO, 'sync', '--silent'] }, write)) &&
    (await runSideBySide(
      {
        formatting: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
        types: [ASTRO, ...['check', '--noSync', '--minimumFailingSeverity', 'warning', '--minimumSeverity', 'warning']],
        style: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'],
      },
      write,
    ));
  if (!isInOrder) process.exitCode = 1;
}
