import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT } from '../../../test/fixtures/account.ts';
import { DAY_MS } from '../calendar.ts';
import { newQuote, patchQuote } from './compose-quote.ts';
import type { Quote } from './quote.ts';
import { applySend, expireQuote, isEdited, mergeSent } from './sent-quote.ts';

const NOW = Date.parse('2026-03-10T10:00:00.000Z');
const account = { ...ACCOUNT, currency: 'EUR', defaultTerms: null, validityDays: 30 };
const at = (ms: number) => new Date(ms).toISOString();

const draft: Quote = newQuote(
  {
    customerId: 'cus',
    title: 'Roof',
    items: [{ description: 'Tiles', quantity: 1, unitPrice: 100 }],
    validUntil: at(NOW + 5),
  },
  account,
  { id: 'quo', number: 'Q', now: NOW },
);
const accepted: Quote = { ...draft, status: 'ACCEPTED', acceptedAt: at(NOW) };
const declined: Quote = { ...draft, status: 'DECLINED', declinedAt: at(NOW), declineReason: 'Too much' };

test('a sent quote is open and has no previous decision', () => {
  for (const quote of [draft, accepted, declined]) {
    assert.deepEqual(applySend(quote, account, NOW + 1), {
      ...{ ...draft, status: 'SENT', sentAt: at(NOW + 1), updatedAt: at(NOW + 1) },
    });
  }
});

test('a send renews the validity from the instant it ends', () => {
  assert.equal(applySend(draft, account, NOW + 4).validUntil, at(NOW + 5));
  assert.equal(applySend(draft, account, NOW + 5).validUntil, at(NOW + 5 + 30 * DAY_MS));
});

test('the default validity ends with its day in the time zone of the account, a chosen one at its instant', () => {
  const inTokyo = { ...account, timeZone: 'Asia/Tokyo' };
  const lasting = (days: number) => ({ ...draft, validUntil: at(NOW + days * DAY_MS) });
  assert.equal(applySend(lasting(30), inTokyo, NOW).validUntil, '2026-04-09T14:59:59.999Z');
  assert.equal(applySend(lasting(30), account, NOW).validUntil, '2026-04-09T21:59:59.999Z');
  assert.equal(applySend(lasting(29), account, NOW).validUntil, at(NOW + 29 * DAY_MS));
  const reset = { ...lasting(31), updatedAt: at(NOW + DAY_MS) };
  assert.equal(applySend(reset, account, NOW).validUntil, '2026-04-10T21:59:59.999Z', 'null in an edit');
  const sent = { ...lasting(30), sentAt: at(NOW) };
  assert.equal(applySend(sent, account, NOW).validUntil, sent.validUntil, 'what was sent stays');
});

test('null as the validity of a sent quote is the default, until the end of its day', () => {
  const sent = applySend(draft, account, NOW);
  const { validUntil } = patchQuote(sent, { validUntil: null }, account, NOW + DAY_MS).quote;
  assert.equal(validUntil, '2026-04-10T21:59:59.999Z');
});

test('a merge without concurrent changes equals an immediate send', () => {
  for (const quote of [draft, accepted, declined]) {
    const mailed = applySend(quote, account, NOW + 5);
    assert.deepEqual(mergeSent(quote, quote, mailed, NOW + 9), {
      ...{ ...mailed, sentAt: at(NOW + 9), updatedAt: at(NOW + 9) },
    });
  }
});

test('a concurrent edit becomes the next revision, once', () => {
  const mailed = applySend(draft, account, NOW);
  const edited = { ...draft, title: 'Another roof' };
  const { status, title, revision } = mergeSent(edited, draft, mailed, NOW + 9);
  assert.deepEqual([status, title, revision], ['SENT', 'Another roof', 2]);
  assert.equal(mergeSent({ ...edited, revision: 2 }, draft, mailed, NOW + 9).revision, 2);
  assert.equal(mergeSent({ ...draft, notes: 'For us' }, draft, mailed, NOW + 9).revision, 1);
});

test('the validity is that of the email unless it was changed concurrently', () => {
  const mailed = applySend(draft, account, NOW + 5);
  assert.equal(mergeSent(draft, draft, mailed, NOW + 9).validUntil, mailed.validUntil);
  const extended = { ...draft, validUntil: at(NOW + 99) };
  assert.equal(mergeSent(extended, draft, mailed, NOW + 9).validUntil, at(NOW + 99));
});

