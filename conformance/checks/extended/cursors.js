import assert from 'node:assert/strict';
import { expectInvalid, idsOf } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';

export const CURSORS = group('extended-cursors', [
  ...['createdAt', '-createdAt'].map((sort) => [
    `a list continues after a quote in the order ${sort.replace('-', 'descending ')}`,
    async ({ api, newCustomer, createQuote }) => {
      const customerId = await newCustomer();
      for (let count = 0; count < 3; count++) await createQuote({ customerId });
      const query = `/quotes?customerId=${customerId}&sort=${sort}`;
      const all = idsOf(await api.get(query));
      await createQuote({ customerId });
      const { data, pagination } = (await api.get(`${query}&limit=1&after=${all[0]}`)).body;
      assert.deepEqual([data[0].id, pagination.hasMore], [all[1], true]);
    },
  ]),
  ['an unknown id is 400', async ({ api }) => expectInvalid(await api.get('/quotes?after=quo_x'), '/after')],
  [
    'page and after together are 400',
    async ({ api, createQuote }) => {
      const { id } = await createQuote();
      expectInvalid(await api.get(`/quotes?page=2&after=${id}`), '/after');
    },
  ],
  [
    'another order is 400',
    async ({ api, createQuote }) => {
      const { id } = await createQuote();
      expectInvalid(await api.get(`/quotes?sort=validUntil&after=${id}`), '/after');
    },
  ],
]);
