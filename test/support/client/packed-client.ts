import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'clients', 'typescript');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const run = promisify(execFile);

/**
 * Packs the client, as its README says, in a checkout without installed packages, and lays it out in the folder as npm
 * does, next to the types of Node. Returns its path.
 */
export async function installClient(folder: string): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(own), PATH: foldersOfMachine().join(delimiter) };
  const checkout = await bareCheckout(join(folder, 'checkout'));
  await run('npm', ['pack', './clients/typescript', '--pack-destination', folder], { cwd: checkout, env });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  const home = join(folder, 'node_modules', 'proffer-client');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', home]);
  await mkdir(join(folder, 'node_modules', '@types'));
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return home;
}

/** Creates a checkout with the client only, and with a setup that links the installed packages. */
async function bareCheckout(folder: string): Promise<string> {
  await cp(SOURCES, join(folder, 'clients/typescript'), {
    recursive: true,
    filter: (path) => basename(path) !== 'dist',
  });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'scripts'));
  const places = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  await writeFile(
    join(folder, 'scripts/setup.mjs'),
    `import { symlinkSync } from 'node:fs';
if (process.argv[2] === 'all') symlinkSync(...${JSON.stringify(places)});`,
  );
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
