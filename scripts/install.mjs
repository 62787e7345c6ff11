// Installs the locked dependencies. Runs on Node 20 or later, before the pinned Node is installed.
//
// The pinned Node is not installed where the machine's own can run the service. If that one is gone later, or older, the
// next start installs it. Once installed it stays, because a unit of systemd may name it.
//
// npm works in a temporary folder, whose node_modules replace the old ones when they are complete: stopping it leaves
// nothing incomplete, concurrent starts do not interfere, and a running service is not affected.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  hasTestPackages,
  isInstalled,
  isOldNode,
  listPinnedNodes,
  listUnlockedPackages,
} from './installed.mjs';
import { leaveOut, readManifests, writeManifests } from './manifests.mjs';
import { runNpm } from './run-npm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEMPORARY_PREFIX = '.install-';

/**
 * `running` installs the dependencies of the service, `all` also those of its tests. Does nothing if they are
 * installed.
 */
export async function setUp(scope) {
  removeStaleFolders();
  if (!isInstalled(ROOT, scope))
    await installOrExit(scope === 'all' || hasTestPackages(ROOT) ? 'all' : 'running');
  removeHeaders();
}

async function installOrExit(scope) {
  process.stderr.write('Installing dependencies (once) …\n');
  try {
    await install(scope);
  } catch (error) {
    process.stderr.write(`Could not install the dependencies: ${error.message}\n`);
    process.exit(1);
  }
}

function install(scope) {
  return withInstalled(chooseManifests(scope), scope, (folder) => replaceModules(folder, scope));
}

/** Installs packages of the lockfile in a temporary folder, which is there while `work` uses it. */
export async function withInstalled(manifests, scope, work) {
  const temporary = mkdtempSync(join(ROOT, `${TEMPORARY_PREFIX}${process.pid}-`));
  let signal;
  try {
    writeManifests(manifests, ROOT, temporary);
    signal = await runNpm(temporary, scope);
    if (!signal) await work(temporary);
  } finally {
    remove(temporary);
  }
  if (signal) process.kill(process.pid, signal);
}

/** The pinned Node is left out if the machine's own can run the service, and none is there that something may name. */
function chooseManifests(scope) {
  const manifests = readManifests(ROOT);
  const pinned = listPinnedNodes(ROOT);
  const isNeeded = scope === 'all' || isOldNode() || pinned.some((path) => existsSync(join(ROOT, path)));
  return isNeeded ? manifests : leaveOut(manifests, pinned);
}

/** Only addons that are compiled need the headers of Node, a third of its size. */
function removeHeaders() {
  for (const path of listPinnedNodes(ROOT)) remove(join(ROOT, path, 'include'));
}

/** Removes the folders of installations that were killed. */
function removeStaleFolders() {
  for (const name of readdirSync(ROOT)) {
    const pid = name.startsWith(TEMPORARY_PREFIX) && Number.parseInt(name.slice(TEMPORARY_PREFIX.length), 10);
    if (pid && !isAlive(pid)) remove(join(ROOT, name));
  }
}

/** Leaves a folder that another process still writes to, or that this one may not change, for a later run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!['ENOTEMPTY', 'EBUSY', 'EPERM', 'EACCES', 'EROFS'].includes(error.code)) throw error;
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
