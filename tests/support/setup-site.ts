import type { TestProject } from 'vitest/node';
import { runProgram, siteEnvironment } from './program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteIsBuilt: boolean;
  }
}

/** Builds the site once, before any test starts it: two processes that build at once would be in each other's way. */
export default async function setUpSite({ vitest }: TestProject): Promise<void> {
  if ('siteIsBuilt' in vitest.getProvidedContext()) return;
  const { code, output } = await runProgram('src/server/build-command.ts', [], siteEnvironment());
  if (code !== 0) throw new Error(`The site cannot be built, and the tests need it.\n${output}`);
  vitest.provide('siteIsBuilt', true);
}
