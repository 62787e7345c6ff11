import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const UNKNOWN = [
  ['an unknown id', 'quo_00000000000000000000000000'],
  ['a malformed id', 'x'],
  ['an id with odd characters', encodeURIComponent("'; DROP TABLE quotes; --")],
  ['a very long id', 'q'.repeat(500)],
];

export const GET = group('get', [
  [
    'returns the quote as it was created',
    async ({ createQuote, readQuote }) => {
      const created = await createQuote({ notes: 'Internal' });
      const read = await readQuote(created.id);
      for (const field of Object.keys(created)) assert.deepEqual(read[field], created[field], field);
    },
  ],
  [
    'returns an ETag',
    async ({ createQuote, api }) => {
      const { id } = await createQuote();
      assert.ok(expectStatus(await api.get(`/quotes/${id}`), 200).headers.get('ETag'));
    },
  ],
  [
    'returns JSON',
    async ({ createQuote, api }) => {
      const { id } = await createQuote();
      assert.match((await api.get(`/quotes/${id}`)).headers.get('Content-Type') ?? '', /^application\/json/);
    },
  ],
  ...UNKNOWN.map(([what, id]) => [
    `${what} is 404`,
    async ({ api }) => expectProblem(await api.get(`/quotes/${id}`), 404),
  ]),
]);
