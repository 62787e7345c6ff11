import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { createQuote, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

/** Everything that a key with the scope `draft` may change. */
const ALLOWED = [
  'POST /api/v1/quotes',
  'PATCH /api/v1/quotes/:id',
  'POST /api/v1/quotes/:id/duplicate',
  'POST /api/v1/quotes/:id/request-approval',
  'PUT /api/v1/quotes/:id/attachments/:name',
  'DELETE /api/v1/quotes/:id/attachments/:name',
  'POST /api/v1/customers',
  'PUT /api/v1/customers/:id',
];

describeService(
  (service) => {
    async function openDraftKey() {
      const api = await service().newAccount();
      const { secret } = await service().newKey(api.accountId, 'draft');
      return { api, drafts: service().client(secret) };
    }

    test('a key for drafts reads, previews, creates quotes and customers, and changes drafts', async () => {
      const { api, drafts } = await openDraftKey();
      assert.equal((await drafts.get('/quotes')).status, 200);
      assert.equal((await drafts.post('/quotes/preview', quoteBody())).status, 200);
      assert.equal((await drafts.put('/customers/cus_new', { name: 'Ada' })).status, 201);
      const created = await drafts.post('/quotes', quoteBody({ customerId: 'cus_new' }));
      assert.equal(created.status, 201);
      const { id } = created.body;
      assert.equal((await drafts.patch(`/quotes/${id}`, { title: 'Changed' })).body.title, 'Changed');
      assert.equal((await drafts.post(`/quotes/${id}/duplicate`)).status, 201);
      const [event] = (await api.get(`/quotes/${id}/events`)).body.data;
      assert.equal(event.actor.type, 'key');
    });

    test('a key for drafts changes nothing else, whatever the body', async () => {
      const { drafts } = await openDraftKey();
      for (const { method, path, scope } of ENDPOINTS) {
        if (scope === 'read' || ALLOWED.includes(`${method} ${path}`)) continue;
        const url = path.replace('/api/v1', '').replace(/:\w+/g, 'x');
        const sent = ['GET', 'DELETE'].includes(method) ? undefined : {};
        const { status, body } = await drafts.request(method, url, sent);
        assert.deepEqual([status, body.code], [403, 'forbidden'], `${method} ${path}`);
      }
      const declared = ENDPOINTS.filter(({ scope }) => scope === 'draft');
      assert.deepEqual(declared.map(({ method, path }) => `${method} ${path}`).sort(), [...ALLOWED].sort());
    });

    test('a customer that exists is not replaced', async () => {
      const { api, drafts } = await openDraftKey();
      const before = await api.get(`/customers/${api.customerId}`);
      const replaced = await drafts.put(`/customers/${api.customerId}`, { name: 'Mallory' });
      assert.deepEqual([replaced.status, replaced.body.code], [403, 'forbidden']);
      assert.match(replaced.body.detail, /not replace/);
      assert.deepEqual((await api.get(`/customers/${api.customerId}`)).body, before.body);
    });

    test('a quote that was sent, decided or may have arrived is not changed, also not as a draft again', async () => {
      const { api, drafts } = await openDraftKey();
      const sent = await sentQuote(api);
      const again = await sentQuote(api);
      await api.patch(`/quotes/${again.id}`, { status: 'DECLINED' });
      assert.equal((await api.patch(`/quotes/${again.id}`, { title: 'Draft again' })).body.status, 'DRAFT');
      // The outcome of a send is open or unknown, and its link may have been revoked.
      const maybe = [];
      for (const state of ['pending', 'unknown']) {
        const quote = await createQuote(api);
        await service().db.write((tx) =>
          tx.run(
            `INSERT INTO sendings (account_id, document_id, id, message_id, recipient, link_id, content_sha256, state, created_at)
             VALUES (?, ?, ?, '<m@x>', 'ada@example.test', 'lnk_x', '', ?, 1)`,
            ...[api.accountId, quote.id, `snd_${state}`, state],
          ),
        );
        maybe.push(quote);
      }
      for (const { id } of [sent, again, ...maybe]) {
        const { status, body } = await drafts.patch(`/quotes/${id}`, { title: 'By an agent' });
        assert.deepEqual([status, body.code], [403, 'forbidden']);
        assert.equal((await drafts.request('DELETE', `/quotes/${id}/attachments/a.pdf`)).status, 403);
      }
    });

    test('a decision is not recorded on a draft', async () => {
      const { api, drafts } = await openDraftKey();
      const { id } = await createQuote(api);
      for (const body of [{ status: 'ACCEPTED' }, { status: 'DECLINED' }, { selection: [] }]) {
        assert.equal((await drafts.patch(`/quotes/${id}`, body)).status, 403, JSON.stringify(body));
      }
      assert.equal((await drafts.patch(`/quotes/${id}`, { status: 'DRAFT', title: 'Same' })).status, 200);
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'DRAFT');
    });

    test('a key for drafts does not see the link of the customer', async () => {
      const { api, drafts } = await openDraftKey();
      const { id } = await sentQuote(api);
      assert.equal((await drafts.get(`/quotes/${id}`)).body.publicUrl ?? null, null);
    });

    test('a key that expires is rejected from that moment on, also just after it was used', async () => {
      const api = await service().newAccount();
      const expiresAt = service().clock() + DAY;
      const { secret } = await service().newKey(api.accountId, 'read', { expiresAt });
      const program = service().client(secret);
      service().clock.advance(DAY - 1);
      assert.equal((await program.get('/quotes')).status, 200);
      service().clock.advance(1);
      const late = await program.get('/quotes');
      assert.deepEqual([late.status, late.body.code], [401, 'unauthorized']);
      assert.match(late.body.detail, /expired/);
    });

    test('a key with address ranges works from these only, at every request', async () => {
      const api = await service().newAccount();
      const addresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
      const { secret } = await service().newKey(api.accountId, 'read,write', { addresses });
      const program = service().client(secret);
      const from = async (address: string) =>
        (await program.get('/quotes', { headers: { 'X-Forwarded-For': address } })).status;
      for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::5', '198.51.100.7']) {
        assert.equal(await from(address), 200, address);
      }
      assert.equal(
        await from('203.0.113.9, 203.0.114.1'),
        403,
        'a client can forge what its proxy did not add',
      );
      for (const address of ['203.0.114.1', '198.51.100.8', '2001:db9::1', '127.0.0.1', '::ffff:10.0.0.1']) {
        assert.equal(await from(address), 403, address);
      }
    });
  },
  { env: { TRUST_PROXY: 'on' } },
);
