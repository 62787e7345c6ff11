import { expectProblem, expectStatus } from '../lib/expect.js';
import { group, Skip } from '../lib/runner.js';

function clientFor({ options, withKey }, option, name) {
  if (!options[option]) throw new Skip(`needs ${name}`);
  return withKey(options[option]);
}
const reader = (context) => clientFor(context, 'readKey', 'PROFFER_READ_KEY');
const stranger = (context) => clientFor(context, 'otherKey', 'PROFFER_OTHER_KEY');

const WRITES = [
  ['creates nothing', 'POST', () => '/quotes'],
  ['changes nothing', 'PATCH', (id) => `/quotes/${id}`],
  ['deletes nothing', 'DELETE', (id) => `/quotes/${id}`],
  ['sends nothing', 'POST', (id) => `/quotes/${id}/send`],
  ['converts nothing', 'POST', (id) => `/quotes/${id}/convert-to-invoice`],
];
const OPERATIONS = [
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/send'],
  ['POST', '/convert-to-invoice'],
  ['GET', '/pdf'],
];

export const ACCESS = group('access', [
  [
    'a read-only key reads',
    async (context) => {
      const client = reader(context);
      const { id } = await context.createQuote();
      expectStatus(await client.get(`/quotes/${id}`), 200);
      expectStatus(await client.get('/quotes'), 200);
    },
  ],
  ...WRITES.map(([what, method, path]) => [
    `a read-only key ${what}`,
    async (context) => {
      const client = reader(context);
      const { id } = await context.createQuote();
      const body = method === 'DELETE' ? undefined : context.quoteBody();
      expectProblem(await client.request(method, path(id), body), 403);
      expectStatus(await context.api.get(`/quotes/${id}`), 200);
    },
  ]),
  ...OPERATIONS.map(([method, path]) => [
    `${method} ${path || 'of a quote'} of another account is 404`,
    async (context) => {
      const client = stranger(context);
      const { id } = await context.createQuote();
      const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
      expectProblem(await client.request(method, `/quotes/${id}${path}`, body), 404);
      expectStatus(await context.api.get(`/quotes/${id}`), 200);
    },
  ]),
]);
