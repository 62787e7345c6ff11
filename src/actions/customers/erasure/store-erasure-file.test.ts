import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErasureLineError, parseErasures } from './store-erasure-file.ts';

const ERASURE = { accountId: 'acc_1', customerSha256: 'ab', erasedAt: 1, documents: ['cd'] };

test('a list of erasures is read line by line, without its empty lines', () => {
  const lines = [ERASURE, { ...ERASURE, customerSha256: 'ef', documents: [] }];
  const text = lines.map((line) => JSON.stringify(line)).join('\n \n');
  assert.deepEqual(parseErasures(`${text}\n`), lines);
  assert.deepEqual(parseErasures(''), []);
});

test('a line that is no erasure is named', () => {
  const wrong = {
    accountId: 1,
    customerSha256: null,
    erasedAt: '2026-03-10T10:00:00.000Z',
    documents: 'cd',
  };
  const lines = [
    '{',
    '[]',
    ...Object.entries(wrong).map(([name, value]) => JSON.stringify({ ...ERASURE, [name]: value })),
    ...Object.keys(ERASURE).map((name) => JSON.stringify({ ...ERASURE, [name]: undefined })),
    JSON.stringify({ ...ERASURE, erasedAt: 1.5 }),
  ];
  for (const line of lines) {
    const isNamed = (error: unknown) =>
      error instanceof ErasureLineError && error.line === 3 && error.message === 'line 3 is not an erasure';
    assert.throws(() => parseErasures(`${JSON.stringify(ERASURE)}\n\n${line}\n`), isNamed, line);
  }
});
