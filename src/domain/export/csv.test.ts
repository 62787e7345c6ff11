import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { escapeFormula, formatCsvRow, unescapeFormula } from './csv.ts';

for (const text of [
  '=1+1',
  '+49 89',
  '-1+1',
  '-1',
  '-12.50',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  "'=1",
  "''-",
]) {
  it(`${JSON.stringify(text)} gets an apostrophe, and loses it again`, () => {
    assert.equal(escapeFormula(text), `'${text}`);
    assert.equal(unescapeFormula(`'${text}`), text);
  });
}

for (const text of ['', "'", "it's", "'quoted'", '1-1', 'a=b', ' =1', "'a"]) {
  it(`${JSON.stringify(text)} stays as it is`, () => {
    assert.equal(escapeFormula(text), text);
    assert.equal(unescapeFormula(text), text);
  });
}

it('any text round-trips', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', 'a') }));
  fc.assert(fc.property(text, (each) => assert.equal(unescapeFormula(escapeFormula(each)), each)));
});

it('a row quotes only the cells that need it', () => {
  assert.equal(
    formatCsvRow(['a', 'b,c', '"', 'd\ne', 'f\rg', '', '=1']),
    `a,"b,c","""","d\ne","f\rg",,'=1\r\n`,
  );
});

it('a negative number stays one in a column of numbers only', () => {
  assert.equal(formatCsvRow([{ number: '-12.50' }, { number: -1 }, '-1']), `-12.50,-1,'-1\r\n`);
});
