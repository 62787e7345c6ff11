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
  '\t1',
  '\r1',
  '\n1',
  ' =1',
  '\u200b=1',
  '\ufeff+1',
  '"=1"',
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

for (const text of ['', "'", "it's", "'quoted'", '1-1', 'a=b', 'a; b', 'a,b', "'a"]) {
  it(`${JSON.stringify(text)} stays as it is`, () => {
    assert.equal(escapeFormula(text), text);
    assert.equal(unescapeFormula(text), text);
  });
}

for (const [text, escaped] of [
  ["Eve;=cmd|' /C calc'!A0", "Eve;'=cmd|' /C calc'!A0"],
  ['a,=1', "a,'=1"],
  ['a\t=1\n-2\r\n+3', "a\t'=1\n'-2\r\n'+3"],
  ['a|@1', "a|'@1"],
  ['a; \u200b\u2060＝1', "a;' \u200b\u2060＝1"],
  ['a;"=1"', `a;'"=1"`],
  ["a;'=1", "a;''=1"],
  ['\t=1', "'\t'=1"],
  [';;=1;;-', ";;'=1;;'-"],
] as const) {
  it(`${JSON.stringify(text)} gets an apostrophe wherever a reader may split it`, () => {
    assert.equal(escapeFormula(text), escaped);
    assert.equal(unescapeFormula(escaped), text);
  });
}

const CHARACTERS = ["'", '=', '-', '\t', 'a', ';', ',', '\n', '|', ' ', '"', '\u200b', '＝'];
const anyText = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 20 }));

it('any text round-trips', () => {
  fc.assert(fc.property(anyText, (each) => assert.equal(unescapeFormula(escapeFormula(each)), each)));
});

it('no part of a text is a formula, whatever a reader splits it at and drops', () => {
  const isFormula = (part: string) => /^[\s"\u200b]*[=+\-@＝]/u.test(part);
  fc.assert(
    fc.property(anyText, (each) => {
      for (const separator of [',', ';', '|', '\t', '\n', /[,;|\t\r\n]/]) {
        const parts = escapeFormula(each).split(separator);
        assert.ok(!parts.some(isFormula), JSON.stringify(parts));
      }
    }),
  );
});

it('a long text is escaped in time that grows with its length alone', () => {
  for (const unit of ["'", ' ', ';', ";'", '; ', ";' "]) {
    const text = unit.repeat(200_000);
    assert.equal(unescapeFormula(escapeFormula(text)), text);
  }
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
