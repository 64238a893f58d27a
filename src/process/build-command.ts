import { createProgram, runProgram } from '../lib/command-line.ts';
import { exitOnError } from '../lib/print-error.ts';
import { ensureBuild } from './build.ts';

const program = createProgram('build', 'Builds the site without starting it.').action(async () => {
  await ensureBuild(() => {});
  console.log('Build complete. Run npm start to start the site.');
});

await exitOnError(() => runProgram(program));
