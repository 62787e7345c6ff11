// Compiles the typed client into its folder `dist`, for `npm pack`. In a checkout without packages it installs the compiler
// only, for that moment. Runs on Node 20 or later.
import '../bin/assert-node-20.js';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { withInstalled } = await import('./install.mjs');
const { keepOnly, readManifests } = await import('./manifests.mjs');
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join(ROOT, 'clients/typescript');
const COMPILER = 'typescript';

if (existsSync(join(ROOT, 'node_modules', COMPILER))) {
  compile(ROOT);
} else {
  process.stderr.write('Getting the compiler …\n');
  await withInstalled(keepOnly(readManifests(ROOT), COMPILER), 'all', compile);
}

function compile(folder) {
  rmSync(join(CLIENT, 'dist'), { recursive: true, force: true });
  const compiler = join(folder, 'node_modules', COMPILER, 'bin/tsc');
  execFileSync(process.execPath, [compiler, '--project', CLIENT], { stdio: ['ignore', 2, 2] });
}
