import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsJson, prefersOverJson } from './accept.ts';

const CASES: [accept: string | undefined, isCsv: boolean][] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/csv', true],
  ['TEXT/CSV ; header=present', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv;q=0', false],
  ['text/csv; q=0.000', false],
  ['application/json, text/csv', false],
  ['application/json;q=0.5, text/csv', true],
  ['application/json, text/csv;q=0.5', false],
  ['application/json;q=0, text/csv;q=0.1', true],
  ['text/csv-schema', false],
];

for (const [accept, isCsv] of CASES) {
  test(`Accept: ${JSON.stringify(accept)}`, () => assert.equal(prefersOverJson(accept, 'text/csv'), isCsv));
}

test('JSON replaces a page only if Accept names it', () => {
  for (const accept of ['application/json', 'text/html, application/json;q=0.9'])
    assert.ok(acceptsJson(accept), accept);
  for (const accept of [undefined, '*/*', 'text/html', 'application/json;q=0'])
    assert.equal(acceptsJson(accept), false);
});
