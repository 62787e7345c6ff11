import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'];
const FOLDER = 'proffer-test-run-';
const TOGETHER = new URL('together.ts', import.meta.url).href;
const BEFORE = new URL('followed-resources.ts', import.meta.url).href;

/**
 * The processes of a whole run. Files in the same process share its loaded, compiled and warm code, which is half the
 * cost of most files. A file belongs to the first process that matches it. Files that measure time or memory or change
 * the environment of their process run separately.
 */
const PROCESSES: Record<string, string[]> = {
  chaos: ['test/chaos.test.ts', 'test/chaos-sqlite.test.ts'],
  pdf: ['src/adapters/pdf/**/*.test.ts'],
  stalls: ['test/api/{picture-stall,stall,pdf-fairness,overload}.test.ts'],
  install: ['test/install/*.test.ts'],
  'postgres-failures': ['test/store/postgres-{connections,failures}.test.ts', 'test/pooler.test.ts'],
  send: ['test/send/*.test.ts'],
  // A real mail server has the time of the system, which the clocks of other tests may have passed.
  'real-mailbox': ['test/mail/real-mailbox.test.ts'],
  mail: ['test/{mail,mail-account,replies}/*.test.ts'],
  quotes: ['test/api/quote-*.test.ts', 'test/fuzz/*.test.ts'],
  kills: ['test/api/{kill,logs,wrong-keys}.test.ts', 'test/metrics.test.ts'],
  customer: ['test/customer/*.test.ts', 'test/path-prefix.test.ts'],
  console: ['test/console/*.test.ts'],
  client: ['test/client/*.test.ts', 'test/{docs,docs-site,tutorial}.test.ts'],
  payments: ['test/payments/*.test.ts'],
  api: ['test/api/*.test.ts'],
  cli: ['test/{cli,cli-invoice-ninja,serve}.test.ts', 'test/start/*.test.ts'],
  store: ['test/store/*.test.ts'],
  chromium: ['test/chromium.test.ts'],
  others: ALL,
};
/** Processes that create so many documents that optimizing their typesetter pays off: see `quick-typesetter.mjs`. */
const MANY_DOCUMENTS = ['pdf', 'customer', 'quotes'];
/**
 * Order of the run, so that no long process runs alone at the end, and those that wait much run beside others that keep
 * the processor busy; unlisted ones follow.
 */
const LONGEST_FIRST = [
  'api',
  'customer',
  'payments',
  'console',
  'mail',
  'others',
  'store',
  'pdf',
  'cli',
  'postgres-failures',
  'send',
  'chaos',
  'kills',
  'client',
  'install',
  'quotes',
  'stalls',
];

/** Checks whether `writeProcesses` wrote the file: each test file is a suite in it. */
export function isOfManyFiles(file: string): boolean {
  return basename(dirname(file)).startsWith(FOLDER);
}

/** Writes a file for each process, which runs the tests of its files. */
export function writeProcesses(named = PROCESSES): string[] {
  const folder = mkdtempSync(join(tmpdir(), FOLDER));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return longestFirst(filesOf(named)).map(([name, files], index) => {
    // Node runs the files in the order of their names.
    const file = join(folder, `${String(index + 1).padStart(2, '0')}-${name}.mjs`);
    const lines = [
      `import '${BEFORE}';`,
      ...(MANY_DOCUMENTS.includes(name) ? [`process.env.TEST_MANY_DOCUMENTS = '${name}';`] : []),
      `const { runTogether } = await import('${TOGETHER}');`,
      `runTogether(${JSON.stringify(files)});`,
    ];
    writeFileSync(file, lines.join('\n'));
    return file;
  });
}

function longestFirst<T>(processes: [name: string, files: T][]): [name: string, files: T][] {
  const place = (name: string) => (LONGEST_FIRST.includes(name) ? LONGEST_FIRST.indexOf(name) : 99);
  return processes.toSorted(([one], [other]) => place(one) - place(other));
}

function filesOf(named: Record<string, string[]>): [name: string, files: string[]][] {
  const taken = new Set<string>();
  return Object.entries(named).map(([name, patterns]) => {
    const found = patterns.flatMap((pattern) => {
      const files = globSync(pattern).sort();
      if (files.length === 0)
        throw new Error(`no test file is ${pattern}: see test/support/run/processes.ts`);
      return files;
    });
    const own = found.filter((file) => !taken.has(file));
    for (const file of own) taken.add(file);
    return [name, own];
  });
}
