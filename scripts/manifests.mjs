// Selects packages of the lockfile. npm installs them if manifest and lockfile agree. Runs on Node 20 or later.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['package.json', 'package-lock.json'];
const MODULES = 'node_modules/';
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Reads the manifest and the lockfile of a folder. */
export function readManifests(folder) {
  const [manifest, lock] = FILES.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return { manifest, lock };
}

/** Writes them where npm is to install, with the settings of npm of the folder they are from. */
export function writeManifests({ manifest, lock }, from, to) {
  writeFileSync(join(to, FILES[0]), JSON.stringify(manifest));
  writeFileSync(join(to, FILES[1]), JSON.stringify(lock));
  if (existsSync(join(from, '.npmrc'))) copyFileSync(join(from, '.npmrc'), join(to, '.npmrc'));
}

/** Leaves out packages that nothing but the manifest itself names. */
export function leaveOut({ manifest, lock }, paths) {
  return select(manifest, lock, (path) => !paths.includes(path));
}

/** Keeps one package, with the packages that it needs itself. None of them may be in two versions. */
export function keepOnly({ manifest, lock }, name) {
  const paths = new Set([MODULES + name]);
  for (const path of paths) {
    for (const kind of ['dependencies', 'optionalDependencies']) {
      for (const needed of Object.keys(lock.packages[path][kind] ?? {})) paths.add(MODULES + needed);
    }
  }
  // Its overrides name packages that are not there.
  const { overrides: _overrides, ...rest } = manifest;
  return select(rest, lock, (path) => paths.has(path));
}

function select(manifest, lock, isKept) {
  const entries = Object.entries(lock.packages).filter(([path]) => path === '' || isKept(path));
  const packages = Object.fromEntries(entries);
  packages[''] = selectNames(packages[''], isKept);
  return { manifest: selectNames(manifest, isKept), lock: { ...lock, packages } };
}

function selectNames(manifest, isKept) {
  const kinds = KINDS.filter((kind) => manifest[kind]).map((kind) => [
    kind,
    Object.fromEntries(Object.entries(manifest[kind]).filter(([name]) => isKept(MODULES + name))),
  ]);
  return { ...manifest, ...Object.fromEntries(kinds) };
}
