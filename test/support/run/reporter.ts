import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { compose } from 'node:stream';
import { spec } from 'node:test/reporters';
import { isOfManyFiles } from './processes.ts';
import { isAnySilent, noteEvent, pathsOfRunning, type Running } from './running.ts';

export interface TestReport {
  name: string;
  nesting: number;
  file?: string;
  /** The file that was run; `file` is where the test is defined, which may be a helper. */
  entryFile?: string;
  line?: number;
}

export interface TestEvent {
  type: string;
  data: TestReport;
}

/** Every test has a time limit, so a process that is silent for longer hangs. */
const MAX_SILENCE_MS = Number(process.env.TEST_SILENCE_MS ?? 300_000);
const LOOK_MS = 500;
const ENGINE = /sqlite|postgres/i;

/**
 * Node's own report, with the file, the engine and the suites of each failure, and the running tests of an interrupted
 * run. Interrupts the run if it hangs.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const running: Running = new Map();
  const watch = setInterval(() => {
    if (!isAnySilent(running, MAX_SILENCE_MS)) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGINT');
  }, LOOK_MS);
  watch.unref();
  yield* compose(withPlaces(withRunning(events, running)), new spec());
}

async function* withRunning(events: AsyncIterable<TestEvent>, running: Running): AsyncGenerator<TestEvent> {
  for await (const event of events) {
    noteEvent(running, event);
    if (event.type !== 'test:interrupted') yield event;
    // Written synchronously, because the process ends now.
    else
      writeSync(
        1,
        pathsOfRunning(running, fromHere)
          .map((path) => `✖ still running: ${path}\n`)
          .join(''),
      );
  }
}

const fromHere = (file: string) => relative(process.cwd(), file);

async function* withPlaces(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  // Started suites and tests, outermost first: Node reports one file after the other.
  const begun: TestReport[] = [];
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:start') begun.splice(data.nesting, Infinity, data);
    if (type === 'test:fail') {
      const name = [...placeOf(data, begun), data.name].join(' › ');
      // Node's report matches the end of a test with its start by name.
      const start = begun[data.nesting];
      if (start) start.name = name;
      data.name = name;
    }
    yield event;
  }
}

function placeOf(failed: TestReport, begun: TestReport[]): string[] {
  const around = begun.slice(0, failed.nesting).map(({ name }) => name);
  const entry = failed.entryFile ?? failed.file ?? '';
  const [file = '', ...suites] = isOfManyFiles(entry) ? around : [fromHere(entry), ...around];
  // The file itself is the suite of its tests.
  if (!file) return [];
  const line = failed.file && fromHere(failed.file) === file ? `:${failed.line}` : '';
  const isNamed = ENGINE.test([...suites, failed.name].join());
  // Service tests without a named engine run on the default one.
  return [`${file}${line}`, ...(isNamed || !file.startsWith('test/') ? [] : ['sqlite']), ...suites];
}
