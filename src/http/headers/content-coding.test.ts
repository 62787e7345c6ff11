import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCoding, toCodedEtag, toPlainEtag } from './content-coding.ts';

const LARGE = 5000;

const CASES: [header: string, coding: string | undefined][] = [
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=1.0, br;q=1.0', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip ; q=0.5', 'gzip'],
  ['deflate', undefined],
  ['deflate, zstd, gzip;q=0.1', 'gzip'],
  ['', undefined],
  [',,', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0, br', 'br'],
  ['gzip;q=0.000', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=2', undefined],
  ['gzip;q=x', undefined],
];

for (const [header, coding] of CASES) {
  test(`Accept-Encoding: ${JSON.stringify(header)}`, () => assert.equal(chooseCoding(header, LARGE), coding));
}

test('a body below 1 KB is compressed only if the client rejects it uncompressed', () => {
  assert.equal(chooseCoding('gzip', 1024), 'gzip');
  assert.equal(chooseCoding('gzip', 1023), undefined);
  for (const header of ['gzip, identity;q=0', 'gzip, *;q=0'])
    assert.equal(chooseCoding(header, 10), 'gzip', header);
});

test('the ETag of a compressed body maps to that of the plain body', () => {
  assert.equal(toCodedEtag('"3.1"', 'gzip'), '"3.1-gzip"');
  for (const tag of ['"3"', '"3-gzip"', '"3-br"']) assert.equal(toPlainEtag(tag), '"3"', tag);
  for (const tag of ['"3-zip"', '3-gzip', '*', '']) assert.equal(toPlainEtag(tag), tag, tag);
});
