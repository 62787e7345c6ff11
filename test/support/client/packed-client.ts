import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type NpmRegistry, startNpmRegistry } from '../install/npm-registry.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'clients', 'typescript');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const run = promisify(execFile);

/**
 * Packs the client, as its README says, in a checkout without installed packages, and lays it out in the folder as npm
 * does, next to the types of Node. Returns its path.
 */
export async function installClient(folder: string): Promise<string> {
  const tarball = await packBare(folder);
  const home = join(folder, 'node_modules', 'proffer-client');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', home]);
  await mkdir(join(folder, 'node_modules', '@types'));
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return home;
}

/** Packs the client where the registry has the compiler, and nothing else that the project needs. */
async function packBare(folder: string): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = {
    ...Object.fromEntries(own),
    PATH: foldersOfMachine().join(delimiter),
    npm_config_cache: join(folder, 'cache'),
  };
  const registry = await startNpmRegistry(join(folder, 'registry'), [BORROWED_COMPILER], env);
  try {
    const checkout = await bareCheckout(join(folder, 'checkout'), registry);
    const before = (await readdir(checkout)).sort();
    await run('npm', ['pack', './clients/typescript', '--pack-destination', folder], { cwd: checkout, env });
    assert.deepEqual((await readdir(checkout)).sort(), before, 'nothing stays in the checkout');
  } finally {
    await registry.close();
  }
  return (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
}

/** Stands for the compiler, which is too large to be packed for a test, and runs the one that is installed. */
const BORROWED_COMPILER = {
  name: 'typescript',
  version: '7.0.0',
  contents: {
    'bin/tsc': `require('node:child_process')
  .execFileSync(process.execPath, [${JSON.stringify(COMPILER)}, ...process.argv.slice(2)], { stdio: 'inherit' });`,
  },
};

/** Creates a checkout with what packing the client needs, whose lockfile names one more package than the registry has. */
async function bareCheckout(folder: string, registry: NpmRegistry): Promise<string> {
  await cp(SOURCES, join(folder, 'clients/typescript'), {
    recursive: true,
    filter: (path) => basename(path) !== 'dist',
  });
  for (const part of ['scripts', 'bin']) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  const { name, version } = BORROWED_COMPILER;
  const manifest = {
    name: 'checkout',
    version: '1.0.0',
    dependencies: { needed: '1.0.0' },
    devDependencies: { [name]: version },
  };
  const packages = {
    '': manifest,
    'node_modules/needed': { version: '1.0.0', integrity: registry.integrity('needed', '1.0.0') },
    [`node_modules/${name}`]: { version, integrity: registry.integrity(name, version), dev: true },
  };
  const lock = { name: 'checkout', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(folder, '.npmrc'), `registry=${registry.url}\n`);
  return folder;
}

/** Compiles the files; the compiler's output is the message of the error. */
export async function compile(folder: string, files: string[], options: string[]): Promise<void> {
  const strict = ['--ignoreConfig', '--strict', '--target', 'es2022'];
  await run(process.execPath, [COMPILER, ...strict, ...options, ...files], { cwd: folder }).catch((error) => {
    throw new Error(error.stdout || error.message);
  });
}

/** Returns the TypeScript examples of the README of the package or of the project, concatenated. */
export async function readmeExamples(of: 'package' | 'project'): Promise<string> {
  const readme = await readFile(join(of === 'package' ? SOURCES : ROOT, 'README.md'), 'utf8');
  return [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');
}

/** Returns the machine's own Node, if it has one: most programs run on an older version than ours. */
export function nodeOfMachine(): string {
  const programs = foldersOfMachine().map((folder) => join(folder, 'node'));
  return programs.find((file) => existsSync(file)) ?? process.execPath;
}

function foldersOfMachine(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
}
