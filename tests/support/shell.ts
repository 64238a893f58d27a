import { execFile } from 'node:child_process';

/** Runs a line of a shell in the folder of the project, with exactly this environment. */
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

/** A word as the shell reads it. */
export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** How the shell calls a program of the project, as the scripts of package.json do. */
export const callOf = (file: string): string => `${quote(process.execPath)} src/run.mjs ${file}`;
