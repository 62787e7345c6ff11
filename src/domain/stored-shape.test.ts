import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT } from '../../test/fixtures/account.ts';
import { CUSTOMER } from '../../test/fixtures/customer.ts';
import { QUOTE as STORED_QUOTE } from '../../test/fixtures/quote.ts';
import { newTemplate } from './catalogue/template.ts';
import type { FeedEvent } from './events/feed-event.ts';
import { upgrade, upgradeBody, upgradeEvent, upgradeWithin } from './stored-shape.ts';

const TEMPLATE = newTemplate({ name: 'Small website', title: 'Website' }, { id: 'tpl_1', now: 0 });
const { notes: _notes, ...OLD_QUOTE } = STORED_QUOTE;
const { buyerReference: _reference, ...OLD_CUSTOMER } = CUSTOMER;
const QUOTE = { ...STORED_QUOTE, notes: null };

test('a resource that was stored without a field gets its default', () => {
  const { terms: _terms, ...template } = TEMPLATE;
  assert.deepEqual(upgrade('template', template), { ...TEMPLATE, terms: null });
  const { creditNoteNumberFormat: _format, ...account } = ACCOUNT;
  const upgraded: Partial<typeof ACCOUNT> = upgrade('account', account);
  assert.equal(upgraded.creditNoteNumberFormat, 'CN-{year}-{seq:5}');
  assert.deepEqual(upgrade('quote', STORED_QUOTE), STORED_QUOTE);
});

test('the customer of an invoice and the parts of a document are upgraded', () => {
  assert.deepEqual(
    upgrade('invoice', { id: 'inv_1', reference: 'PO 7', notes: 'N', customer: OLD_CUSTOMER }),
    {
      ...{ id: 'inv_1', reference: 'PO 7', terms: null, notes: 'N', printedNotes: 'N', series: null },
      customer: { ...CUSTOMER, buyerReference: null },
    },
  );
  const source = upgradeWithin({ kind: 'quote', quote: OLD_QUOTE, customer: OLD_CUSTOMER, revision: 2 });
  assert.deepEqual(source, {
    ...{ kind: 'quote', quote: QUOTE, revision: 2 },
    customer: { ...CUSTOMER, buyerReference: null },
  });
});

test('an event gets the fields of its resource, but no previous values of fields that did not change', () => {
  const event = {
    id: 'evt_1',
    type: 'quote.updated',
    data: { quote: OLD_QUOTE, previous: { title: 'Old' } },
  };
  assert.deepEqual(upgradeEvent(event as unknown as FeedEvent), {
    ...event,
    data: { quote: QUOTE, previous: { title: 'Old' } },
  });
});

test('a kept response is upgraded by what it identifies', () => {
  assert.deepEqual(upgradeBody({ ...OLD_QUOTE, id: 'quo_1' }), { ...QUOTE, id: 'quo_1' });
  for (const body of [{ id: 'key_1' }, { id: 7 }, [OLD_QUOTE], null, 'text']) {
    assert.deepEqual(upgradeBody(body), body);
  }
});
