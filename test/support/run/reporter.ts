import { relative } from 'node:path';
import { compose } from 'node:stream';
import { spec } from 'node:test/reporters';
import { isOfManyFiles } from './processes.ts';

interface TestReport {
  name: string;
  nesting: number;
  file?: string;
  /** The file that was run; `file` is where the test is defined, which may be a helper. */
  entryFile?: string;
  line?: number;
}

interface TestEvent {
  type: string;
  data: TestReport;
}

const ENGINE = /sqlite|postgres/i;

/** Node's own report, but a failure is told with its file, its engine and the suites around it. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* compose(withPlaces(events), new spec());
}

async function* withPlaces(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  // What has begun, outermost first: Node reports one file after the other.
  const begun: TestReport[] = [];
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:start') begun.splice(data.nesting, Infinity, data);
    if (type === 'test:fail') {
      const name = [...placeOf(data, begun), data.name].join(' › ');
      // The report holds the end of a test against its start: they go by one name.
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
  const [file = '', ...suites] = isOfManyFiles(entry) ? around : [relative(process.cwd(), entry), ...around];
  // The file itself, as the suite of its tests.
  if (!file) return [];
  const line = failed.file && relative(process.cwd(), failed.file) === file ? `:${failed.line}` : '';
  const isNamed = ENGINE.test([...suites, failed.name].join());
  // The tests of the running service that name no engine run on the default one.
  return [`${file}${line}`, ...(isNamed || !file.startsWith('test/') ? [] : ['sqlite']), ...suites];
}
