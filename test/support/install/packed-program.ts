import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkPackages } from './link-packages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export interface PackedProgram {
  /** Path where npm would install the package. */
  home: string;
  /** Files of the package, as relative paths. */
  files(): Promise<string[]>;
}

/**
 * Packs the program and lays it out in the folder as npm does: the package and, next to it, its dependencies as links
 * to those of the checkout. Development dependencies and the bundler are left out, because the scripts are already
 * built. `npm run test:pack` installs it with npm itself, which needs a registry.
 */
export async function installPacked(folder: string): Promise<PackedProgram> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = Object.fromEntries(own);
  await run('npm', ['pack', '--pack-destination', folder], {
    cwd: ROOT,
    env: { ...env, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'quick-gzip.mjs')}` },
  });
  const tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
  const home = join(folder, 'node_modules', 'proffer');
  if (process.env.TEST_PACK_INSTALL === 'npm') {
    await run('npm', ['install', '--prefix', folder, tarball], { cwd: folder, env });
  } else {
    await mkdir(home, { recursive: true });
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', home]);
    await linkPackages(
      folder,
      ({ path, dev, devOptional }) => !dev && !devOptional && !path.includes('/@esbuild/'),
    );
  }
  return { home, files: () => filesOf(home) };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
