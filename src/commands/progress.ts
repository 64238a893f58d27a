import { progress } from '@clack/prompts';

/** Shows the progress of a command. */
export interface Progress {
  show(activity: string, done: number, total: number): void;
  /** Call this before anything else is printed. */
  end(): void;
}

/** A progress bar on a terminal, otherwise a line for each activity. */
export function startProgress(output: NodeJS.WriteStream): Progress {
  return output.isTTY && output.columns > 0 ? startBar(output) : startLines(output);
}

function startLines(output: NodeJS.WriteStream): Progress {
  let last = '';
  return {
    show(activity) {
      if (activity !== last) output.write(`${activity} …\n`);
      last = activity;
    },
    end() {},
  };
}

/** The first total sets the length of the bar. */
function startBar(output: NodeJS.WriteStream): Progress {
  let bar: ReturnType<typeof progress> | undefined;
  let shown = 0;
  return {
    show(activity, done, total) {
      if (!bar) {
        bar = progress({
          max: total,
          output,
          withGuide: false,
          cancelMessage: 'Cancelled.',
        });
        bar.start(activity);
      }
      bar.advance(Math.max(0, done - shown), activity);
      shown = Math.max(shown, done);
    },
    end() {
      bar?.clear();
    },
  };
}
