import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import report, { type TestEvent } from './reporter.ts';

/** The events of a run of two files in one process; the durations of the tests are 1 to 12 seconds. */
function* eventsOfRun(): Generator<TestEvent> {
  const entryFile = '/tmp/proffer-test-run-x/01-api.mjs';
  for (const [index, file] of ['test/one.test.ts', 'test/two.test.ts'].entries()) {
    const suite = { name: file, nesting: 0, file: entryFile, entryFile };
    yield { type: 'test:start', data: suite };
    for (let n = 1; n <= 6; n++) {
      const data = { name: `test ${6 * index + n}`, nesting: 1, file: entryFile, entryFile };
      yield { type: 'test:start', data };
      yield { type: 'test:pass', data: { ...data, details: { duration_ms: 1000 * (6 * index + n) } } };
    }
    yield {
      type: 'test:pass',
      data: { ...suite, details: { duration_ms: 60_000 * (index + 1), type: 'suite' } },
    };
  }
  yield { type: 'test:diagnostic', data: { name: '', nesting: 0, message: 'tests 12' } };
}

test('the ten slowest files and tests come before the closing counts', async () => {
  let output = '';
  for await (const text of report(eventsOfRun() as unknown as AsyncIterable<TestEvent>)) output += text;
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const from = lines.findIndex((line) => line.includes('slowest files'));
  assert.deepEqual(
    lines.slice(from).map((line) => line.replace(/^ℹ +/, '')),
    [
      'slowest files',
      '120.0 s  test/two.test.ts',
      '60.0 s  test/one.test.ts',
      'slowest tests',
      ...[12, 11, 10, 9, 8, 7].map((n) => `${n}.0 s  test/two.test.ts › test ${n}`),
      ...[6, 5, 4, 3].map((n) => `${n}.0 s  test/one.test.ts › test ${n}`),
      'tests 12',
    ],
  );
});
