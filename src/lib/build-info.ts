import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The version in package.json and the commit; `unknown` without a git checkout. */
export interface BuildInfo {
  version: string;
  commit: string;
}

/** Reads the files of git: a container image has neither git nor the whole repository. */
export function readBuildInfo(root = '.'): BuildInfo {
  const packageJson: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { version } = v.parse(v.object({ version: v.string() }), packageJson);
  const read = (file: string) => {
    try {
      return readFileSync(join(root, '.git', file), 'utf8');
    } catch {
      return '';
    }
  };
  const head = read('HEAD').trim();
  const ref = head.replace(/^ref: /, '');
  const packed = () =>
    read('packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`)) ?? '';
  const [commit = 'unknown'] = /^[0-9a-f]{40}/.exec(ref === head ? head : read(ref) || packed()) ?? [];
  return { version, commit };
}
