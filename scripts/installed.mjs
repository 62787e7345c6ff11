// Checks whether the dependencies in package-lock.json are installed. Runs on Node 20 or later.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED_NODE = 26;

/**
 * Returns whether `node_modules` in `root` holds the locked version of every package of the scope: `running` for the
 * service, `all` also for its tests. npm writes its list when an installation is complete.
 */
export function isInstalled(root, scope) {
  const there = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return lockedPackages(root)
    .filter((locked) => isNeeded(locked, scope))
    .every(
      ({ path, version, integrity }) =>
        there[path]?.version === version &&
        there[path].integrity === integrity &&
        existsSync(join(root, path, 'package.json')),
    );
}

/** Returns whether test-only packages are installed, which are then kept installed. */
export function hasTestPackages(root) {
  return lockedPackages(root).some(({ path, dev }) => dev && existsSync(join(root, path)));
}

/** Lists the packages in `node_modules` that npm did not install, by path. */
export function listUnlockedPackages(root) {
  const list = 'node_modules/.package-lock.json';
  const known = Object.keys(readPackages(join(root, list)));
  if (known.length === 0) return [];
  const namesIn = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return namesIn('node_modules')
    .flatMap((path) => (/\/@[^/]+$/.test(path) ? namesIn(path) : [path]))
    .filter((path) => !known.includes(path) && !path.endsWith('/.bin') && path !== list);
}

/** Lists the packages that contain the pinned Node of each platform, by path. */
export function listPinnedNodes(root) {
  return lockedPackages(root)
    .filter(isPinnedNode)
    .map(({ path }) => path);
}

/** Returns whether this Node cannot run the service. */
export function isOldNode() {
  return Number.parseInt(process.versions.node, 10) < NEEDED_NODE;
}

function lockedPackages(root) {
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, ...entry }));
}

function isNeeded(locked, scope) {
  // npm may skip optional packages for good reasons. But browser code is bundled at every start, and an old Node needs
  // the pinned one.
  if (locked.optional || locked.devOptional)
    return isBundler(locked) || (isPinnedNode(locked) && isForThisMachine(locked) && isOldNode());
  return scope === 'all' || !locked.dev;
}

function isBundler({ path }) {
  return path === `node_modules/@esbuild/${process.platform}-${process.arch}`;
}

function isPinnedNode({ path, bin }) {
  return /^node_modules\/node-[^/]+$/.test(path) && bin?.node !== undefined;
}

function isForThisMachine({ os, cpu }) {
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}
