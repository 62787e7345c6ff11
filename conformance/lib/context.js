import assert from 'node:assert/strict';
import { createClient } from './client.js';
import { expectStatus } from './expect.js';

export const ITEM = { description: 'Work', quantity: 1, unitPrice: 10_000 };

/** Prepares a run: the clients, a customer, and helpers that remember what has to be deleted afterwards. */
export async function createContext(url, key, options) {
  const base = toBase(url);
  const api = createClient(base, key);
  await expectService(api);
  const run = `conformance-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const [quotes, customers] = [new Set(), new Set()];
  let count = 0;
  const unique = (prefix) => `${prefix}-${run}-${++count}`;

  /** Creates a customer under an identifier of this run. */
  async function newCustomer(more = {}) {
    const id = unique('cus');
    const reply = await api.put(`/customers/${id}`, {
      name: `Customer ${run}`,
      email: `${id}@example.com`,
      ...more,
    });
    assert.ok(
      [200, 201].includes(reply.status),
      `PUT /customers/{id} returned ${reply.status}: use --customer`,
    );
    customers.add(id);
    return id;
  }

  const customerId = options.customer ?? (await newCustomer());
  const quoteBody = (more = {}) => ({ customerId, title: `Quote ${run}`, items: [ITEM], ...more });

  /** Sends a create request. What it creates is deleted at the end of the run. */
  async function post(body, requestOptions) {
    const reply = await api.post('/quotes', body, requestOptions);
    if (reply.status === 201) quotes.add(reply.body.id);
    return reply;
  }
  async function createQuote(more) {
    return expectStatus(await post(quoteBody(more)), 201).body;
  }
  async function sentQuote(more) {
    const { id } = await createQuote(more);
    return expectStatus(await api.post(`/quotes/${id}/send`, { email: `${unique('to')}@example.com` }), 200)
      .body;
  }
  async function convertedQuote(more) {
    const { id } = await createQuote(more);
    const { body: invoice } = expectStatus(await api.post(`/quotes/${id}/convert-to-invoice`, {}), 201);
    return { id, invoice };
  }
  const readQuote = async (id) => expectStatus(await api.get(`/quotes/${id}`), 200).body;

  return {
    ...{ api, run, customerId, options, unique, newCustomer, quoteBody, post },
    ...{ createQuote, sentQuote, convertedQuote, readQuote },
    anonymous: createClient(base),
    withKey: (other) => createClient(base, other),
    /** Deletes what can be deleted, and returns the number of quotes that stay because they were invoiced. */
    async cleanUp() {
      let left = 0;
      for (const id of quotes) {
        const { status } = await api.delete(`/quotes/${id}`);
        if (status === 409) left++;
      }
      for (const id of customers) await api.delete(`/customers/${id}`);
      return left;
    },
  };
}

function toBase(url) {
  const plain = url.replace(/\/+$/, '');
  return plain.endsWith('/api/v1') ? plain : `${plain}/api/v1`;
}

async function expectService(api) {
  const reply = await api.get('/quotes?limit=1').catch((error) => {
    throw new Error(`${api.base} cannot be reached: ${error.cause?.message ?? error.message}`);
  });
  if (reply.status === 401) throw new Error('the key is not accepted');
  if (reply.status !== 200) throw new Error(`GET ${api.base}/quotes returned ${reply.status}`);
}
