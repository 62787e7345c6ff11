import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDefaults } from '../fields.ts';
import { composeCustomer, findCustomerIdError, isSameCustomer } from './customer.ts';
import { CUSTOMER_FIELDS } from './customer-fields.ts';

const BEFORE = Date.parse('2026-11-01T09:30:00.000Z');
const NOW = Date.parse('2026-11-02T10:00:00.000Z');

test('replacing a customer clears absent fields and keeps createdAt', () => {
  const before = composeCustomer('c-1', { name: 'Ada', email: 'ada@example.com' }, undefined, BEFORE);
  assert.equal(before.createdAt, before.updatedAt);
  const after = composeCustomer('c-1', { name: 'Ada Lovelace', country: 'GB' }, before, NOW);
  assert.deepEqual(after, {
    ...{ ...getDefaults(CUSTOMER_FIELDS), electronicAddress: null },
    id: 'c-1',
    name: 'Ada Lovelace',
    email: null,
    phone: null,
    address: null,
    country: 'GB',
    taxId: null,
    kind: 'person',
    locale: null,
    metadata: {},
    createdAt: '2026-11-01T09:30:00.000Z',
    updatedAt: '2026-11-02T10:00:00.000Z',
  });
});

test('a customer with the same content is unchanged', () => {
  const before = composeCustomer('c-1', { name: 'Ada' }, undefined, BEFORE);
  assert.equal(isSameCustomer(before, composeCustomer('c-1', { name: 'Ada' }, before, NOW)), true);
  assert.equal(isSameCustomer(before, composeCustomer('c-1', { name: 'Eve' }, before, NOW)), false);
  assert.equal(isSameCustomer(undefined, before), false);
});

test('an identifier contains only characters that are safe in a URL', () => {
  for (const id of ['a', 'cus_1', 'A.b:c@d-e_f', 'x'.repeat(128)]) {
    assert.equal(findCustomerIdError(id), undefined, id);
  }
  for (const id of ['', '-a', '.a', 'a b', 'a/b', 'é', 'x'.repeat(129)]) {
    assert.notEqual(findCustomerIdError(id), undefined, id);
  }
});
