import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { it } from 'node:test';

const SRC = join(import.meta.dirname, '../src');
/** Rooms that serve requests. */
const SERVING = ['http', 'api', 'pages'];

/** The rooms that each room may import besides itself, from the bottom up. A name with two parts is a room of its own. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  i18n: ['domain'],
  'app/telemetry': ['domain'],
  store: ['domain', 'app/telemetry'],
  adapters: ['domain', 'i18n'],
  'app/config': ['domain', 'adapters'],
  'api/schemas': ['domain'],
  actions: ['domain', 'i18n', 'app/telemetry', 'store', 'adapters', 'api/schemas'],
  http: ['domain', 'app/telemetry', 'actions', 'api/schemas'],
  api: ['domain', 'app/telemetry', 'actions', 'http', 'api/schemas'],
  pages: ['domain', 'i18n', 'app/telemetry', 'actions', 'http', 'api', 'api/schemas'],
  app: ['domain', 'store', 'adapters', 'actions', 'http', 'api', 'pages', 'app/telemetry', 'app/config'],
  cli: ['domain', 'actions', 'api', 'api/schemas', 'app', 'app/config', 'app/telemetry'],
};
const ROOMS_OF_TWO_PARTS = Object.keys(MAY_IMPORT).filter((room) => room.includes('/'));
/** Types carry no behaviour, so modules may name the types of values that they only pass along. */
const MAY_IMPORT_TYPES: Record<string, readonly string[]> = {
  store: ['app/config'],
  actions: ['app', 'app/config'],
  http: ['store', 'api', 'app', 'app/config'],
  api: ['store', 'app'],
  pages: ['store', 'app'],
  cli: ['store', 'adapters'],
  'app/telemetry': ['app/config'],
};
/** The command line opens, copies and moves whole databases, tests a logo, reads a spreadsheet, and explains a script that is not bundled. */
const FOR_COMMANDS =
  /^(store\/(open-database|move-data|catalog)|adapters\/(pdf\/renderer|spreadsheet\/reader|webhooks\/[\w-]+|net\/target-error)|pages\/scripts)\.ts$/;

const FULL = ['store/migrations'];

interface Import {
  from: string;
  to: string;
  isType: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(sep).join('/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.ts$/.test(name));
const imports = files.flatMap(importsOf);

it('every room imports only rooms below it', () => {
  const wrong = imports.filter(({ from, to, isType }) => {
    const [room, other] = [findRoom(from), findRoom(to)];
    if (from === 'main.ts' || room === other) return false;
    if (MAY_IMPORT[room]?.includes(other)) return false;
    if (room === 'cli' && FOR_COMMANDS.test(to)) return false;
    return !(isType && MAY_IMPORT_TYPES[room]?.includes(other));
  });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
});

it('nothing lies loose in src but main.ts', () => {
  assert.deepEqual(
    files.filter((name) => !name.includes('/')),
    ['main.ts'],
  );
});

it('no file is part of an import cycle, not even of types', () => {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `${path.join(' → ')} → ${file}`);
    if (done.has(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
});

it('requests are served without access to the database, and jobs access no table', () => {
  const text = (name: string) => readFileSync(join(SRC, name), 'utf8');
  assert.deepEqual(
    files.filter((name) => SERVING.includes(findRoom(name)) && /\bdb\b/.test(text(name))),
    [],
  );
  assert.deepEqual(
    imports.filter(({ from, to, isType }) => from === 'app/jobs.ts' && findRoom(to) === 'store' && !isType),
    [],
  );
});

it('SQL is in the store only', () => {
  const sql = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^']*\b(FROM|VALUES|SET|WHERE)\b/;
  const elsewhere = files.filter(
    (name) => findRoom(name) !== 'store' && sql.test(readFileSync(join(SRC, name), 'utf8')),
  );
  assert.deepEqual(elsewhere, []);
});

it('status checks use the named functions of the domain', () => {
  const compared = /[sS]tatus (===|!==) '[A-Z]+'/;
  const elsewhere = files.filter(
    (name) =>
      !['domain', 'store'].includes(findRoom(name)) && compared.test(readFileSync(join(SRC, name), 'utf8')),
  );
  assert.deepEqual(elsewhere, []);
});

it('no code changes V8 flags at run time, which affect all threads of the process', () => {
  const wrong = files.filter((name) => /\bsetFlagsFromString\b/.test(readFileSync(join(SRC, name), 'utf8')));
  assert.deepEqual(wrong, []);
});

it('a folder has about fifteen files, and a file has one responsibility', () => {
  const inFolder = Map.groupBy(files, dirname);
  const full = [...inFolder].filter(([folder, names]) => names.length > 16 && !FULL.includes(folder));
  assert.deepEqual(
    full.map(([folder, names]) => `${folder}: ${names.length}`),
    [],
  );
  const lengths = files.map((name) => ({
    name,
    lines: readFileSync(join(SRC, name), 'utf8').split('\n').length,
  }));
  const long = lengths.filter(({ lines }) => lines > 300);
  assert.deepEqual(long, []);
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  assert.ok(median <= 80, `the median file has ${median} lines`);
});

const architecture = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8');
const contributing = readFileSync(join(SRC, '../CONTRIBUTING.md'), 'utf8');

it('docs/architecture.md and CONTRIBUTING.md name no missing file, folder or identifier', () => {
  const code = ['src', 'test', 'scripts'].flatMap(readSources).join('\n');
  for (const [name, text] of Object.entries({ architecture, contributing })) {
    const paths = [...text.matchAll(/`((?:[\w-]+\/)+(?:[\w.-]+\.\w+)?)`/g)].map(([, path = '']) => path);
    assert.ok(paths.length > 30, name);
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(SRC, path)) && !existsSync(join(SRC, '..', path))),
      [],
      name,
    );
    const identifiers = text.matchAll(/`([a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*|[A-Z]+(?:_[A-Z]+)+)`/g);
    const missing = [...identifiers].map(([, id = '']) => id).filter((id) => !code.includes(id));
    assert.deepEqual(missing, [], name);
  }
});

