// Makes `dist/`, which the package has in place of `src/`: Node runs no TypeScript inside node_modules. `npm pack` runs it.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');
const TARGET = join(ROOT, 'dist');
const ONLY_FOR_TESTS = ['**/*.test.ts', '**/*.d.ts'];
/** A file of ours in an import, in the address of a thread … */
const OWN_FILE = /(?<=(['"`])\.{1,2}\/[^'"`\n]*)\.ts(?=\1)/g;

rmSync(TARGET, { recursive: true, force: true });
const files = globSync('**/*.*', { cwd: SOURCE, exclude: ONLY_FOR_TESTS });
for (const file of files) {
  const target = join(TARGET, file);
  mkdirSync(dirname(target), { recursive: true });
  if (!file.endsWith('.ts')) {
    cpSync(join(SOURCE, file), target);
    continue;
  }
  const code = stripTypeScriptTypes(readFileSync(join(SOURCE, file), 'utf8'));
  writeFileSync(target.replace(/\.ts$/, '.js'), code.replace(OWN_FILE, '.js'));
}
process.stderr.write(`dist: ${files.length} files\n`);
