import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from './verdict.ts';

export const logProgress = (line: string): void => {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
};

/** Prints a report, and writes it to a folder if there is one. */
export async function publish(folder: string | undefined, name: string, markdown: string): Promise<void> {
  console.log(markdown);
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), markdown);
}

/** The machine, versions, date and commit of a measurement. */
export const describeMachine = (database: string): string =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
  `${type()} ${release()}, Node.js ${process.versions.node}, ${database}, ${describeCommit()}`;

/** The date, and the commit where there is a Git repository. */
function describeCommit(): string {
  const day = new Date().toISOString().slice(0, 10);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changes = git('status', '--porcelain', '--', ':/');
    return `${day}, commit ${git('rev-parse', '--short', 'HEAD').trim()}${changes === '' ? '' : ', changed'}`;
  } catch {
    return day;
  }
}

/** A Markdown table; columns after the first are right-aligned. */
export const formatTable = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${header.join(' | ')} |`,
  `|---|${'--:|'.repeat(header.length - 1)}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

export const isAllMet = (verdicts: readonly Verdict[]): boolean => verdicts.every(([isMet]) => isMet);

/** The goals, and examples of violations. */
export const formatVerdicts = (verdicts: readonly Verdict[], examples: readonly string[] = []): string[] => [
  '## Goals',
  '',
  ...verdicts.map(([isMet, text]) => `- ${isMet ? 'met' : '**not met**'}: ${text}`),
  '',
  ...(examples.length === 0 ? [] : ['## Examples', '', '```', ...examples, '```', '']),
];
