// Builds `dist/`, which replaces `src/` in the package, because Node does not run TypeScript inside node_modules. `npm
// pack` runs it.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleScripts, ENTRIES, type ScriptName } from '../src/pages/scripts.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');
const TARGET = join(ROOT, 'dist');
/** Excludes tests, types and browser code, which is bundled. */
const EXCLUDED = ['**/*.test.ts', '**/*.d.ts', 'pages/browser/**'];
/** One of our files in an import or in the URL of a thread. */
const OWN_FILE = /(?<=(['"`])\.{1,2}\/[^'"`\n]*)\.tsx?(?=\1)/g;

rmSync(TARGET, { recursive: true, force: true });
const files = globSync('**/*.*', { cwd: SOURCE, exclude: EXCLUDED });
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
for (const [name, script] of Object.entries(await bundleScripts()) as [ScriptName, string][]) {
  const target = join(TARGET, 'pages', ENTRIES[name].replace(/\.tsx?$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, script);
}
process.stderr.write(`dist: ${files.length} files\n`);
