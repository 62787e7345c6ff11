import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCOUNT } from '../../../test/fixtures/account.ts';
import { countCases } from '../../../test/support/run/all.ts';
import { computeTotals } from '../money/totals.ts';
import { applyEvent, newQuote, patchQuote, type QuotePatch } from './compose-quote.ts';
import { CONTENT_FIELDS, QUOTE_STATUSES, type Quote } from './quote.ts';
import { findQuoteRuleErrors } from './quote-rules.ts';
import { expireQuote } from './sent-quote.ts';

const NOW = Date.parse('2026-03-10T10:00:00.000Z');
const account = { ...ACCOUNT, currency: 'EUR', defaultTerms: null, validityDays: 30 };

const text = fc.string({ maxLength: 5 });
const items = fc.array(
  fc.record({
    description: text,
    quantity: fc.integer({ min: 1, max: 90_000 }).map((value) => value / 10_000),
    unitPrice: fc.integer({ min: 0, max: 10_000 }),
    taxRate: fc.constantFrom(0, 7, 19),
  }),
  { minLength: 1, maxLength: 3 },
);
const instant = fc.integer({ min: NOW - 1e10, max: NOW + 1e10 }).map((time) => new Date(time).toISOString());
const discountFields = fc.constantFrom(
  ...([
    { discountType: null, discountValue: null },
    { discountType: 'percentage', discountValue: 10 },
    { discountType: 'fixed', discountValue: 500 },
  ] as const),
);
const content = { title: text, items, description: fc.option(text), terms: fc.option(text) };

const quote: fc.Arbitrary<Quote> = fc
  .tuple(
    fc.record({ customerId: text, ...content, notes: fc.option(text), validUntil: instant }),
    discountFields,
    fc.constantFrom(...QUOTE_STATUSES.filter((status) => status !== 'CONVERTED')),
    fc.boolean(),
  )
  .map(([input, discount, status, wasSent]) => {
    const made = newQuote({ ...input, ...discount }, account, { id: 'quo', number: 'Q', now: NOW });
    const sentAt = wasSent || status === 'SENT' || status === 'EXPIRED' ? made.createdAt : null;
    return {
      ...made,
      status,
      sentAt,
      acceptedAt: status === 'ACCEPTED' ? made.createdAt : null,
      declinedAt: status === 'DECLINED' ? made.createdAt : null,
    };
  });

const patch: fc.Arbitrary<QuotePatch> = fc
  .tuple(
    fc.record(
      {
        ...content,
        customerId: text,
        notes: fc.option(text),
        validUntil: fc.option(instant),
        currency: fc.option(fc.constantFrom('EUR', 'JPY')),
        status: fc.constantFrom('ACCEPTED', 'DECLINED'),
      },
      { requiredKeys: [] },
    ),
    fc.option(discountFields),
  )
  .map(([fields, discount]) => ({ ...fields, ...discount }));

const later = NOW + 5000;
const runs = { numRuns: countCases(1500) };

function property(check: (before: Quote, change: QuotePatch, after: Quote) => void): void {
  fc.assert(
    fc.property(quote, patch, (before, change) => {
      check(before, change, patchQuote(before, change, account, later).quote);
    }),
    runs,
  );
}

test('absent fields stay', () => {
  property((before, change, after) => {
    for (const field of [...CONTENT_FIELDS, 'notes', 'validUntil'] as const) {
      if (!(field in change)) assert.deepEqual(after[field], before[field], field);
    }
    for (const field of ['id', 'number', 'createdAt', 'sentAt', 'convertedAt', 'invoiceId'] as const) {
      assert.equal(after[field], before[field]);
    }
  });
});

test('an empty patch, and the quote itself as a patch, change nothing', () => {
  fc.assert(
    fc.property(quote, (before) => {
      // A quote whose validity has passed expires before any patch.
      fc.pre(before.status !== 'SENT' || Date.parse(before.validUntil) > later);
      for (const same of [{}, before as QuotePatch, { status: before.status }]) {
        const { quote: after, changed } = patchQuote(before, same, account, later);
        assert.equal(after, before);
        assert.deepEqual(changed, []);
      }
    }),
    runs,
  );
});

test('applying a patch twice is the same as once', () => {
  property((_before, change, after) => {
    const { quote: again, changed } = patchQuote(after, change, account, later);
    // Editing a decided quote clears the decision; the second patch sets it again.
    if (changed.length > 0) assert.deepEqual(changed, ['status']);
    assert.deepEqual(
      { ...again, status: '', acceptedAt: '', declinedAt: '' },
      {
        ...{ ...after, status: '', acceptedAt: '', declinedAt: '' },
      },
    );
  });
});

test('the totals are always those of the items and the discount', () => {
  property((_before, _change, after) => {
    const { amounts, subtotal, discountAmount, taxAmount, total } = computeTotals(after);
    assert.deepEqual(
      [
        after.items.map(({ amount }) => amount),
        after.subtotal,
        after.discountAmount,
        after.taxAmount,
        after.total,
      ],
      [amounts, subtotal, discountAmount, taxAmount, total],
    );
  });
});

