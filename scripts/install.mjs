// Installs the locked dependencies. Runs on any Node from 20 on, before the pinned Node is there.
//
// npm works in a folder of its own, whose node_modules take the place of the old ones when they are complete: a stop
// leaves nothing half done, two starts at once do not disturb each other, and a service that runs from here goes on.
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
import { hasTestPackages, isInstalled, strangers } from './installed.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WORKSHOP = '.install-';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 3000;

/** `running`: what the service runs on. `all`: what its tests need too. What is there already stays. */
export async function setUp(scope) {
  sweep();
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
  const workshop = mkdtempSync(join(ROOT, `${WORKSHOP}${process.pid}-`));
  let signal;
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(ROOT, name))) copyFileSync(join(ROOT, name), join(workshop, name));
    }
    signal = await runNpm(workshop, scope);
    if (!signal) takePlace(workshop, scope);
  } finally {
    remove(workshop);
  }
  if (signal) process.kill(process.pid, signal);
}

/** Removes what installations left behind that were killed. */
function sweep() {
  for (const name of readdirSync(ROOT)) {
    const pid = name.startsWith(WORKSHOP) && Number.parseInt(name.slice(WORKSHOP.length), 10);
    if (pid && !isAlive(pid)) remove(join(ROOT, name));
  }
}

/** What somebody else still writes to is left for the next time. */
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

/** Ended, but nobody has asked how: a container without an init has them for good. */
function isZombie(pid) {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && /^State:\s*Z/m.test(readFileSync(status, 'utf8'));
}

/** Gives the signal that stopped it, if one did; npm and all that it started are gone then. */
async function runNpm(folder, scope) {
  const isWindows = process.platform === 'win32';
  const scopes = [`--${scope === 'all' ? 'include' : 'omit'}=dev`, '--include=optional'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['ci', ...scopes, '--prefer-offline', ...quiet], {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: isWindows,
    // A process group of its own, so that a stop reaches the scripts of the packages too.
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
  if (stoppedBy) await endAll(npm);
  return stoppedBy;
}

async function endAll(npm) {
  const end = Date.now() + 1000;
  while (signalAll(npm, 'SIGKILL') && Date.now() < end) await setTimeout(10);
}

/** To npm and what it started; tells whether anything of it was there. */
function signalAll(npm, signal) {
  if (process.platform === 'win32') return npm.kill(signal);
  try {
    return process.kill(-npm.pid, signal);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

function takePlace(workshop, scope) {
  const place = join(ROOT, 'node_modules');
  if (!isInstalled(workshop, scope)) throw new Error('npm left some out. Is the network there?');
  for (let turn = 0; turn < 10; turn += 1) {
    if (moved(join(workshop, 'node_modules'), place)) return;
    // Another start may have been quicker.
    if (isInstalled(ROOT, scope)) return;
    const old = join(workshop, `old-${turn}`, 'node_modules');
    mkdirSync(dirname(old));
    if (moved(place, old)) keepStrangers(dirname(old), workshop);
  }
  throw new Error(`${place} cannot be replaced. Run "npm ci".`);
}

/** What somebody has put beside the locked packages goes along. */
function keepStrangers(from, to) {
  for (const path of strangers(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    if (!existsSync(join(to, path))) moved(join(from, path), join(to, path));
  }
}

function moved(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOENT'].includes(error.code)) return false;
    throw error;
  }
}
