import { exitOnFailure } from '../failure.ts';
import { build } from './build.ts';

await exitOnFailure(async () => {
  await build();
  console.log('The site is built: npm start serves it.');
});
