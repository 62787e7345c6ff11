import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

export const DELETE = group('delete', [
  [
    'returns 204 without a body',
    async ({ createQuote, api }) => {
      const { id } = await createQuote();
      assert.equal(expectStatus(await api.delete(`/quotes/${id}`), 204).bytes.length, 0);
    },
  ],
  [
    'a deleted quote is 404 for every operation',
    async ({ createQuote, api }) => {
      const { id } = await createQuote();
      expectStatus(await api.delete(`/quotes/${id}`), 204);
      expectProblem(await api.get(`/quotes/${id}`), 404);
      expectProblem(await api.patch(`/quotes/${id}`, {}), 404);
      expectProblem(await api.delete(`/quotes/${id}`), 404);
      expectProblem(await api.post(`/quotes/${id}/send`, {}), 404);
      expectProblem(await api.post(`/quotes/${id}/convert-to-invoice`, {}), 404);
      expectProblem(await api.get(`/quotes/${id}/pdf`), 404);
    },
  ],
  ...['ACCEPTED', 'DECLINED'].map((status) => [
    `a quote with status ${status} can be deleted`,
    async ({ createQuote, api }) => {
      const { id } = await createQuote();
      expectStatus(await api.patch(`/quotes/${id}`, { status }), 200);
      expectStatus(await api.delete(`/quotes/${id}`), 204);
    },
  ]),
  [
    'a converted quote is 409 and stays',
    async ({ convertedQuote, api, readQuote }) => {
      const { id } = await convertedQuote();
      expectProblem(await api.delete(`/quotes/${id}`), 409, 'quote_converted');
      assert.equal((await readQuote(id)).status, 'CONVERTED');
    },
  ],
  [
    'the number of a deleted quote is not used again',
    async ({ createQuote, api }) => {
      const first = await createQuote();
      expectStatus(await api.delete(`/quotes/${first.id}`), 204);
      assert.notEqual((await createQuote()).number, first.number);
    },
  ],
  [
    'a quote that does not exist is 404',
    async ({ api }) => expectProblem(await api.delete('/quotes/quo_x'), 404),
  ],
]);
