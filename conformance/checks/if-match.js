import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const OPERATIONS = [
  ['PATCH', '', { notes: 'x' }],
  ['DELETE', '', undefined],
  ['POST', '/convert-to-invoice', {}],
];

/** Creates a quote and returns its ETag before and after a change. */
async function createChanged({ createQuote, api }) {
  const { id } = await createQuote();
  const stale = (await api.get(`/quotes/${id}`)).headers.get('ETag');
  const changed = expectStatus(await api.patch(`/quotes/${id}`, { title: 'Changed' }), 200);
  return { id, stale, current: changed.headers.get('ETag') };
}

const matching = (etag) => ({ headers: { 'If-Match': etag } });

export const IF_MATCH = [
  ...group('if-match', [
    [
      'the ETag changes with the quote',
      async (context) => {
        const { stale, current } = await createChanged(context);
        assert.ok(stale && current && stale !== current);
      },
    ],
    [
      'create, get and patch return the same ETag for the same quote',
      async ({ post, quoteBody, api }) => {
        const created = expectStatus(await post(quoteBody()), 201);
        const read = await api.get(`/quotes/${created.body.id}`);
        const patched = await api.patch(`/quotes/${created.body.id}`, {});
        assert.equal(read.headers.get('ETag'), created.headers.get('ETag'));
        assert.equal(patched.headers.get('ETag'), created.headers.get('ETag'));
      },
    ],
    ...OPERATIONS.map(([method, path, body]) => [
      `${method} ${path || 'of a quote'} with an old ETag is 412 and changes nothing`,
      async (context) => {
        const { id, stale } = await createChanged(context);
        const before = await context.readQuote(id);
        expectProblem(await context.api.request(method, `/quotes/${id}${path}`, body, matching(stale)), 412);
        assert.deepEqual(await context.readQuote(id), before);
      },
    ]),
    ...OPERATIONS.map(([method, path, body]) => [
      `${method} ${path || 'of a quote'} with the current ETag succeeds`,
      async (context) => {
        const { id, current } = await createChanged(context);
        const reply = await context.api.request(method, `/quotes/${id}${path}`, body, matching(current));
        assert.ok(reply.status < 300, `status ${reply.status}`);
      },
    ]),
    [
      'of two changes with the same ETag one succeeds',
      async (context) => {
        const { id, current } = await createChanged(context);
        const change = (notes) => context.api.patch(`/quotes/${id}`, { notes }, matching(current));
        const replies = await Promise.all(['a', 'b', 'c'].map(change));
        assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412]);
      },
    ],
  ]),
  ...group(
    'if-match',
    [
      [
        'send with an old ETag is 412 and sends nothing',
        async (context) => {
          const { id, stale } = await createChanged(context);
          expectProblem(await context.api.post(`/quotes/${id}/send`, {}, matching(stale)), 412);
          assert.equal((await context.readQuote(id)).status, 'DRAFT');
        },
      ],
    ],
    { sends: true },
  ),
];