test('the revision increases by one if the content changes after a send, and never otherwise', () => {
  property((before, _change, after) => {
    const isNew = CONTENT_FIELDS.some(
      (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
    );
    assert.equal(after.revision - before.revision, isNew && before.sentAt !== null ? 1 : 0);
  });
});

test('new content clears the decision unless the patch sets one', () => {
  property((before, change, after) => {
    const isNew = CONTENT_FIELDS.some(
      (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
    );
    const isAnswer = change.status !== undefined && change.status !== before.status;
    if (isAnswer) assert.equal(after.status, change.status);
    else if (isNew) assert.ok(after.status !== 'ACCEPTED' && after.status !== 'DECLINED');
    assert.equal(after.acceptedAt !== null, after.status === 'ACCEPTED');
    assert.equal(after.declinedAt !== null, after.status === 'DECLINED');
  });
});

test('a SENT quote is within its validity, and an EXPIRED one is not', () => {
  property((before, change, after) => {
    if (after.status === 'SENT') assert.ok(Date.parse(after.validUntil) > later);
    if (after.status === 'EXPIRED' && 'validUntil' in change && after.validUntil !== before.validUntil) {
      assert.ok(Date.parse(after.validUntil) <= later);
    }
  });
});

test('a SENT quote becomes EXPIRED when its validity is moved to the past or has passed', () => {
  const input = { customerId: 'cus', title: 'x', items: [], validUntil: new Date(later + 1).toISOString() };
  const made = newQuote(input, account, { id: 'quo', number: 'Q', now: NOW });
  const sent: Quote = { ...made, status: 'SENT', sentAt: made.createdAt };
  const validUntil = new Date(later).toISOString();
  const { quote: patched, changed } = patchQuote(sent, { validUntil }, account, later);
  assert.deepEqual([patched.status, changed], ['EXPIRED', ['validUntil', 'status']]);
  assert.deepEqual(expireQuote(sent), { ...sent, status: 'EXPIRED', updatedAt: sent.validUntil });
});

test('the terms of the account apply only if the quote has none', () => {
  const own = { ...account, defaultTerms: 'Net 30' };
  const composeTerms = (terms: string | null | undefined) =>
    newQuote({ customerId: 'cus', title: 'x', items: [], terms }, own, { id: 'quo', number: 'Q', now: NOW })
      .terms;
  assert.deepEqual(
    [composeTerms(undefined), composeTerms(null), composeTerms('Net 10')],
    ['Net 30', null, 'Net 10'],
  );
});

test('a transition that the table refuses never happens', () => {
  const made = newQuote({ customerId: 'cus', title: 'x', items: [] }, account, {
    ...{ id: 'quo', number: 'Q', now: NOW },
  });
  assert.throws(() => applyEvent({ ...made, status: 'CONVERTED' }, 'edit'), /refused/);
  assert.throws(() => applyEvent(made, 'customerAccept'), /refused/);
});

test('updatedAt changes with a change and only then', () => {
  property((before, _change, after) => {
    const { updatedAt: _, ...rest } = before;
    const { updatedAt, ...now } = after;
    const isSame = JSON.stringify(rest) === JSON.stringify(now);
    assert.equal(updatedAt, isSame ? before.updatedAt : new Date(later).toISOString());
  });
});

test('errors of rules between fields have a path', () => {
  const base = { items: [{ description: 'x', quantity: 1, unitPrice: 1 }] };
  const paths = (more: object) => findQuoteRuleErrors({ ...base, ...more }).map(({ path }) => path);
  assert.deepEqual(paths({}), []);
  assert.deepEqual(paths({ discountType: 'fixed' }), ['/discountValue']);
  assert.deepEqual(paths({ discountValue: 0 }), ['/discountType']);
  assert.deepEqual(paths({ discountType: 'percentage', discountValue: 101 }), ['/discountValue']);
  assert.deepEqual(paths({ discountType: 'percentage', discountValue: 100 }), []);
  assert.deepEqual(paths({ discountType: 'fixed', discountValue: 101 }), []);
  const large = { description: 'x', quantity: 9007, unitPrice: 1_000_000_000_000 };
  assert.deepEqual(paths({ items: [large, ...base.items] }), []);
  assert.deepEqual(paths({ items: [large, large] }), ['/items'], 'none of them by itself');
  assert.deepEqual(paths({ items: [...base.items, { ...large, quantity: 9008 }] }), ['/items/1']);
});

test('the validity days of a template count from the creation unless validUntil is set', () => {
  const input = { customerId: 'c', title: 'x', items: [{ description: 'x', quantity: 1, unitPrice: 1 }] };
  const made = (more: object) =>
    newQuote({ ...input, ...more }, account, { id: 'quo_1', number: 'Q-1', now: NOW }).validUntil;
  assert.equal(made({ validityDays: 7 }), '2026-03-17T10:00:00.000Z');
  assert.equal(made({ validityDays: null }), made({}));
  const validUntil = '2026-05-01T00:00:00.000Z';
  assert.equal(made({ validityDays: 7, validUntil }), validUntil);
});
