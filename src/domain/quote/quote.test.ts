import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CONTENT_FIELDS,
  getContentValue,
  hasDecision,
  isAccepted,
  isConverted,
  isDecided,
  isDecision,
  isDeclined,
  isDraft,
  isExpired,
  isExpiryDue,
  isOpen,
  keepsProposals,
  QUOTE_STATUSES,
  type Quote,
  type QuoteEvent,
  type QuoteStatus,
  TRANSITIONS,
  toDraft,
} from './quote.ts';

/** The rules again in another form; `undefined` if the event is refused. */
const RULES: Record<QuoteEvent, (status: QuoteStatus) => QuoteStatus | undefined> = {
  send: unlessConverted(() => 'SENT'),
  expire: (status) => (status === 'SENT' ? 'EXPIRED' : status),
  extend: unlessConverted((status) => (status === 'EXPIRED' ? 'SENT' : status)),
  edit: unlessConverted((status) => (isYesOrNo(status) ? 'DRAFT' : status)),
  withhold: unlessConverted((status) => (status === 'SENT' || status === 'EXPIRED' ? 'DRAFT' : status)),
  customerAccept: (status) => (status === 'SENT' ? 'ACCEPTED' : undefined),
  customerDecline: (status) => (status === 'SENT' ? 'DECLINED' : undefined),
  ownerAccept: unlessConverted(() => 'ACCEPTED'),
  ownerDecline: unlessConverted(() => 'DECLINED'),
  convert: unlessConverted(() => 'CONVERTED'),
  delete: unlessConverted((status) => status),
};

for (const status of QUOTE_STATUSES) {
  for (const [event, rule] of Object.entries(RULES)) {
    test(`${event} of a ${status} quote`, () => {
      assert.equal(TRANSITIONS[status][event as QuoteEvent], rule(status) ?? 'refused');
    });
  }
}

test('the table has every status and every event, and no others', () => {
  assert.deepEqual(Object.keys(TRANSITIONS).sort(), [...QUOTE_STATUSES].sort());
  for (const events of Object.values(TRANSITIONS)) {
    assert.deepEqual(Object.keys(events).sort(), Object.keys(RULES).sort());
  }
});

test('no event leaves CONVERTED, and only convert reaches it', () => {
  for (const status of QUOTE_STATUSES) {
    for (const [event, next] of Object.entries(TRANSITIONS[status])) {
      if (status === 'CONVERTED') assert.ok(next === 'refused' || next === 'CONVERTED');
      else assert.equal(next === 'CONVERTED', event === 'convert');
    }
  }
});

test('expiry is due exactly at validUntil, and only for SENT', () => {
  const validUntil = '2026-05-01T12:00:00.000Z';
  const at = Date.parse(validUntil);
  for (const status of QUOTE_STATUSES) {
    assert.equal(isExpiryDue({ status, validUntil }, at - 1), false);
    assert.equal(isExpiryDue({ status, validUntil }, at), status === 'SENT');
  }
});

function unlessConverted(next: (status: QuoteStatus) => QuoteStatus) {
  return (status: QuoteStatus) => (status === 'CONVERTED' ? undefined : next(status));
}

function isYesOrNo(status: QuoteStatus): boolean {
  return status === 'ACCEPTED' || status === 'DECLINED';
}

test('each status predicate matches only its statuses', () => {
  const named = (is: (quote: { status: QuoteStatus }) => boolean) =>
    QUOTE_STATUSES.filter((status) => is({ status }));
  assert.deepEqual(named(isDraft), ['DRAFT']);
  assert.deepEqual(named(isOpen), ['SENT']);
  assert.deepEqual(named(isExpired), ['EXPIRED']);
  assert.deepEqual(named(isAccepted), ['ACCEPTED']);
  assert.deepEqual(named(isDeclined), ['DECLINED']);
  assert.deepEqual(named(isDecided), ['ACCEPTED', 'DECLINED']);
  assert.deepEqual(named(isConverted), ['CONVERTED']);
  assert.equal(isDecision('VIEWED'), false);
});

test('a draft is shown like the quote that is being revised', () => {
  const quote = { id: 'quo_1', status: 'SENT' } as Quote;
  assert.deepEqual(toDraft(quote), { id: 'quo_1', status: 'DRAFT' });
});

test('a quote has a decision if it was accepted or declined, whatever its status', () => {
  const at = '2026-05-01T12:00:00.000Z';
  assert.equal(hasDecision({ acceptedAt: null, declinedAt: null }), false);
  assert.equal(hasDecision({ acceptedAt: at, declinedAt: null }), true);
  assert.equal(hasDecision({ acceptedAt: null, declinedAt: at }), true);
});

test('a request for changes stays open until the quote is edited, decided on or invoiced', () => {
  const before = { status: 'SENT', revision: 1 } as Quote;
  const keeping = QUOTE_STATUSES.filter((status) => keepsProposals(before, { ...before, status }));
  assert.deepEqual(keeping, ['SENT', 'EXPIRED']);
  assert.equal(keepsProposals(before, { ...before, revision: 2 }), false);
});

test('what signers did is no content, only who they are', () => {
  const signer = { name: 'Ada', email: 'ada@mail.example', order: 1 };
  const signers = [{ ...signer, sentAt: '2026-05-01T12:00:00.000Z', signedAt: '2026-05-01T12:00:00.000Z' }];
  assert.deepEqual(getContentValue({ title: 'Roof', signers }, 'signers'), [signer]);
  assert.equal(getContentValue({ title: 'Roof', signers }, 'title'), 'Roof');
  assert.equal(getContentValue({}, 'signers'), null);
});

test('the content fields are everything that the customer sees', () => {
  assert.deepEqual([...CONTENT_FIELDS].sort(), [
    'acceptanceFields',
    'attachments',
    'currency',
    'customerId',
    'description',
    'discountType',
    'discountValue',
    'invoiceOnAcceptance',
    'items',
    'paymentSchedule',
    'pricesIncludeTax',
    'recurringFrom',
    'show',
    'signers',
    'terms',
    'title',
  ]);
});
