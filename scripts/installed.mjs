// Tells whether the dependencies that package-lock.json names are there. Runs on any Node from 20 on.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED_NODE = 26;

/**
 * Whether the `node_modules` in `root` hold the locked version of every package of the scope: `running` is what the
 * service runs on, `all` is also what its tests need. npm writes its list of them when an installation is complete.
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

/** Whether packages are there that only the tests need: what was installed with them stays so. */
export function hasTestPackages(root) {
  return lockedPackages(root).some(({ path, dev }) => dev && existsSync(join(root, path)));
}

/** What npm has not put into `node_modules`, by its path. */
export function strangers(root) {
  const list = 'node_modules/.package-lock.json';
  const known = Object.keys(readPackages(join(root, list)));
  if (known.length === 0) return [];
  const namesIn = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return namesIn('node_modules')
    .flatMap((path) => (/\/@[^/]+$/.test(path) ? namesIn(path) : [path]))
    .filter((path) => !known.includes(path) && !path.endsWith('/.bin') && path !== list);
}

function lockedPackages(root) {
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, ...entry }));
}

function isNeeded(locked, scope) {
  // npm leaves out what is optional for many good reasons. But scripts for browsers are bundled at every start, and an
  // old Node cannot do without the pinned one.
  if (locked.optional || locked.devOptional)
    return isBundler(locked) || (isPinnedNode(locked) && isOldNode());
  return scope === 'all' || !locked.dev;
}

function isBundler({ path }) {
  return path === `node_modules/@esbuild/${process.platform}-${process.arch}`;
}

function isPinnedNode({ path, os, cpu, bin }) {
  return (
    /^node_modules\/node-[^/]+$/.test(path) &&
    bin?.node !== undefined &&
    [os].flat().includes(process.platform) &&
    [cpu].flat().includes(process.arch)
  );
}

function isOldNode() {
  return Number.parseInt(process.versions.node, 10) < NEEDED_NODE;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}
