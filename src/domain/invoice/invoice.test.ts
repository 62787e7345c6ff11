import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sampleInvoice } from '../../../test/fixtures/documents.ts';
import { changeBalance, computeOverdueAt, isPastDue, markOverdue } from './balance.ts';
import { INVOICE_STATUSES, INVOICE_TRANSITIONS, type Invoice } from './invoice.ts';
import { issueDraft } from './issue.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');

function draftOver(total: number): Invoice {
  return { ...sampleInvoice({}).invoice, status: 'DRAFT', total, amountDue: total, issuedAt: null };
}

const issueInvoice = (draft: Invoice): Invoice => issueDraft(draft, { ...draft, dueDate: '2026-05-31' }, NOW);

const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('unpay' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('credit' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
);

test('the status says what is due, whatever is paid, taken back and credited', () => {
  const due = computeOverdueAt('2026-05-31', 'UTC');
  fc.assert(
    fc.property(fc.nat(1000), fc.array(step, { maxLength: 20 }), fc.boolean(), (total, steps, isLate) => {
      const now = isLate ? due : due - 1;
      const none = { amountPaid: 0, amountCredited: 0 };
      let invoice = changeBalance(issueInvoice(draftOver(total)), none, due, now);
      for (const { kind, part } of steps) {
        const { amountPaid, amountCredited } = invoice;
        const room = { pay: invoice.amountDue, unpay: amountPaid, credit: total - amountCredited }[kind];
        const amount = Math.ceil(Math.max(0, room) * part);
        if (amount === 0) continue;
        const change = { pay: amount, unpay: -amount, credit: 0 }[kind];
        const balance = {
          amountPaid: amountPaid + change,
          amountCredited: amountCredited + (kind === 'credit' ? amount : 0),
        };
        invoice = changeBalance(invoice, balance, due, now);
      }
      const { status, amountPaid, amountCredited, amountDue, overdue, paidAt } = invoice;
      assert.equal(amountDue, total - amountCredited - amountPaid);
      const isCredited = total > 0 && amountCredited === total;
      assert.equal(status, isCredited ? 'CREDITED' : amountDue > 0 ? 'ISSUED' : 'PAID');
      assert.equal(overdue, isLate && status === 'ISSUED' && isPastDue(invoice, due, now));
      if (status === 'PAID') assert.notEqual(paidAt, null);
      if (status === 'ISSUED') assert.equal(paidAt, null);
    }),
  );
});

test('only a draft can be edited, and nothing leads back to it', () => {
  for (const status of INVOICE_STATUSES) {
    const outcomes = INVOICE_TRANSITIONS[status];
    assert.equal(outcomes.edit, status === 'DRAFT' ? 'DRAFT' : 'refused');
    if (status !== 'DRAFT') assert.ok(!Object.values(outcomes).includes('DRAFT'));
  }
  assert.throws(() => changeBalance(draftOver(5), { amountPaid: 1, amountCredited: 0 }, null, NOW));
});

test('an invoice is overdue at the end of its due date in the time zone of the account', () => {
  assert.equal(computeOverdueAt('2026-05-31', 'Asia/Tokyo'), Date.parse('2026-05-31T15:00:00Z'));
  assert.equal(computeOverdueAt('2026-03-28', 'Europe/Berlin'), Date.parse('2026-03-28T23:00:00Z'));
  assert.equal(computeOverdueAt('2026-03-29', 'Europe/Berlin'), Date.parse('2026-03-29T22:00:00Z'));
  const invoice = issueInvoice(draftOver(5));
  const marked = markOverdue(invoice, NOW + 1000);
  assert.deepEqual(marked, { ...invoice, overdue: true, updatedAt: '2026-05-01T00:00:01.000Z' });
});
