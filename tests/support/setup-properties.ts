import fc from 'fast-check';
import { inFull } from './scope.ts';

/**
 * Properties are tried with the same values in every run, so that a run says something of the change that it is for.
 * `PROPERTY_SEED=random` looks for others; what then fails names its seed, which `PROPERTY_SEED` takes too.
 */
const { PROPERTY_SEED = '' } = process.env;
fc.configureGlobal({
  numRuns: inFull(20, 100),
  ...(PROPERTY_SEED === 'random' ? {} : { seed: Number(PROPERTY_SEED) || 20_261_123 }),
});
