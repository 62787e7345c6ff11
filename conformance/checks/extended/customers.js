import assert from 'node:assert/strict';
import { expectInvalid, expectProblem, expectStatus, idsOf } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';

export const CUSTOMERS = group('extended-customers', [
  [
    'PUT creates with 201 and replaces with 200',
    async ({ api, unique }) => {
      const path = `/customers/${unique('put')}`;
      expectStatus(await api.put(path, { name: 'Ada', phone: '1' }), 201);
      const { body } = expectStatus(await api.put(path, { name: 'Bob' }), 200);
      assert.deepEqual([body.name, body.phone], ['Bob', null]);
      expectStatus(await api.delete(path), 204);
    },
  ],
  [
    'POST creates a customer with an id of the service',
    async ({ api }) => {
      const { body, headers } = expectStatus(await api.post('/customers', { name: 'Ada' }), 201);
      assert.ok(headers.get('Location')?.endsWith(`/customers/${body.id}`));
      assert.equal(expectStatus(await api.get(`/customers/${body.id}`), 200).body.name, 'Ada');
      expectStatus(await api.delete(`/customers/${body.id}`), 204);
    },
  ],
  [
    'a customer needs a name',
    async ({ api }) => expectInvalid(await api.post('/customers', { email: 'a@example.com' }), '/name'),
  ],
  [
    'a customer with quotes cannot be deleted',
    async ({ api, newCustomer, createQuote }) => {
      const customerId = await newCustomer();
      await createQuote({ customerId });
      expectProblem(await api.delete(`/customers/${customerId}`), 409, 'customer_in_use');
    },
  ],
  [
    'the list is filtered by email address and metadata',
    async ({ api, newCustomer, unique }) => {
      const [email, value] = [`${unique('Mixed')}@example.com`, unique('meta')];
      const id = await newCustomer({ email, metadata: { conformance: value } });
      assert.deepEqual(idsOf(await api.get(`/customers?email=${email.toUpperCase()}`)), [id]);
      assert.deepEqual(idsOf(await api.get(`/customers?metadata[conformance]=${value}`)), [id]);
      assert.deepEqual(idsOf(await api.get(`/customers?email=x${email}`)), []);
    },
  ],
]);
