import { readCommandLine } from '../command-line.ts';
import { exitOnFailure } from '../failure.ts';
import { build } from './build.ts';

const form = { script: 'build', meaning: 'Builds the site without starting it.' };

await exitOnFailure(async () => {
  if (!readCommandLine(form)) return;
  await build();
  console.log('Build complete. Run npm start to start the site.');
});
