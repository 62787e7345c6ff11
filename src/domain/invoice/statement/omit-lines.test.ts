import assert from 'node:assert/strict';
import { test } from 'node:test';
import { omitLinesAbout } from './omit-lines.ts';
import type { ImportedLine, PaymentImport } from './payment-import.ts';

const THEIRS = new Set(['inv_1', 'inv_2']);

const line = (text: string, proposed: string[] = [], paid: string[] = []): ImportedLine =>
  ({
    ...{ id: text, text },
    proposals: proposed.map((invoiceId) => ({ invoiceId })),
    payments: paid.map((invoiceId) => ({ invoiceId })),
  }) as ImportedLine;
const stored = (...lines: ImportedLine[]): PaymentImport =>
  ({ ...{ id: 'imp_1', unmatched: 3, ignored: 2 }, lines }) as PaymentImport;

test('lines that pay or can only pay the invoices of the customer go, and are counted', () => {
  const lines = [
    line('paid', [], ['inv_9', 'inv_1']),
    line('proposed', ['inv_1', 'inv_2']),
    line('one proposed', ['inv_1']),
    line('both', ['inv_1', 'inv_9']),
    line('none'),
    line('other', ['inv_9'], ['inv_9']),
  ];
  const found = omitLinesAbout(stored(...lines), THEIRS, '');
  assert.deepEqual(found, {
    ...stored(line('both', ['inv_9']), ...lines.slice(4)),
    unmatched: 6,
  });
  assert.equal(found?.lines[1], lines[4]);
});

test('an import without such lines is left', () => {
  assert.equal(omitLinesAbout(stored(line('none'), line('x', ['inv_9'])), THEIRS, 'Ada'), undefined);
  assert.equal(omitLinesAbout(stored(), THEIRS, 'Ada'), undefined);
  const some = stored(line('x', ['inv_1', 'inv_9']));
  assert.deepEqual(omitLinesAbout(some, THEIRS, 'Ada'), stored(line('x', ['inv_9'])), 'a proposal is enough');
});

test('a name counts as whole words, in capitals and next to marks', () => {
  const isOmitted = (text: string, name: string) =>
    omitLinesAbout(stored(line(text)), new Set(), name) !== undefined;
  for (const text of ['Al', 'FROM AL', 'al.', '(Al)', 'Alimony of Al', 'al-', 'x al y', 'Sal, al'])
    assert.equal(isOmitted(text, ' Al '), true, text);
  for (const text of ['Alimony', 'Sal', 'al7', '7al', 'äal', 'alß', ''])
    assert.equal(isOmitted(text, 'Al'), false, text);
  assert.equal(isOmitted('paid by Zoë Müller-Łódź today', 'ZOË MÜLLER-ŁÓDŹ'), true);
  for (const name of ['', ' ']) assert.equal(isOmitted('a b', name), false, 'no name is in every text');
});
