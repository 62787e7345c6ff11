import assert from 'node:assert/strict';
import { expectProblem } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const OPERATIONS = [
  ['GET', '/quotes'],
  ['GET', '/quotes/quo_x'],
  ['POST', '/quotes'],
  ['PATCH', '/quotes/quo_x'],
  ['DELETE', '/quotes/quo_x'],
  ['POST', '/quotes/quo_x/send'],
  ['POST', '/quotes/quo_x/convert-to-invoice'],
  ['GET', '/quotes/quo_x/pdf'],
];

function expectUnauthorized(reply) {
  expectProblem(reply, 401);
  assert.match(reply.headers.get('WWW-Authenticate') ?? '', /^Bearer\b/);
}

const HEADERS = [
  ['an unknown key', 'Bearer not-a-key'],
  ['an empty key', 'Bearer '],
  ['another scheme', 'Basic dXNlcjpwYXNzd29yZA=='],
  ['a key without a scheme', 'not-a-key'],
];

export const AUTHENTICATION = group('authentication', [
  ...OPERATIONS.map(([method, path]) => [
    `${method} ${path.replace('quo_x', 'id')} without a key is 401`,
    async ({ anonymous }) => {
      const hasBody = method === 'POST' || method === 'PATCH';
      expectUnauthorized(await anonymous.request(method, path, hasBody ? {} : undefined));
    },
  ]),
  ...HEADERS.map(([what, Authorization]) => [
    `${what} is 401`,
    async ({ anonymous }) =>
      expectUnauthorized(await anonymous.get('/quotes', { headers: { Authorization } })),
  ]),
  [
    'a rejected request creates nothing',
    async ({ anonymous, api, quoteBody, unique }) => {
      const title = unique('unauthorized');
      expectUnauthorized(await anonymous.post('/quotes', quoteBody({ title })));
      const { body } = await api.get(`/quotes?search=${title}`);
      assert.equal(body.pagination.total, 0);
    },
  ],
]);
