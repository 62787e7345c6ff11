import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

async function readPdf({ api }, id) {
  return expectStatus(await api.get(`/quotes/${id}/pdf`), 200).body;
}

function expectPdf({ status, headers }, bytes) {
  assert.equal(status, 200);
  assert.match(headers.get('Content-Type') ?? '', /^application\/pdf/);
  assert.equal(Buffer.from(bytes.slice(0, 5)).toString(), '%PDF-');
}

export const PDF = group('pdf', [
  [
    'returns url, sha256 and expiresAt',
    async (context) => {
      const { url, sha256, expiresAt } = await readPdf(context, (await context.createQuote()).id);
      assert.ok(URL.canParse(url), url);
      assert.match(sha256, /^[0-9a-f]{64}$/);
      assert.ok(expiresAt === null || Date.parse(expiresAt) > 0);
    },
  ],
  [
    'the URL opens without a key and has the bytes of the hash',
    async (context) => {
      const { url, sha256 } = await readPdf(context, (await context.createQuote()).id);
      const response = await fetch(url);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expectPdf(response, bytes);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    },
  ],
  [
    'a changed URL opens nothing',
    async (context) => {
      const { url } = await readPdf(context, (await context.createQuote()).id);
      const changed = new URL(url);
      changed.pathname = changed.pathname.replace(/[A-Za-z0-9](?=[^A-Za-z0-9]*(\.pdf)?$)/, (char) =>
        char === 'a' ? 'b' : 'a',
      );
      changed.search = '';
      if (changed.href === url) return;
      assert.notEqual((await fetch(changed)).status, 200);
    },
  ],
  [
    'Accept: application/pdf returns the file',
    async ({ createQuote, api }) => {
      const { id } = await createQuote();
      const reply = await api.get(`/quotes/${id}/pdf`, { headers: { Accept: 'application/pdf' } });
      expectPdf(reply, reply.bytes);
    },
  ],
  [
    'is that of the quote as it is after a change',
    async (context) => {
      const { id } = await context.createQuote();
      const before = await readPdf(context, id);
      expectStatus(await context.api.patch(`/quotes/${id}`, { title: 'Another title' }), 200);
      const after = await readPdf(context, id);
      assert.notEqual(after.url, before.url);
    },
  ],
  [
    'does not change the quote',
    async (context) => {
      const before = await context.createQuote();
      await readPdf(context, before.id);
      assert.deepEqual(await context.readQuote(before.id), before);
    },
  ],
  [
    'a converted quote still has one',
    async (context) => assert.ok((await readPdf(context, (await context.convertedQuote()).id)).url),
  ],
  [
    'a quote that does not exist is 404',
    async ({ api }) => expectProblem(await api.get('/quotes/quo_x/pdf'), 404),
  ],
]);
