import { createProgram, runProgram } from '../../src/lib/command-line.ts';
import { exitOnError } from '../../src/lib/print-error.ts';

interface Option {
  /** The placeholder of its value: `FILE`. Without one it is a switch. */
  value?: string;
  meaning: string;
  /** The default of an option with a value. */
  unset?: string;
}

interface CommandForm<Options> {
  /** Its script in package.json. */
  script: string;
  meaning: string;
  /** By name. */
  options: Options;
}

/** An option with a default is a string, one without a default may be undefined, and a switch is a boolean. */
type Values<Given extends Record<string, Option>> = {
  [Name in keyof Given]: Given[Name] extends { value: string }
    ? Given[Name] extends { unset: string }
      ? string
      : string | undefined
    : boolean;
};

/** Reads the command line. Exits with 0 after `--help`, and with 1 after an error message. */
export async function readOptions<const Given extends Record<string, Option>>({
  script,
  meaning,
  options,
}: CommandForm<Given>): Promise<Values<Given>> {
  const program = createProgram(script, meaning);
  for (const [name, { value, meaning: description, unset }] of Object.entries(options)) {
    if (value === undefined) program.option(`--${name}`, description, false);
    else program.option(`--${name} <${value}>`, description, unset);
  }
  let isHelp = true;
  program.action(() => {
    isHelp = false;
  });
  await exitOnError(() => runProgram(program));
  if (isHelp) process.exit(0);
  // SIGINT and SIGTERM exit through `exit` handlers, which stop child processes.
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return program.opts();
}
