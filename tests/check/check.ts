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
  const isInOrder = await runSideBySide(
    {
      formatting: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
      types: [
        'node_modules/astro/bin/astro.mjs',
        ...['check', '--minimumFailingSeverity', 'warning', '--minimumSeverity', 'warning'],
      ],
      style: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'],
    },
    (text) => process.stdout.write(text),
  );
  if (!isInOrder) process.exitCode = 1;
}
