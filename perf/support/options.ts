import { readCommandLine, type CommandForm, type Option } from '../../src/command-line.ts';
import { describeFailure } from '../../src/failure.ts';

type Options = Readonly<Record<string, Option>>;

/** An option with a default is a string, one without a default may be undefined, and a switch is a boolean. */
type Values<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends { value: string }
    ? Given[Name] extends { unset: string }
      ? string
      : string | undefined
    : boolean;
};

/** Reads the command line. Exits with 0 after `--help`, and with 1 after an error message. */
export function readOptions<const Given extends Options>(form: CommandForm & { options: Given }): Values<Given> {
  try {
    const line = readCommandLine(form);
    if (!line) process.exit(0);
    const values = Object.entries(form.options).map(([name, option]) => [
      name,
      option.value === undefined ? line.switches.has(name) : (line.values.get(name) ?? option.unset),
    ]);
    // SIGINT and SIGTERM exit through `exit` handlers, which stop child processes.
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    return Object.fromEntries(values) as Values<Given>;
  } catch (error) {
    console.error(describeFailure(error) ?? error);
    process.exit(1);
  }
}
