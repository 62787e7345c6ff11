// Installs the locked dependencies when they are missing or out of date. Runs on any Node from 20 on,
// before the pinned Node is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const stampFile = new URL('node_modules/.proffer-installed', root);
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');

if (readInstalled() !== wanted) {
  process.stderr.write('Installing dependencies (once) …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('Could not install the dependencies: see the lines above, then try again.\n');
    process.exit(1);
  }
  writeFileSync(stampFile, wanted);
}

function readInstalled() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}
