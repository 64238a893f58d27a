import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The lowest score of zxcvbn (0 to 4) for a new password: at least 100 million guesses. */
const LEAST_SCORE = 3;

/** Only the first characters count: the library takes up to a second for 128 of them. */
const CHECKED_LENGTH = 32;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Whether a password is easy to guess: common, repetitive or a sequence, also with digits at its end. */
export async function isEasyToGuess(password: string): Promise<boolean> {
  const { score } = (await (estimator ??= loadEstimator())).check(password);
  return score < LEAST_SCORE;
}

/** Takes 0.2 seconds and 25 MB, so it runs only when someone chooses a password. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { 'passwords-common': dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
    maxLength: CHECKED_LENGTH,
  });
}
