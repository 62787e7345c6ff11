import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { findPostgres, packagedFolder } from '../support/postgres/programs.ts';

const skip = process.getuid?.() !== 0 && 'PostgreSQL runs as the same user unless that is root';

it('tests that run as root start PostgreSQL from a folder that only root may enter', { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-entered-by-root-'));
  try {
    await cp(packagedFolder(), folder, { recursive: true, verbatimSymlinks: true });
    const { postgres, initdb, user } = findPostgres(folder);
    for (const program of [postgres, initdb]) {
      assert.match(execFileSync(program, ['--version'], { ...user, cwd: '/' }).toString(), /PostgreSQL/);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