test('a concurrent decision or expiry stays; an earlier one does not', () => {
  const before = applySend(draft, account, NOW);
  const mergeStatus = (current: Quote, earlier: Quote) =>
    mergeSent(current, earlier, applySend(earlier, account, NOW), NOW + 9).status;
  const expired: Quote = { ...before, status: 'EXPIRED' };
  assert.equal(mergeStatus(expired, before), 'EXPIRED');
  assert.equal(mergeStatus(expired, expired), 'SENT');
  for (const answered of [accepted, declined]) {
    const { status, acceptedAt, declinedAt, declineReason } = answered;
    const kept = mergeSent({ ...before, ...answered }, before, before, NOW + 9);
    assert.deepEqual(
      [kept.status, kept.acceptedAt, kept.declinedAt, kept.declineReason],
      [status, acceptedAt, declinedAt, declineReason],
    );
    assert.equal(mergeStatus(answered, answered), 'SENT');
  }
  assert.equal(mergeStatus({ ...accepted, acceptedAt: at(NOW + 1) }, accepted), 'ACCEPTED', 'and again');
  assert.equal(mergeStatus({ ...declined, declinedAt: at(NOW + 1) }, declined), 'DECLINED', 'and again');
});

test('a quantity that the customer may set is not an edit, any other quantity is', () => {
  const isEditedByQuantity = (quantityRange?: { min: number; max: number; step: number }) => {
    const item = {
      description: 'Tiles',
      quantity: 1,
      unitPrice: 100,
      ...(quantityRange && { quantityRange }),
    };
    const before = newQuote({ customerId: 'cus', title: 'Roof', items: [item] }, account, {
      ...{ id: 'quo', number: 'Q', now: NOW },
    });
    const items = before.items.map((line) => ({ ...line, quantity: 4 }));
    return isEdited({ ...before, items, status: 'ACCEPTED', acceptedAt: at(NOW) }, before);
  };
  assert.equal(isEditedByQuantity({ min: 1, max: 5, step: 1 }), false);
  assert.equal(isEditedByQuantity(), true);
});

const SIGNER = { name: 'Ada', email: 'ada@mail.example', order: 1, sentAt: at(NOW) };
const answers = { color: 'red' } as unknown as NonNullable<Quote['answers']>;
const withSigner = (quote: Quote, signedAt: string | null): Quote => ({
  ...quote,
  ...{ signers: [{ ...SIGNER, signedAt }], answers },
});

test('a send keeps what the first signature fixed, unless a decision followed', () => {
  const sign = (quote: Quote, signedAt: string | null) => {
    const sent = applySend(withSigner(quote, signedAt), account, NOW + 1);
    return [sent.signers?.[0]?.signedAt, sent.answers];
  };
  assert.deepEqual(sign(draft, at(NOW)), [at(NOW), answers]);
  assert.deepEqual(sign(draft, null), [null, undefined], 'nobody has signed');
  assert.deepEqual(sign(accepted, at(NOW)), [null, undefined]);
  assert.deepEqual(sign(declined, at(NOW)), [null, undefined]);
});

test('an expiry is dated at the end of the validity', () => {
  const open: Quote = { ...draft, status: 'SENT' };
  assert.deepEqual(expireQuote(open), { ...open, status: 'EXPIRED', updatedAt: at(NOW + 5) });
});

test('choices of a customer who has signed or decided are no edit, the choices of an owner are', () => {
  const item = { description: 'Tiles', quantity: 1, unitPrice: 100, optional: true, selected: false };
  const before: Quote = {
    ...newQuote({ customerId: 'cus', title: 'Roof', items: [item] }, account, {
      ...{ id: 'quo', number: 'Q', now: NOW },
    }),
    signers: [{ ...SIGNER, signedAt: null }],
  };
  const chosen: Quote = { ...before, items: before.items.map((one) => ({ ...one, selected: true })) };
  assert.equal(isEdited(chosen, before), true);
  assert.equal(isEdited({ ...chosen, signers: [{ ...SIGNER, signedAt: at(NOW) }] }, before), false);
  const decided = { ...chosen, status: 'ACCEPTED', acceptedAt: at(NOW) } as const;
  assert.equal(isEdited(decided, before), false);
  assert.equal(isEdited(decided, { ...before, status: 'ACCEPTED', acceptedAt: at(NOW) }), true);
});
