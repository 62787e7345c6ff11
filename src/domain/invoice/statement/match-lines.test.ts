import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../ids.ts';
import { createPaymentReference, parseReference } from '../payment/payment-reference.ts';
import { compilePatterns } from './find-numbers.ts';
import {
  findClues,
  indexPayable,
  type LineClues,
  MATCH_REASONS,
  type PayableInvoice,
  proposeInvoices,
} from './match-lines.ts';

const IBAN = 'DE89370400440532013000';
const QR_IBAN = 'CH4431999123000889012';
const NO_CLUES: LineClues = { ranges: [], numbers: [], hasLike: false, isCut: false };
const patterns = compilePatterns([{ key: 'INV-2026-{seq}', digits: 5 }]);

const clues = (text: string, reference: string | null = null) =>
  findClues({ reference, text, payer: null, bankReference: null }, patterns);
const id = newId('inv', Date.UTC(2026, 2, 10));
const [creditor, qr] = [createPaymentReference(IBAN, id).text, createPaymentReference(QR_IBAN, id).text];
const range = parseReference(creditor);

function payable(number: string, amountDue: number, more: Partial<PayableInvoice> = {}): PayableInvoice {
  const customer = { name: `Customer of ${number}` } as PayableInvoice['customer'];
  const facts = { kind: 'INVOICE', status: 'ISSUED', currency: 'EUR' } as const;
  return { id: `inv_${number}`, number, ...facts, amountDue, customer, ...more };
}

test('a reference is found in its field and in the text, however it is grouped', () => {
  const spaced = (text: string) => text.replaceAll(/(.{4})/g, '$1 ').trim();
  for (const [text, reference] of [
    ['', creditor],
    ['', qr],
    ['', spaced(qr)],
    [`Invoice ${creditor}`, null],
    [`${spaced(creditor)}`, null],
    [spaced(creditor).toLowerCase(), null],
    [`paid ${creditor} WITH THANKS`, null],
    [`x${qr}x`, null],
    [`no ${qr.replaceAll(/(.{5})/g, '$1 ')} ok`, null],
  ] as const) {
    const { ranges } = clues(text, reference);
    assert.ok(ranges.length > 0, `${text} ${reference}`);
    for (const found of ranges) assert.deepEqual(found, range, `${text} ${reference}`);
  }
  assert.deepEqual(clues('RF00 1234 123456').ranges, []);
  assert.deepEqual(clues('', null), NO_CLUES);
});

test('a text that may have been cut says so, and numbers are found in every text of a line', () => {
  assert.deepEqual(
    [clues('x'.repeat(499)), clues('x'.repeat(500))].map(({ isCut }) => isCut),
    [false, true],
  );
  const number = 'INV-2026-00042';
  const line = { reference: null, text: '', payer: null, bankReference: null };
  for (const field of Object.keys(line))
    assert.deepEqual(findClues({ ...line, [field]: number }, patterns).numbers, [number], field);
  // The parts of two fields are no number.
  assert.deepEqual(findClues({ ...line, text: 'INV-2026', payer: '00042' }, patterns).numbers, []);
});

test('a line that names an invoice is not matched by its amount alone', () => {
  const same = payable('INV-2026-00009', 900);
  const paid = payable('7', 0, { status: 'PAID' });
  const propose = (found: Partial<LineClues>) =>
    proposeInvoices(
      { amount: 900, currency: 'EUR' },
      { ...NO_CLUES, ...found },
      indexPayable([], [paid], [same]),
    ).length;
  assert.equal(propose({}), 1);
  assert.equal(propose({ numbers: ['8'] }), 1, 'digits that are no number of the account');
  assert.equal(propose({ hasLike: true }), 0);
  assert.equal(propose({ numbers: ['7'] }), 0, 'a paid invoice');
  assert.equal(propose({ ranges: range ? [range] : [] }), 0, 'a reference of an unknown invoice');
});

test('invoices are proposed by reference, then number, and by amount if neither is known', () => {
  const [referred, named, same] = [payable('1', 500, { id }), payable('2', 700), payable('3', 900)];
  const index = indexPayable([referred], [named], [same]);
  const known = { ...NO_CLUES, ranges: range ? [range] : [], numbers: ['2', '9'] };
  const propose = (amount: number, found: LineClues, currency = 'EUR') =>
    proposeInvoices({ amount, currency }, found, index);
  const proposal = (of: PayableInvoice, reason: string, amount: number, exact: boolean) => ({
    ...{ invoiceId: of.id, number: of.number, customerName: of.customer.name, reason },
    ...{ amount, amountDue: of.amountDue, exact },
  });
  assert.deepEqual(propose(900, known), [
    proposal(referred, 'reference', 500, false),
    proposal(named, 'number', 700, false),
  ]);
  assert.deepEqual(propose(700, known), [
    proposal(named, 'number', 700, true),
    proposal(referred, 'reference', 500, false),
  ]);
  assert.deepEqual(propose(500, known)[0], proposal(referred, 'reference', 500, true));
  assert.deepEqual(propose(900, NO_CLUES), [proposal(same, 'amount', 900, false)]);
  const proposed = [...propose(900, known), ...propose(900, NO_CLUES)];
  assert.deepEqual(
    proposed.map(({ reason }) => reason),
    MATCH_REASONS,
    'all reasons that there are',
  );
  assert.deepEqual(propose(899, NO_CLUES), []);
  assert.deepEqual(propose(900, known, 'CHF'), []);
  assert.deepEqual(propose(900, NO_CLUES, 'CHF'), []);
});

test('what is paid is not proposed, and an invoice is proposed once', () => {
  const paid = [payable('1', 0), payable('2', -5)];
  const one = payable('3', 1);
  const numbers = ['1', '2', '3'];
  const index = indexPayable([one], [...paid, one], []);
  const found = proposeInvoices({ amount: 1, currency: 'EUR' }, { ...NO_CLUES, numbers }, index);
  assert.deepEqual(
    found.map(({ invoiceId, exact }) => [invoiceId, exact]),
    [['inv_3', true]],
  );
});

test('two that agree, or a text that was cut, leave the decision to a person', () => {
  const alike = ['1', '2', '3', '4', '5', '6', '7'].map((number) => payable(number, number > '5' ? 100 : 50));
  const numbers = alike.map(({ number }) => number);
  const propose = (invoices: PayableInvoice[], isCut: boolean) =>
    proposeInvoices(
      { amount: 100, currency: 'EUR' },
      { ...NO_CLUES, numbers, isCut },
      indexPayable([], invoices, []),
    );
  const both = propose(alike, false);
  assert.deepEqual(
    both.map(({ number, exact }) => [number, exact]),
    [...['6', '7', '1', '2', '3'].map((number) => [number, false])],
    'five are shown, those that agree first',
  );
  const unique = propose(alike.slice(0, 6), false);
  assert.deepEqual(
    unique.map(({ exact }) => exact),
    [true, false, false, false, false],
  );
  assert.ok(propose(alike.slice(0, 6), true).every(({ exact }) => !exact));
});
