import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundlerFor, bundleScripts, type ScriptName } from '../../../src/web/scripts.ts';
import { scriptFile } from '../service/shared-scripts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const THREADS = ['pdf/typst/worker.ts', 'threads/server-thread.ts'];
const SCRIPTS = 'web/scripts.ts';
const SERVICE = 'service.ts';
const WARM_UP = 'const WARM_UP_DELAY_MS = 500;';
const OPTIONS = [
  '--bundle',
  '--splitting',
  '--keep-names',
  '--platform=node',
  '--format=esm',
  '--target=node26',
  '--external:pg-native',
  '--log-level=warning',
  '--outbase=src',
  '--outdir=out',
  // Packages that are not modules load what Node brings along with it.
  "--banner:js=import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
];

/**
 * The program with all its packages in a few files of JavaScript, in this folder: loading some 500 modules of
 * TypeScript is half of what a start costs, and a run starts it some 150 times. Gives the file to run.
 */
export async function bundleProgram(folder: string): Promise<string> {
  const source = join(folder, 'src');
  await cp(join(ROOT, 'src'), source, { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for await (const file of glob('**/*.ts', { cwd: source })) {
    const code = await readFile(join(source, file), 'utf8');
    if (code.includes('import.meta')) await writeFile(join(source, file), withPlaces(code, file, folder));
  }
  await leaveTypesetterCold(join(source, SERVICE));
  const entries = ['main.ts', ...THREADS].map((file) => join('src', file));
  const bundler = bundlerFor(process.platform, process.arch);
  await promisify(execFile)(bundler, [...entries, ...OPTIONS], { cwd: folder });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeScripts(folder);
  return join(folder, 'out', 'main.js');
}

/** Few of the tests that start the program make a document: those that do not need no typesetter. */
async function leaveTypesetterCold(file: string): Promise<void> {
  const code = await readFile(file, 'utf8');
  if (!code.includes(WARM_UP)) throw new Error(`"${WARM_UP}" is not in ${file}: see bundle-program.ts`);
  await writeFile(file, code.replace(WARM_UP, WARM_UP.replace('500', '60_000')));
}

/** Files are read where the sources are; only threads and what browsers run are taken from the folder. */
function withPlaces(code: string, file: string, folder: string): string {
  const made = JSON.stringify(pathToFileURL(join(folder, 'out', file)).href);
  const original = join(ROOT, 'src', file);
  const url = file === SCRIPTS ? made : JSON.stringify(pathToFileURL(original).href);
  return code
    .replace(/(?<=new Worker\()new URL\('(.+)\.ts', import\.meta\.url\)/g, `new URL('$1.js', ${made})`)
    .replace(/(?<='\.\/browser\/[\w/-]+)\.tsx?(?=')/g, '.js')
    .replaceAll('import.meta.url', url)
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(original)));
}

async function writeScripts(folder: string): Promise<void> {
  for (const [name, script] of Object.entries(await bundleScripts()) as [ScriptName, string][]) {
    const file = scriptFile(join(folder, 'out'), name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, script);
  }
}
