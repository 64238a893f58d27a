// Runs one of the project's TypeScript programs: node src/run.mjs FILE [ARGUMENT …]
// Plain JavaScript, so that an old Node.js can still run the version check.
import { spawn } from 'node:child_process';
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
if (file) stopWithNpm();
if (!file) {
  // Without a file, only the version check runs.
} else if (isAtLeast(22, 18)) {
  process.argv.splice(1, 2, resolve(file));
  await import(pathToFileURL(resolve(file)).href);
} else {
  // Before 22.18, Node.js needs an option to read TypeScript.
  const options = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...process.execArgv, ...options, file, ...rest], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** npm passes SIGTERM to its shell only. When that ends, this process gets another parent. */
function stopWithNpm() {
  const isScript = process.env.npm_lifecycle_event && process.env.npm_package_json === resolve('package.json');
  if (!isScript || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 100).unref();
}
