import assert from 'node:assert/strict';
import { expectProblem, expectStatus, idsOf } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const INVALID = [
  ['a limit of 101', 'limit=101'],
  ['a limit of 0', 'limit=0'],
  ['a negative limit', 'limit=-1'],
  ['a limit that is no number', 'limit=ten'],
  ['a fraction of a limit', 'limit=1.5'],
  ['page 0', 'page=0'],
  ['a negative page', 'page=-1'],
  ['a page that is no number', 'page=first'],
  ['an unknown status', 'status=LOST'],
  ['a status in lower case', 'status=draft'],
  ['an unknown sort', 'sort=title'],
  ['a sort with a plus', 'sort=%2BcreatedAt'],
];
const STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED'];
const SORTS = ['createdAt', '-createdAt', 'validUntil', '-validUntil'];

const shared = new WeakMap();

/** Five quotes of one customer, with different validities, which all checks of lists share. */
function listed(context) {
  if (!shared.has(context)) shared.set(context, createListed(context));
  return shared.get(context);
}

async function createListed({ newCustomer, createQuote, api }) {
  const customerId = await newCustomer();
  const quotes = [];
  for (const day of ['03', '01', '05', '02', '04']) {
    quotes.push(await createQuote({ customerId, validUntil: `2032-01-${day}T00:00:00.000Z` }));
  }
  await api.patch(`/quotes/${quotes[0].id}`, { status: 'ACCEPTED' });
  return { customerId, quotes, query: `customerId=${customerId}` };
}

export const LIST = group('list', [
  [
    'has data and pagination',
    async ({ api }) => {
      const { body } = expectStatus(await api.get('/quotes'), 200);
      assert.ok(Array.isArray(body.data));
      for (const field of ['page', 'limit', 'total', 'totalPages', 'hasMore'])
        assert.ok(field in body.pagination, field);
    },
  ],
  [
    'is page 1 with 20 quotes by default',
    async ({ api }) => {
      const { page, limit } = expectStatus(await api.get('/quotes'), 200).body.pagination;
      assert.deepEqual([page, limit], [1, 20]);
    },
  ],
  ['accepts a limit of 100', async ({ api }) => expectStatus(await api.get('/quotes?limit=100'), 200)],
  ...INVALID.map(([what, query]) => [
    `${what} is 400`,
    async ({ api }) => expectProblem(await api.get(`/quotes?${query}`), 400),
  ]),
  [
    'counts the matches',
    async (context) => {
      const { query } = await listed(context);
      const { pagination } = (await context.api.get(`/quotes?${query}&limit=2`)).body;
      const { total, totalPages, hasMore } = pagination;
      assert.deepEqual([total, totalPages, hasMore], [5, 3, true]);
    },
  ],
  [
    'has each quote on one page',
    async (context) => {
      const { query, quotes } = await listed(context);
      const ids = [];
      for (const page of [1, 2, 3])
        ids.push(...idsOf(await context.api.get(`/quotes?${query}&limit=2&page=${page}`)));
      assert.deepEqual([...ids].sort(), quotes.map(({ id }) => id).sort());
    },
  ],
  [
    'ends with hasMore false',
    async (context) => {
      const { query } = await listed(context);
      const { data, pagination } = (await context.api.get(`/quotes?${query}&limit=2&page=3`)).body;
      assert.deepEqual([data.length, pagination.hasMore], [1, false]);
    },
  ],
  [
    'is empty after its end',
    async (context) => {
      const { query } = await listed(context);
      const { body } = expectStatus(await context.api.get(`/quotes?${query}&page=99`), 200);
      assert.deepEqual([body.data, body.pagination.total], [[], 5]);
    },
  ],
  [
    'is sorted by -createdAt by default',
    async (context) => {
      const { query, quotes } = await listed(context);
      const ids = idsOf(await context.api.get(`/quotes?${query}`));
      assert.deepEqual(ids, idsOf(await context.api.get(`/quotes?${query}&sort=-createdAt`)));
      assert.deepEqual(ids, quotes.map(({ id }) => id).reverse());
    },
  ],
  ...SORTS.map((sort) => [
    `is sorted by ${sort.replace('-', 'descending ')}`,
    async (context) => {
      const { query, quotes } = await listed(context);
      const field = sort.replace('-', '');
      const order = quotes
        .map((quote, index) => ({
          id: quote.id,
          key: field === 'createdAt' ? index : Date.parse(quote.validUntil),
        }))
        .sort((a, b) => (sort.startsWith('-') ? b.key - a.key : a.key - b.key));
      assert.deepEqual(
        idsOf(await context.api.get(`/quotes?${query}&sort=${sort}`)),
        order.map(({ id }) => id),
      );
    },
  ]),
  ...STATUSES.map((status) => [
    `has only quotes with status ${status} when filtered by it`,
    async ({ api }) => {
      const { body } = expectStatus(await api.get(`/quotes?status=${status}`), 200);
      assert.deepEqual(
        body.data.filter((quote) => quote.status !== status),
        [],
      );
    },
  ]),
  [
    'is filtered by customer',
    async (context) => {
      const { query, customerId } = await listed(context);
      const { data } = (await context.api.get(`/quotes?${query}`)).body;
      assert.equal(data.length, 5);
      assert.ok(data.every((quote) => quote.customerId === customerId));
    },
  ],
  [
    'is empty for a customer that does not exist',
    async ({ api }) => {
      const { body } = expectStatus(await api.get('/quotes?customerId=nobody-has-this-id'), 200);
      assert.deepEqual([body.data, body.pagination.total], [[], 0]);
    },
  ],
  [
    'combines filters',
    async (context) => {
      const { query, quotes } = await listed(context);
      const ids = idsOf(await context.api.get(`/quotes?${query}&status=ACCEPTED`));
      assert.deepEqual(ids, [quotes[0].id]);
    },
  ],
  [
    'no longer has a deleted quote',
    async ({ createQuote, newCustomer, api }) => {
      const customerId = await newCustomer();
      const { id } = await createQuote({ customerId });
      expectStatus(await api.delete(`/quotes/${id}`), 204);
      assert.equal((await api.get(`/quotes?customerId=${customerId}`)).body.pagination.total, 0);
    },
  ],
]);
