import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { TEMPLATE_VERSION } from '../../../src/adapters/pdf/typst/template-version.ts';
import { bundleScripts, findBundler, type ScriptName } from '../../../src/pages/scripts.ts';
import { BUNDLED_COMMANDS } from '../service/program.ts';
import { scriptFile } from '../service/shared-scripts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOADER = new URL('load-bundle.mjs', import.meta.url).href;
const MAIN = 'main';
/** The commands without a process of their own: see `command.ts`. */
const COMMANDS = 'cli/run';
/** Bundled separately: it needs little and is compiled with other flags, see `quick-typesetter.mjs`. */
const TYPESETTER = 'adapters/pdf/typst/worker';
/** Threads of their own that need few packages. */
const SMALL_THREADS = [
  ...['adapters/mail/incoming/worker', 'adapters/statement/worker'],
  ...['store/sqlite/migration-worker', 'store/sqlite/readers/reader-thread'],
  'store/backup-thread',
];
const BLANK_TYPESETTER = new URL('../pdf/blank-worker.ts', import.meta.url).href;
const SCRIPTS = 'pages/scripts.ts';
/** Work that a start can skip: file, text, and its replacement. */
const LEFT_OUT: [file: string, text: string, instead: string][] = [
  // Few of the tests that start the program create a document, so most need no typesetter.
  ['app/service.ts', 'WARM_UP_DELAY_MS = 500;', 'WARM_UP_DELAY_MS = 60_000;'],
  // The template files do not change during a run.
  ['adapters/pdf/typst/template-version.ts', 'VERSION = hashParts();', `VERSION = '${TEMPLATE_VERSION}';`],
];
const OPTIONS = [
  '--bundle',
  '--keep-names',
  '--platform=node',
  '--target=node26',
  '--external:pg-native',
  // Loaded at first use, and larger than the rest of the program.
  '--external:stripe',
  '--external:@mollie/api-client',
  '--external:imapflow',
  '--external:@modelcontextprotocol/server',
  '--log-level=warning',
  '--outbase=src',
];
// CommonJS packages load Node's built-in modules with `require`.
const WITH_REQUIRE =
  "--banner:js=import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/**
 * Bundles the program with all its packages into one JavaScript file in this folder: loading some 800 TypeScript
 * modules is half the cost of a start, and a run starts the program some 150 times. Returns the file to run.
 */
export async function bundleProgram(folder: string): Promise<string> {
  const source = join(folder, 'src');
  await cp(join(ROOT, 'src'), source, { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for await (const file of glob('**/*.ts', { cwd: source })) {
    const code = await readFile(join(source, file), 'utf8');
    if (code.includes('import.meta')) await writeFile(join(source, file), withPlaces(code, file, folder));
  }
  for (const [file, text, instead] of LEFT_OUT) await replaceIn(join(source, file), text, instead);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await bundleTypesetter(folder);
  for (const entry of SMALL_THREADS) {
    const file = join(folder, 'out', `${entry}.js`);
    await bundle(folder, `src/${entry}.ts`, '--format=esm', `--outfile=${file}`, WITH_REQUIRE);
  }
  await bundleInOne(folder);
  await writeScripts(folder);
  return join(folder, 'out', `${MAIN}.js`);
}

async function bundleTypesetter(folder: string): Promise<void> {
  const typesetter = join(folder, 'out', 'typesetter.js');
  await bundle(folder, `src/${TYPESETTER}.ts`, '--format=esm', `--outfile=${typesetter}`, WITH_REQUIRE);
  const stub = join(folder, 'out', `${TYPESETTER}.js`);
  await mkdir(dirname(stub), { recursive: true });
  await writeFile(
    stub,
    `await import(process.env.TEST_BLANK_DOCUMENTS ? '${BLANK_TYPESETTER}' : '${pathToFileURL(typesetter)}');\n`,
  );
}

async function bundleInOne(folder: string): Promise<void> {
  const file = join(folder, 'out', 'program.cjs');
  await writeFile(
    join(folder, 'in-one.ts'),
    `export const entries = { ${[MAIN, COMMANDS].map((entry) => `'${entry}': () => import('./src/${entry}.ts')`)} };`,
  );
  const main = join(folder, 'src', `${MAIN}.ts`);
  await writeFile(main, withoutTopLevelAwait(await readFile(main, 'utf8')));
  await bundle(folder, 'in-one.ts', '--format=cjs', `--outfile=${file}`);
  const code = await readFile(file, 'utf8');
  await writeFile(file, code.replace(/[^\0-\x7f]/g, escaped));
  const stub = join(folder, 'out', `${MAIN}.js`);
  await mkdir(dirname(stub), { recursive: true });
  await writeFile(stub, `import { load } from '${LOADER}';\nawait load('${file}', '${MAIN}');\n`);
  await writeFile(
    join(folder, 'out', BUNDLED_COMMANDS),
    `import { load } from '${LOADER}';\nexport const { runCli } = await load('${file}', '${COMMANDS}');\n`,
  );
}

async function bundle(folder: string, ...args: string[]): Promise<void> {
  const bundler = findBundler(process.platform, process.arch);
  await promisify(execFile)(bundler, [...args, ...OPTIONS], { cwd: folder });
}

/** Only modules support top-level await, so `load` waits for `done` instead. */
function withoutTopLevelAwait(code: string): string {
  const [, imports, rest] = /^(#!.*?\n(?:import [^\n]*\n)+)(.*)$/s.exec(code) ?? [];
  if (!imports) throw new Error(`${MAIN}.ts begins otherwise than bundle-program.ts knows it`);
  return `${imports}export const done = (async () => {\n${rest}})();`;
}

/** Escapes a character of a template or a regular expression: one-byte strings are parsed in half the time. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

async function replaceIn(file: string, text: string, instead: string): Promise<void> {
  const code = await readFile(file, 'utf8');
  if (!code.includes(text)) throw new Error(`"${text}" is not in ${file}: see bundle-program.ts`);
  await writeFile(file, code.replace(text, instead));
}

/** Resolves files relative to the sources; only threads and browser scripts come from the folder. */
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
