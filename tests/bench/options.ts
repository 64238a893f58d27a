import { readCommandLine, type CommandForm, type Option } from '../../src/command-line.ts';
import { describeFailure } from '../../src/failure.ts';

type Options = Readonly<Record<string, Option>>;

/** A value is a text, or undefined where nothing holds without it. */
type Values<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends { value: string }
    ? Given[Name] extends { unset: string }
      ? string
      : string | undefined
    : boolean;
};

/**
 * The options of a program of the bench or of the soak, `unset` where one is not given. `--help` prints how to call it
 * and ends it with 0; a wrong line ends it with 1, in a sentence.
 */
export function readOptions<const Given extends Options>(form: CommandForm & { options: Given }): Values<Given> {
  try {
    const line = readCommandLine(form);
    if (!line) process.exit(0);
    const values = Object.entries(form.options).map(([name, option]) => [
      name,
      option.value === undefined ? line.switches.has(name) : (line.values.get(name) ?? option.unset),
    ]);
    return Object.fromEntries(values) as Values<Given>;
  } catch (error) {
    console.error(describeFailure(error) ?? error);
    process.exit(1);
  }
}
