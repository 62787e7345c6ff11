import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const FOLDER = 'proffer-test-run-';
const TOGETHER = new URL('together.ts', import.meta.url).href;
const BEFORE = new URL('followed-resources.ts', import.meta.url).href;

/** Files that measure time or memory, break their database or change the environment: each group has its own process. */
const APART: Record<string, RegExp> = {
  stalls: /^test\/api\/(picture-stall|stall|pdf-fairness|overload)\./,
  'postgres-failures': /^test\/(store\/postgres-(connections|failures)|pooler)\./,
  // A real mail server, and the clock that is examined, have the time of the system, which other tests may have passed.
  'real-mailbox': /^test\/mail\/real-mailbox\./,
  doctor: /^test\/doctor\./,
  kills: /^test\/(api\/(kill|logs|wrong-keys)|metrics)\./,
  chaos: /^test\/chaos/,
  // What n8n brings changes how numbers become JSON, and its trigger needs the time of the system.
  n8n: /^test\/connectors\/n8n\./,
  // It names another folder to playwright-core, which reads that once.
  chromium: /^test\/chromium\./,
  documents: /^src\/adapters\/pdf\/|^test\/(api\/quote-|fuzz\/)/,
  // Each alone would cost more to load than to run.
  mails: /^test\/(mail|mail-account|replies|send)\//,
  programs: /^test\/(install|payments|start)\//,
  // The process of all others would take the longest.
  agreement: /^test\/(acceptance|apps|approval|books|costs|erasure|evidence|injection)\//,
};
/** Folders with so many tests that they have a process of their own; the others share one. */
const FOLDERS = /^test\/(api|console|customer|store)\/|^src\//;
/** Processes that create so many documents that optimizing their typesetter pays off: see `quick-typesetter.mjs`. */
const MANY_DOCUMENTS = ['documents'];

/** The files of `npm test`, or with those of `npm run test:all`, which end in `.all.test.ts`. */
export function listTestFiles(isAll: boolean): string[] {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts']).sort();
  return isAll ? files : files.filter((file) => !file.endsWith('.all.test.ts'));
}

/** Checks whether `writeProcesses` wrote the file: each test file is a suite in it. */
export function isOfManyFiles(file: string): boolean {
  return basename(dirname(file)).startsWith(FOLDER);
}

/**
 * Writes a file for each process, which runs the tests of its files. Files in the same process share its loaded, compiled
 * and warm code, which is half the cost of most files. The process with the most code starts first, so that no long one
 * runs alone at the end: Node runs the files in the order of their names.
 */
export function writeProcesses(files: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), FOLDER));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const groups = Map.groupBy(files, nameProcess).entries().toArray();
  return groups
    .toSorted(([, one], [, other]) => countBytes(other) - countBytes(one))
    .map(([name, members], index) => {
      const file = join(folder, `${String(index + 1).padStart(2, '0')}-${name}.mjs`);
      const lines = [
        `import '${BEFORE}';`,
        ...(MANY_DOCUMENTS.includes(name) ? [`process.env.TEST_MANY_DOCUMENTS = '${name}';`] : []),
        `const { runTogether } = await import('${TOGETHER}');`,
        `runTogether(${JSON.stringify(members)});`,
      ];
      writeFileSync(file, lines.join('\n'));
      return file;
    });
}

function nameProcess(file: string): string {
  const apart = Object.keys(APART).find((name) => APART[name]?.test(file));
  return apart ?? FOLDERS.exec(file)?.[0].split('/').at(-2) ?? 'others';
}

function countBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
