import fc from 'fast-check';
import { inFull } from './scope.ts';

/**
 * Property tests use the same values in every run, so that a failure is caused by the change under test.
 * `PROPERTY_SEED=random` uses others; a failure prints its seed, which `PROPERTY_SEED` accepts too.
 */
const { PROPERTY_SEED = '' } = process.env;
fc.configureGlobal({
  numRuns: inFull(20, 100),
  ...(PROPERTY_SEED === 'random' ? {} : { seed: Number(PROPERTY_SEED) || 20_261_123 }),
});
