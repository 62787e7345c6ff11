import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Compiles the nodes into dist/, with their icons and their entries in n8n's catalogue next to them. */
const root = import.meta.dirname;
rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync(
  process.execPath,
  [createRequire(import.meta.url).resolve('typescript/lib/tsc.js'), '-p', root],
  {
    stdio: 'inherit',
  },
);
for (const file of globSync('{nodes,credentials}/**/*.{svg,node.json}', { cwd: root })) {
  mkdirSync(join(root, 'dist', dirname(file)), { recursive: true });
  copyFileSync(join(root, file), join(root, 'dist', file));
}
