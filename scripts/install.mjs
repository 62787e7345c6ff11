// Installs the locked dependencies. Runs on Node 20 or later, before the pinned Node is installed.
//
// npm works in a temporary folder, whose node_modules replace the old ones when they are complete: stopping it leaves
// nothing incomplete, concurrent starts do not interfere, and a running service is not affected.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasTestPackages, isInstalled, listUnlockedPackages } from './installed.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEMPORARY_PREFIX = '.install-';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 3000;

/**
 * `running` installs the dependencies of the service, `all` also those of its tests. Does nothing if they are
 * installed.
 */
export async function setUp(scope) {
  removeStaleFolders();
  if (isInstalled(ROOT, scope)) return;
  const wanted = scope === 'all' || hasTestPackages(ROOT) ? 'all' : 'running';
  process.stderr.write('Installing dependencies (once) …\n');
  try {
    await install(wanted);
  } catch (error) {
    process.stderr.write(`Could not install the dependencies: ${error.message}\n`);
    process.exit(1);
  }
}

async function install(scope) {
  const temporary = mkdtempSync(join(ROOT, `${TEMPORARY_PREFIX}${process.pid}-`));
  let signal;
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(ROOT, name))) copyFileSync(join(ROOT, name), join(temporary, name));
    }
    signal = await runNpm(temporary, scope);
    if (!signal) replaceModules(temporary, scope);
  } finally {
    remove(temporary);
  }
  if (signal) process.kill(process.pid, signal);
}

/** Removes the folders of installations that were killed. */
function removeStaleFolders() {
  for (const name of readdirSync(ROOT)) {
    const pid = name.startsWith(TEMPORARY_PREFIX) && Number.parseInt(name.slice(TEMPORARY_PREFIX.length), 10);
    if (pid && !isAlive(pid)) remove(join(ROOT, name));
  }
}

/** Leaves a folder that another process still writes to for the next run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!['ENOTEMPTY', 'EBUSY', 'EPERM'].includes(error.code)) throw error;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Detects zombies, which stay forever in a container without an init process. */
function isZombie(pid) {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && /^State:\s*Z/m.test(readFileSync(status, 'utf8'));
}

/** Returns the signal that stopped npm, if any. npm and its child processes have then ended. */
async function runNpm(folder, scope) {
  const isWindows = process.platform === 'win32';
  const scopes = [`--${scope === 'all' ? 'include' : 'omit'}=dev`, '--include=optional'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['ci', ...scopes, '--prefer-offline', ...quiet], {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: isWindows,
    // A separate process group lets a stop signal reach the scripts of packages too.
    detached: !isWindows,
  });
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy ??= signal;
    signalAll(npm, 'SIGTERM');
    setTimeout(GRACE_MS, undefined, { ref: false }).then(() => signalAll(npm, 'SIGKILL'));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const [code] = await once(npm, 'exit');
  for (const signal of SIGNALS) process.off(signal, stop);
  if (!stoppedBy && code !== 0) throw new Error('see the lines above, then try again.');
  if (stoppedBy) await killAll(npm);
  return stoppedBy;
}

async function killAll(npm) {
  const end = Date.now() + 1000;
  while (signalAll(npm, 'SIGKILL') && Date.now() < end) await setTimeout(10);
}

/** Signals npm and its child processes. Returns whether any of them existed. */
function signalAll(npm, signal) {
  if (process.platform === 'win32') return npm.kill(signal);
  try {
    return process.kill(-npm.pid, signal);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

function replaceModules(temporary, scope) {
  const place = join(ROOT, 'node_modules');
  if (!isInstalled(temporary, scope))
    throw new Error('npm did not install all packages. Check the network connection.');
  for (let turn = 0; turn < 10; turn += 1) {
    if (tryMove(join(temporary, 'node_modules'), place)) return;
    // Another process may have finished first.
    if (isInstalled(ROOT, scope)) return;
    const old = join(temporary, `old-${turn}`, 'node_modules');
    mkdirSync(dirname(old));
    if (tryMove(place, old)) keepUnlockedPackages(dirname(old), temporary);
  }
  throw new Error(`${place} cannot be replaced. Run "npm ci".`);
}

/** Keeps packages not in the lockfile. */
function keepUnlockedPackages(from, to) {
  for (const path of listUnlockedPackages(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    if (!existsSync(join(to, path))) tryMove(join(from, path), join(to, path));
  }
}

function tryMove(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOENT'].includes(error.code)) return false;
    throw error;
  }
}