it('every file that docs/architecture.md names exists', () => {
  const names = ['src', 'test', 'bench', 'scripts', 'clients/typescript/src'].flatMap((folder) =>
    readdirSync(join(SRC, '..', folder), { recursive: true, encoding: 'utf8' }).map((name) => basename(name)),
  );
  const named = [...architecture.matchAll(/(?<![\w.*])[\w-]+\.(?:test\.)?(?:tsx?|mjs)\b/g)].map(
    ([name]) => name,
  );
  assert.ok(named.length > 60);
  assert.deepEqual(
    named.filter((name) => !names.includes(name)),
    [],
  );
});

it('CONTRIBUTING.md has a recipe for each frequent addition', () => {
  const recipes = [...contributing.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  for (const title of RECIPES) assert.ok(recipes.includes(title), title);
});

const RECIPES = [
  ...['A field', 'A status', 'An event type', 'An email'],
  ...['A list column', 'A console page', 'A language', 'A migration'],
];

it('the tree in docs/architecture.md names the folders of src, and no others', () => {
  const named = readTree(architecture);
  const folders = new Set(files.flatMap(listFolders));
  const shown = [...folders].filter((folder) => folder.split('/').length <= 2);
  assert.deepEqual(
    shown.filter((folder) => !named.has(folder)),
    [],
    'not in the tree',
  );
  assert.deepEqual(
    [...named].filter((folder) => !existsSync(join(SRC, folder))),
    [],
    'not in src',
  );
});

/**
 * Reads the folders of `src` from the tree: a line begins with one or more, indented below their parent, and the text
 * behind them may name folders inside the first. Lines that are indented further continue that text.
 */
function readTree(text: string): Set<string> {
  const [, tree = ''] = /^src\/\n(.*?)^test\//ms.exec(text) ?? [];
  const lines = tree.replace(/\n {7,}/g, ' ').split('\n');
  const named = new Set<string>();
  let room = '';
  for (const line of lines) {
    const [, indent = '', names = '', rest = ''] =
      /^( +)((?:[\w-]+\/ {2}(?! ))*[\w-]+\/)(.*)$/.exec(line) ?? [];
    if (names === '') continue;
    const parent = indent.length === 2 ? '' : `${room}/`;
    const folders = names.split(/\s+/).map((name) => parent + name.slice(0, -1));
    for (const folder of folders) named.add(folder);
    if (indent.length === 2) room = folders[0] ?? '';
    for (const [, inside] of rest.matchAll(/(?<=^|[\s(])([a-z][\w-]*)\/(?!\w)/g))
      named.add(`${folders[0]}/${inside}`);
  }
  return named;
}

/** Returns the folders that the file is in, from the outermost. */
function listFolders(file: string): string[] {
  const parts = dirname(file).split('/');
  return dirname(file) === '.' ? [] : parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function readSources(folder: string): string[] {
  const names = readdirSync(join(SRC, '..', folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => readFileSync(join(SRC, '..', folder, name), 'utf8'));
}

function findRoom(file: string): string {
  const [first = '', second = ''] = file.split('/');
  const both = `${first}/${second}`;
  return ROOMS_OF_TWO_PARTS.includes(both) ? both : first;
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(SRC, from), 'utf8');
  const found = text.matchAll(
    /^(import|export)\s+(type\s)?([^;'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]|import\(['"](\.[^'"]+)['"]\)/gm,
  );
  return [...found].map(([, , type, names = '', path, lazy]) => ({
    from,
    to: relative(SRC, join(SRC, dirname(from), path ?? lazy ?? ''))
      .split(sep)
      .join('/'),
    isType: type !== undefined || /^\{(\s*type [^,}]+,?)+\s*\}/.test(names.trim()),
  }));
}
