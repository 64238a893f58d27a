// Runs one of the project's TypeScript programs: node src/run.mjs FILE [ARGUMENT …]
// Plain JavaScript, so that an old Node.js gets as far as saying that it is too old.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
const isAtLeast = (wantedMajor, wantedMinor) => major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);

if (!isAtLeast(22, 12)) {
  console.error(
    `Node.js 22.12 or newer is required; this is ${process.versions.node}. On Linux and Windows, "npm install" installs Node.js 24: use npm start or npm test. On other systems, install a newer Node.js.`,
  );
  process.exit(1);
}

const [file, ...rest] = process.argv.slice(2);
if (file) endWithNpm();
if (!file) {
  // Only the check was asked for.
} else if (isAtLeast(22, 18)) {
  process.argv.splice(1, 2, resolve(file));
  await import(pathToFileURL(resolve(file)).href);
} else {
  // Before 22.18 Node.js reads TypeScript only when told to.
  const options = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...process.execArgv, ...options, file, ...rest], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * npm that is ended by a signal leaves the program running, and when it is killed the shell in between, too. So a program
 * that a script of this package started is told to end as well, once npm is gone. Whatever else starts it may end before
 * it: then it goes on. On Windows a parent keeps its number when it is gone, and there is no SIGTERM.
 */
function endWithNpm() {
  const isScript = process.env.npm_lifecycle_event && process.env.npm_package_json === resolve('package.json');
  if (!isScript || process.platform === 'win32') return;
  const parent = process.ppid;
  const beyond = findParentOfShell(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && findParentOfShell(parent) === beyond) return;
    clearInterval(watch);
    // Who knows how to stop is told once, whoever has told it before; anybody else is ended.
    if (!process.emit('npm gone')) process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}

/** Who started the shell that runs a script, where that can be looked up (Linux); null when it is no such shell. */
function findParentOfShell(pid) {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] !== '-c') return null;
    // After the name, which may hold anything: the state and the parent.
    return /^.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}
