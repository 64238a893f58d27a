import { exitOnFailure } from '../failure.ts';
import { build } from './build.ts';

await exitOnFailure(() => build());
console.log('The site is built: npm start serves it.');
