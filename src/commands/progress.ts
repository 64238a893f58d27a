import { progress } from '@clack/prompts';

/** Tells a person how far a command is. */
export interface Progress {
  show(activity: string, done: number, total: number): void;
  /** Before anything else is printed. */
  end(): void;
}

/** A bar on a terminal whose width is known; elsewhere a line for every new activity. */
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

/** The bar is as long as the first total. */
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
