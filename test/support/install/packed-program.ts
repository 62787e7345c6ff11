import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

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
    await linkDependencies(folder);
  }
  return { home, files: () => filesOf(home) };
}

async function linkDependencies(folder: string): Promise<void> {
  for (const path of await neededPackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
}

async function neededPackages(): Promise<string[]> {
  const { packages } = JSON.parse(
    await readFile(join(ROOT, 'node_modules', '.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) => !dev && !devOptional && !path.slice(1).includes('/node_modules/'),
    )
    .map(([path]) => path)
    .filter((path) => !path.includes('/@esbuild/'));
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
