import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/**
 * The options of a program of the bench or of the soak, as `parseArgs` reads them. `--help` prints how to call it and ends with 0; an
 * option that it does not know ends it with 1, in a sentence.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(1);
  }
}
