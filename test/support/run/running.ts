import { isOfManyFiles } from './processes.ts';
import type { TestEvent, TestReport } from './reporter.ts';

interface RunningFile {
  lastHeard: number;
  /** Suites and tests that have started and not ended, in the order of their start. */
  tests: TestReport[];
}

/** Test files whose processes run, and the tests that run in them. */
export type Running = Map<string, RunningFile>;

export function noteEvent(running: Running, { type, data }: TestEvent): void {
  const isFile = data.entryFile === undefined;
  const key = data.entryFile ?? data.file;
  if (!key) return;
  if (type === 'test:dequeue' && isFile) running.set(key, { lastHeard: performance.now(), tests: [] });
  if (type === 'test:complete' && isFile) running.delete(key);
  const file = running.get(key);
  if (!file) return;
  file.lastHeard = performance.now();
  if (isFile) return;
  if (type === 'test:dequeue') file.tests.push(data);
  if (type === 'test:complete') {
    const index = file.tests.findIndex((one) => one.nesting === data.nesting && one.name === data.name);
    if (index >= 0) file.tests.splice(index, 1);
  }
}

/** Checks whether a file has neither started nor ended a test for that long. */
export function isAnySilent(running: Running, maxMs: number): boolean {
  return running.values().some(({ lastHeard }) => performance.now() - lastHeard > maxMs);
}

/** Returns what is running: the file and the suites around a test, or the file alone if no test is known. */
export function pathsOfRunning(running: Running, nameOf: (file: string) => string): string[] {
  return running
    .entries()
    .flatMap(([file, { tests }]) => {
      const leaves = tests.filter((one, index) => (tests[index + 1]?.nesting ?? 0) <= one.nesting);
      if (leaves.length === 0) return [[nameOf(file), 'the process does not end, or a test keeps it busy']];
      const first = isOfManyFiles(file) ? [] : [nameOf(file)];
      return leaves.map((leaf) => [...first, ...pathTo(leaf, tests)]);
    })
    .map((path) => path.join(' › '))
    .toArray();
}

function pathTo(leaf: TestReport, tests: readonly TestReport[]): string[] {
  const before = tests.slice(0, tests.indexOf(leaf));
  const around = Array.from({ length: leaf.nesting }, (_, nesting) =>
    before.findLast((one) => one.nesting === nesting),
  );
  return [...around.map((one) => one?.name ?? ''), leaf.name];
}
