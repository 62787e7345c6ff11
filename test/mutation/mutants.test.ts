import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMutants } from './mutants.ts';
import { PLAN } from './plan.ts';

const changesIn = (source: string): string[] => findMutants(source).map(({ change }) => change);

test('mutants cover every way in which an operator, a condition or a value may be wrong', () => {
  assert.deepEqual(changesIn('if (a <= b) c();'), [
    'a <= b → true',
    'a <= b → false',
    '<= → <',
    '<= → >',
    'c(); → ;',
  ]);
  assert.deepEqual(changesIn('x = !a && Math.max(0, 200, 1n);'), [
    '!a → a',
    '&& → ||',
    'max → min',
    '0 → 1',
    '200 → 400',
    '1n → 2n',
  ]);
  assert.deepEqual(changesIn('const r = /^a$/.test(t) ? true : "";'), [
    '/^a$/.test(t) → true',
    '/^a$/.test(t) → false',
    '^ → nothing',
    '$ → nothing',
    'true → false',
    '"" → \'?\'',
  ]);
});

test('mutants cover every condition of an SQL statement', () => {
  assert.deepEqual(changesIn('sql.get(`SELECT a FROM b WHERE c = ? AND d <= ? AND e IS NULL`);').slice(1), [
    '= ? → <> ?',
    'AND → OR',
    '<= → <',
    'AND → OR',
    'IS NULL → IS NOT NULL',
  ]);
});

test('types, imports, field names and sentences for people have no mutants', () => {
  assert.deepEqual(
    changesIn(`
      import { a } from 'b';
      type T = 'x' | 1;
      interface I { y: true }
      const o = { 'key': a as 'z', text: 'For a person.' } satisfies Record<'k', string>;
      const s = 'a' + a;`),
    ["'a' → ''"],
  );
});

test('a mutant has its position and the source of its line', () => {
  const source = 'const one = 1;\n  return  a < b;\n'.replace('return', 'const two =');
  const mutant = findMutants(source).at(-1);
  assert.deepEqual([mutant?.line, mutant?.source], [2, 'const two =  a < b;']);
  const { start = 0, end = 0, text = '' } = mutant ?? {};
  assert.equal(source.slice(0, start) + text + source.slice(end), source.replace('<', '>='));
});

test('every file and test of the plan exists', () => {
  const missing = PLAN.flatMap(({ file, tests, onPostgres = [] }) => [file, ...tests, ...onPostgres]).filter(
    (path) => !existsSync(join(import.meta.dirname, '../..', path)),
  );
  assert.deepEqual(missing, []);
});
