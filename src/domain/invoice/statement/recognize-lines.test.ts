import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementLine } from './bank-line.ts';
import { formatMarks, type LineMarks, markLine, parseMarks } from './line-marks.ts';
import { recognizeLines } from './recognize-lines.ts';

const line = (change: Partial<StatementLine> = {}): StatementLine => ({
  ...{ date: '2026-03-10', amount: 100, currency: 'EUR', reference: null, text: 'Invoice 7' },
  ...{ payer: 'Ada', iban: 'DE1', bankReference: 'B1', entry: 0 },
  ...change,
});
/** The marks themselves, so that a test reads what is compared. */
const mark = (change: Partial<StatementLine> = {}, account = 'acc_1') =>
  markLine(line(change), account, (text) => text);

test('what a line says is marked with its day, amount and currency, for its account alone', () => {
  const marks = mark();
  assert.equal(marks.money, '["acc_1","2026-03-10",100,"EUR"]');
  assert.deepEqual(marks, {
    money: marks.money,
    account: `${marks.money} account DE1`,
    bank: `${marks.money} bank B1`,
    payer: `${marks.money} payer ADA`,
    text: `${marks.money} text INVOICE7`,
  });
  const others = [
    mark({}, 'acc_2'),
    mark({ date: '2026-03-11' }),
    mark({ amount: 1 }),
    mark({ currency: 'CHF' }),
  ];
  for (const other of others) assert.notEqual(other.money, marks.money);
  const empty = mark({ iban: '', bankReference: null, payer: null, text: '' });
  assert.deepEqual(empty, { money: marks.money, account: null, bank: null, payer: null, text: null });
});

test('spaces, capitals and marks do not differ, and a text of marks alone is still one', () => {
  const same = mark({ text: ' INVOICE no. 7', payer: 'ada ' });
  assert.deepEqual(same, mark({ text: 'invoice-NO7', payer: 'A.D.A' }));
  assert.match(mark({ text: '...' }).text ?? '', /text \.\.\.$/);
  assert.match(mark({ text: '7', reference: 'RF' }).text ?? '', /text RF7$/);
  assert.match(mark({ text: '\u{ff21}' }).text ?? '', /text A$/);
});

test('marks are stored and read back', () => {
  const marks: LineMarks = { money: 'm', account: null, bank: 'b', payer: null, text: 't' };
  assert.equal(formatMarks(marks), '.b..t');
  assert.deepEqual(parseMarks('m', '.b..t'), marks);
  assert.deepEqual(parseMarks('m', ''), { ...marks, bank: null, text: null });
  const all = { money: 'm', account: 'a', bank: 'b', payer: 'p', text: 't' };
  assert.deepEqual(parseMarks('m', formatMarks(all)), all);
});

let last = 0;
const marked = (change: Partial<StatementLine> = {}, id = `line ${++last}`) => ({ id, marks: mark(change) });
/** Recognizes a line among one that was recorded. */
function compare(recorded: Partial<StatementLine>, found: Partial<StatementLine>): string {
  const known = marked(recorded);
  const [{ same, similar } = { same: undefined, similar: undefined }] = recognizeLines(
    [marked(found)],
    [known],
  );
  assert.ok(!same || !similar);
  return same === known ? 'same' : similar === known ? 'similar' : 'other';
}

const NONE = { bankReference: null };
const CASES: [recorded: Partial<StatementLine>, found: Partial<StatementLine>, result: string][] = [
  [{}, {}, 'same'],
  // The reference of the bank with the payer or the text, or with neither on both sides.
  [{}, { text: 'other' }, 'same'],
  [{}, { payer: 'Bea' }, 'same'],
  [{}, { payer: 'Bea', text: 'other' }, 'similar'],
  [{ payer: null, text: '' }, { payer: null, text: '' }, 'same'],
  [{ payer: null, text: '' }, {}, 'similar'],
  [{}, { payer: null, text: '' }, 'similar'],
  // All of it, if the references of the bank do not differ.
  [NONE, NONE, 'same'],
  [NONE, {}, 'same'],
  [{}, NONE, 'same'],
  [{}, { bankReference: 'B2' }, 'similar'],
  [NONE, { payer: 'Bea' }, 'similar'],
  [NONE, { text: 'other' }, 'similar'],
  [{}, { ...NONE, payer: 'Bea' }, 'similar'],
  [{}, { ...NONE, text: 'other' }, 'similar'],
  [{}, { ...NONE, payer: 'Bea', text: 'other' }, 'other'],
  [NONE, { ...NONE, payer: 'Bea' }, 'similar'],
  [NONE, { ...NONE, text: 'other' }, 'similar'],
  [NONE, { ...NONE, payer: 'Bea', text: 'other' }, 'other'],
  // What neither of them says agrees with nothing.
  [{ text: '' }, { text: '', payer: 'Bea' }, 'similar'],
  [{ payer: null }, { payer: null, text: 'other' }, 'similar'],
  [{ text: '' }, { text: '', payer: 'Bea', bankReference: 'B2' }, 'other'],
  [{ payer: null }, { payer: null, text: 'other', bankReference: 'B2' }, 'other'],
  [{}, { bankReference: 'B2', payer: 'Bea', text: 'other' }, 'other'],
  // Another day, amount or account is another line.
  [{}, { date: '2026-03-11' }, 'other'],
  [{}, { amount: 101 }, 'other'],
  [{}, { currency: 'CHF' }, 'other'],
  [{}, { iban: 'DE2' }, 'other'],
  [{}, { iban: '' }, 'same'],
  [{ iban: '' }, {}, 'same'],
  [{ iban: '' }, { iban: '' }, 'same'],
];

test('a line is the same, similar or another by what both say', () => {
  for (const [recorded, found, result] of CASES)
    assert.equal(compare(recorded, found), result, JSON.stringify([recorded, found]));
});

test('the identifier decides before anything else', () => {
  const known = [marked(), marked({ payer: 'Bea', text: 'other' }, 'x')];
  const [found] = recognizeLines([marked({}, 'x')], known);
  assert.equal(found?.same, known[1]);
});

test('of equal lines as many are the same as were recorded, in their order', () => {
  const known = [marked(), marked()];
  const found = recognizeLines([marked(), marked(), marked()], known);
  assert.deepEqual(
    found.map(({ same }) => same),
    [...known, undefined],
  );
  assert.equal(found[2]?.similar, undefined, 'what is used is not free for others');
  const [one] = recognizeLines([marked()], known);
  assert.deepEqual([one?.same, one?.similar], [known[0], undefined], 'what is the same is not similar too');
  const [first, second] = recognizeLines(
    [marked({ payer: 'Bea', text: 'other' }), marked()],
    known.slice(0, 1),
  );
  assert.deepEqual([first?.same, first?.similar, second?.same], [undefined, undefined, known[0]]);
});

test('the reference of the bank goes before the content', () => {
  const known = [marked(NONE), marked()];
  const [one, other] = recognizeLines([marked(), marked(NONE)], known);
  assert.deepEqual([one?.same, other?.same], [known[1], known[0]]);
});
