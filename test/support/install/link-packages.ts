import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

interface InstalledPackage {
  path: string;
  /** Only for tests. */
  dev?: boolean;
  devOptional?: boolean;
}

/** Links packages of the checkout into a folder, as if npm had installed them there. */
export async function linkPackages(
  folder: string,
  isWanted: (installed: InstalledPackage) => boolean,
): Promise<void> {
  for (const { path } of (await listInstalled()).filter(isWanted)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
}

/** Packages inside of another one come with it. */
async function listInstalled(): Promise<InstalledPackage[]> {
  const { packages } = JSON.parse(
    await readFile(join(ROOT, 'node_modules', '.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, Omit<InstalledPackage, 'path'>> };
  return Object.entries(packages)
    .map(([path, installed]) => ({ path, ...installed }))
    .filter(({ path }) => !path.slice(1).includes('/node_modules/'));
}
