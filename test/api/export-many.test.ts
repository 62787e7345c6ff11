import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putCustomer } from '../../src/store/tables/customers.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { describeService } from '../support/service/service.ts';

/** The identifiers of a list are read in parts of 5,000. */
const MANY = 5001;

describeService((service) => {
  test('an export has all entries of a list, also in its second part', async () => {
    const account = await service().newAccount();
    const at = new Date(service().clock()).toISOString();
    await service().db.write(async (tx) => {
      for (let n = 0; n < MANY; n++) {
        const customer = { ...CUSTOMER, id: `cus_many_${n}`, metadata: {}, createdAt: at, updatedAt: at };
        await putCustomer(tx, account.accountId, customer);
      }
    });
    const { text } = await account.get('/customers', { headers: { Accept: 'text/csv' } });
    const ids = new Set(text.match(/cus_many_\d+/g));
    assert.equal(ids.size, MANY);
  });
});
