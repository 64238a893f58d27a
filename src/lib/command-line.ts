import { Command, CommanderError } from 'commander';
import { ExpectedError } from './errors.ts';
import { environment } from '../settings.ts';

const WIDTH = 100;

/** A program that `npm run SCRIPT -- ARGUMENTS` starts. Its action gets the arguments and the options. */
export function createProgram(script: string, description: string): Command {
  return new Command(`npm ${script === 'start' ? '' : 'run '}${script} --`)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ helpWidth: WIDTH })
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
}

/** Parses the arguments of this process and runs the action of the program, or prints the help. */
export async function runProgram(program: Command, args = process.argv.slice(2)): Promise<void> {
  // npm removes the `--` before the arguments; without npm it may still be there.
  const words = args[0] === '--' ? args.slice(1) : args;
  const consumed = findConsumed(program);
  if (consumed.length > 0 && !words.some((word) => word === '--help' || word === '-h')) {
    const options = consumed.map((name) => `--${name}`).join(', ');
    const remedy = 'Put "--" before the options of the command. Nothing was changed.';
    throw usageError(program, `npm consumed ${options}. ${remedy}`);
  }
  program.hook('preAction', () => {
    for (const option of program.options) {
      const value: unknown = program.getOptionValue(option.attributeName());
      if (typeof value === 'string' && value.startsWith('--'))
        throw usageError(program, `${option.long} needs a value.`);
    }
  });
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const message = error.message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
    throw usageError(program, message);
  }
}

/** The options that npm consumed. Ignores `yes`: npm has that option too, and many people have it enabled. */
const findConsumed = (program: Command): string[] =>
  program.options
    .map(({ long }) => (long ?? '').slice(2))
    .filter((name) => name !== 'yes' && environment()[`npm_config_${name.replaceAll('-', '_')}`]);

const usageError = (program: Command, message: string) =>
  new ExpectedError(`${message}\nUsage: ${program.name()} ${program.usage()}\nAdd --help for all options.`);
