import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** What runs: the version in package.json, and the commit that is checked out. */
export interface BuildInfo {
  version: string;
  /** `unknown` without a git checkout. */
  commit: string;
}

const PackageSchema = v.object({ version: v.string() });

/** Reads both from the project folder. Git itself is not needed: a container image has only some files of it. */
export function readBuildInfo(root = '.'): BuildInfo {
  const { version } = v.parse(PackageSchema, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return { version, commit: readCommit(join(root, '.git')) ?? 'unknown' };
}

function readCommit(git: string): string | null {
  const read = (file: string) => {
    try {
      return readFileSync(join(git, file), 'utf8');
    } catch {
      return '';
    }
  };
  const head = read('HEAD').trim();
  const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? [];
  const packed = () =>
    read('packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`));
  const [commit = null] = /^[0-9a-f]{40}/.exec(ref === undefined ? head : read(ref) || (packed() ?? '')) ?? [];
  return commit;
}
