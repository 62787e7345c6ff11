import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatEventLine } from './event-line.ts';

const TIME = { id: 'evt_1', timestamp: '2026-06-22T10:00:00.000Z', doc: '{}' };
const invoice = { number: 'INV-7', currency: 'EUR' };

it('an event of a payment shows the invoice and the amount', () => {
  const recorded = {
    ...TIME,
    type: 'payment.recorded' as const,
    data: { invoice, payment: { amount: 12_345 } },
  };
  assert.match(formatEventLine(recorded, undefined), /Z {2}payment\.recorded +INV-7 123\.45 EUR {2}evt_1$/);
  const refunded = {
    ...TIME,
    type: 'payment.refunded' as const,
    data: { invoice, payment: { amount: -345 } },
  };
  assert.match(formatEventLine(refunded, undefined), /payment\.refunded +INV-7 -3\.45 EUR/);
});

it('an event of an invoice shows its number, and how forwarding went', () => {
  const paid = { ...TIME, type: 'invoice.paid' as const, data: { invoice } };
  const outcome = { status: 204, error: null, ms: 7 } as unknown as Parameters<typeof formatEventLine>[1];
  assert.match(formatEventLine(paid, outcome), /invoice\.paid +INV-7 {2}evt_1 {2}→ 204 \(7 ms\)$/);
});
