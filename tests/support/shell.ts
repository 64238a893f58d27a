import { execFile } from 'node:child_process';

/** Runs a shell command in the folder of the project, with exactly this environment. */
export function runShell(
  line: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile('sh', ['-c', line], { env }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

/** Quotes a word for the shell. */
export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The shell command that runs a program of the project, as in package.json. */
export const callOf = (file: string): string => `${quote(process.execPath)} src/run.mjs ${file}`;
