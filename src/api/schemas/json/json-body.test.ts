import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countCases } from '../../../../test/support/run/all.ts';
import { Problem } from '../../../domain/errors.ts';
import { parseJsonBody } from './json-body.ts';

const read = (text: string) => parseJsonBody(Buffer.from(text));

test('any JSON is read as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\\u0000|\\ud[89a-f]/i.test(text));
      const { value: got, errors } = read(text);
      assert.deepEqual(errors, []);
      assert.equal(JSON.stringify(got), text);
    }),
    { numRuns: countCases(1500) },
  );
});

test('a number is rejected exactly if a double would change it', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,24}$/);
  const fraction = fc.stringMatching(/^\d{0,24}$/);
  const exponent = fc.option(fc.integer({ min: -30, max: 30 }));
  fc.assert(
    fc.property(digits, fraction, exponent, (whole, part, power) => {
      const text = `${whole}${part === '' ? '' : `.${part}`}${power === null ? '' : `e${power}`}`;
      const { errors } = read(`{"n":${text}}`);
      assert.equal(errors.length === 0, isExact(text), text);
    }),
    { numRuns: countCases(2000) },
  );
});

/** Compares integer fractions: the shortest text of the double must represent the same value. */
function isExact(text: string): boolean {
  const [a, b] = [rational(text), rational(String(Number(text)))];
  return a.over * b.under === b.over * a.under;
}

function rational(text: string): { over: bigint; under: bigint } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  const power = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return power >= 0
    ? { over: digits * 10n ** BigInt(power), under: 1n }
    : { over: digits, under: 10n ** BigInt(-power) };
}

test('bytes that are not JSON in UTF-8 are a malformed_json problem', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        parseJsonBody(Buffer.from(bytes));
      } catch (error) {
        assert.ok(error instanceof Problem && error.code === 'malformed_json');
      }
    }),
    { numRuns: countCases(1500) },
  );
});

test('NUL and lone surrogates are reported in values and names, with their paths', () => {
  const { errors } = read('{"a":["ok","\\u0000"],"b\\ud800":{"c":"\\udc00x"},"d/e~f":"\\u0000"}');
  assert.deepEqual(
    errors.map(({ path }) => path),
    ['/a/1', '/b\ufffd', '/b\ufffd/c', '/d~1e~0f'],
  );
});

test('a duplicate name in an object is reported with its path, however it is escaped', () => {
  const paths = (text: string) => read(text).errors.map(({ path, message }) => `${path} ${message}`);
  assert.deepEqual(paths('{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}],"__proto__":{"a":1}}'), []);
  assert.deepEqual(paths('{"a":1,"a":1}'), ['/a appears more than once']);
  assert.deepEqual(paths('{"a":[0,{"b:":1,"x":{},"b\\u003a":"a\\":b"}]}'), [
    '/a/1/b: appears more than once',
  ]);
  assert.deepEqual(paths('{"__proto__":1,"__proto__":2}'), ['/__proto__ appears more than once']);
  const many = `{${Array.from({ length: 50_000 }, (_, n) => `"k${n % 25_000}":{}`).join()}}`;
  assert.equal(read(many).errors.length, 101);
});

test('32 levels are accepted, 33 are not, and brackets in strings do not count', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  assert.deepEqual(read(nested(32)).errors, []);
  assert.throws(() => read(nested(33)), Problem);
  assert.deepEqual(read(JSON.stringify('['.repeat(100))).value, '['.repeat(100));
  assert.deepEqual(read(`["\\"${'['.repeat(100)}"]`).errors, []);
});
