import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote, errorPaths, ITEM, quoteIn, sentQuote } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const OPEN = ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED'];
const ALL = [...OPEN, 'CONVERTED'];

describeOnOneEngine(
  (service) => {
    const iso = (ms: number) => new Date(ms).toISOString();

    test('every status can be reached, and get, list and filter agree on it', async () => {
      const api = await service().newAccount();
      for (const status of ALL) {
        const { id } = await quoteIn(api, status);
        assert.equal((await api.get(`/quotes/${id}`)).body.status, status);
        const { body } = await api.get(`/quotes?status=${status}`);
        assert.deepEqual(
          body.data.map((quote: Json) => quote.id),
          [id],
        );
      }
    });

    test('send works from any status but CONVERTED, and clears the decision', async () => {
      const api = await service().newAccount();
      for (const status of OPEN) {
        const { id } = await quoteIn(api, status);
        service().clock.advance(1000);
        const { status: code, body } = await api.post(`/quotes/${id}/send`);
        assert.equal(code, 200, status);
        assert.equal(body.status, 'SENT');
        assert.equal(body.sentAt, iso(service().clock()));
        assert.equal(body.acceptedAt, null);
        assert.equal(body.declinedAt, null);
        assert.equal(body.revision, 1);
        assert.match(body.publicUrl, /^http/);
      }
      const { id } = await quoteIn(api, 'CONVERTED');
      assert.equal((await api.post(`/quotes/${id}/send`)).status, 409);
    });

    test('send renews an expired validity for 30 days', async () => {
      const api = await service().newAccount();
      const late = await sentQuote(api, { validUntil: '2001-01-01T00:00:00Z' });
      assert.equal(late.status, 'SENT');
      assert.equal(late.validUntil, iso(service().clock() + 30 * DAY));
      const inTime = await sentQuote(api, { validUntil: '2090-01-01T00:00:00Z' });
      assert.equal(inTime.validUntil, '2090-01-01T00:00:00.000Z');
    });

    test('send without a recipient is a 400, and the status stays', async () => {
      const api = await service().newAccount();
      await api.put('/customers/cus_mute', { name: 'No address' });
      const { id } = await createQuote(api, { customerId: 'cus_mute' });
      assert.deepEqual(errorPaths(await api.post(`/quotes/${id}/send`)), ['/email']);
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'DRAFT');
      const { body } = await api.post(`/quotes/${id}/send`, { email: 'someone@example.com' });
      assert.equal(body.status, 'SENT');
    });

    test('the body of send may be absent or empty, and wrong fields are rejected', async () => {
      const api = await service().newAccount();
      const { id } = await createQuote(api);
      assert.equal((await api.post(`/quotes/${id}/send`, undefined, { raw: '' })).status, 200);
      assert.equal((await api.post(`/quotes/${id}/send`, {})).status, 200);
      const full = { email: 'a@example.com', cc: ['b@example.com'], subject: 'S', message: 'M' };
      assert.equal((await api.post(`/quotes/${id}/send`, full)).status, 200);
      const wrong = { email: 'nobody', cc: ['x', 'b@example.com, c@example.com'], subject: 5, mail: 'x' };
      assert.deepEqual(errorPaths(await api.post(`/quotes/${id}/send`, wrong)), [
        ...['/cc/0', '/cc/1', '/email', '/mail', '/subject'],
      ]);
    });

    test('a SENT quote becomes EXPIRED at the instant of validUntil', async () => {
      const api = await service().newAccount();
      const validUntil = iso(service().clock() + HOUR);
      const sent = await sentQuote(api, { validUntil });
      const others = await Promise.all(
        ['DRAFT', 'ACCEPTED', 'DECLINED', 'CONVERTED'].map(async (status) => {
          const { id } = await createQuote(api, { validUntil });
          if (status === 'CONVERTED') await api.post(`/quotes/${id}/convert-to-invoice`);
          else await api.patch(`/quotes/${id}`, { status });
          return { id, status };
        }),
      );
      const count = async () => (await api.get('/quotes?status=EXPIRED')).body.pagination.total;
      service().clock.advance(HOUR - 1);
      assert.equal((await api.get(`/quotes/${sent.id}`)).body.status, 'SENT');
      assert.equal(await count(), 0);
      service().clock.advance(1);
      assert.equal(await count(), 1, 'the filter works before the quote is read');
      const { body, headers } = await api.get(`/quotes/${sent.id}`);
      assert.equal(body.status, 'EXPIRED');
      assert.equal(headers.get('ETag') === null, false);
      const { body: list } = await api.get('/quotes?limit=100');
      assert.equal(list.data.find((quote: Json) => quote.id === sent.id).status, 'EXPIRED');
      assert.equal((await api.get('/quotes?status=SENT')).body.pagination.total, 0);
      for (const { id, status } of others) {
        assert.equal((await api.get(`/quotes/${id}`)).body.status, status);
      }
      const { body: events } = await api.get(`/quotes/${sent.id}/events`);
      const last = events.data.at(-1);
      assert.deepEqual([last.type, last.at, last.actor], ['expired', validUntil, { type: 'system' }]);
    });

    test('a read of a single quote reports its expiry too', async () => {
      const api = await service().newAccount();
      const { id } = await sentQuote(api, { validUntil: iso(service().clock() + HOUR) });
      service().clock.advance(HOUR);
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'EXPIRED');
    });

    test('a validUntil in the future changes an EXPIRED quote back to SENT', async () => {
      const api = await service().newAccount();
      const { id } = await quoteIn(api, 'EXPIRED');
      const still = await api.patch(`/quotes/${id}`, { validUntil: '2002-01-01T00:00:00Z' });
      assert.equal(still.body.status, 'EXPIRED');
      const { body } = await api.patch(`/quotes/${id}`, { validUntil: iso(service().clock() + DAY) });
      assert.equal(body.status, 'SENT');
      service().clock.advance(DAY);
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'EXPIRED', 'and it expires again');
    });

    test('validUntil changes no other status', async () => {
      const api = await service().newAccount();
      for (const status of ['DRAFT', 'ACCEPTED', 'DECLINED']) {
        const { id } = await quoteIn(api, status);
        for (const validUntil of ['2001-01-01T00:00:00Z', '2090-01-01T00:00:00Z']) {
          assert.equal((await api.patch(`/quotes/${id}`, { validUntil })).body.status, status);
        }
      }
    });

    for (const [wanted, stamp] of [
      ['ACCEPTED', 'acceptedAt'],
      ['DECLINED', 'declinedAt'],
    ] as const) {
      test(`a key may set ${wanted} from any status but CONVERTED`, async () => {
        const api = await service().newAccount();
        for (const status of OPEN.filter((status) => status !== wanted)) {
          const { id } = await quoteIn(api, status);
          service().clock.advance(1000);
          const { status: code, body } = await api.patch(`/quotes/${id}`, { status: wanted });
          assert.equal(code, 200, status);
          assert.equal(body.status, wanted);
          assert.equal(body[stamp], iso(service().clock()));
          assert.equal(body.acceptedAt === null, wanted !== 'ACCEPTED');
          assert.equal(body.declinedAt === null, wanted !== 'DECLINED');
        }
        const { id } = await quoteIn(api, 'CONVERTED');
        assert.equal((await api.patch(`/quotes/${id}`, { status: wanted })).status, 409);
      });
    }

    test('any other status in a PATCH is a 400, the current one is no change', async () => {
      const api = await service().newAccount();
      for (const present of OPEN) {
        const { id } = await quoteIn(api, present);
        const { body: before } = await api.get(`/quotes/${id}`);
        service().clock.advance(1000);
        for (const status of ['DRAFT', 'SENT', 'EXPIRED', 'CONVERTED', 'accepted', '', 'OPEN']) {
          const reply = await api.patch(`/quotes/${id}`, { status });
          if (status === present) {
            assert.equal(reply.status, 200);
            assert.deepEqual(reply.body, before);
          } else assert.deepEqual(errorPaths(reply), ['/status'], `${present} to ${status}`);
        }
        assert.deepEqual(errorPaths(await api.patch(`/quotes/${id}`, { status: null })), ['/status']);
        assert.deepEqual((await api.patch(`/quotes/${id}`, { status: present })).body, before);
      }
    });

    const EDITS: [field: string, value: unknown][] = [
      ['customerId', 'cus_demo'],
      ['title', 'Changed'],
      ['description', 'Changed'],
      ['items', [{ ...ITEM, quantity: 2 }]],
      ['discountValue', 11],
      ['discountType', 'fixed'],
      ['currency', 'USD'],
      ['terms', 'Changed'],
    ];
    const DISCOUNT = { discountType: 'percentage', discountValue: 10 };

    for (const [field, value] of EDITS) {
      test(`a change of ${field} after a send raises the revision and keeps SENT`, async () => {
        const { automation } = service();
        const { id, revision } = await sentQuote(automation, { customerId: 'cus_demo_fr', ...DISCOUNT });
        assert.equal(revision, 1);
        const { body } = await automation.patch(`/quotes/${id}`, { [field]: value });
        assert.equal(body.revision, 2);
        assert.equal(body.status, 'SENT');
        assert.equal((await automation.patch(`/quotes/${id}`, { [field]: value })).body.revision, 2);
      });

      test(`a change of ${field} returns a decided quote to DRAFT`, async () => {
        const { automation } = service();
        for (const status of ['ACCEPTED', 'DECLINED']) {
          const { id } = await createQuote(automation, { customerId: 'cus_demo_fr', ...DISCOUNT });
          await automation.patch(`/quotes/${id}`, { status });
          const { body } = await automation.patch(`/quotes/${id}`, { [field]: value });
          assert.deepEqual([body.status, body.acceptedAt, body.declinedAt], ['DRAFT', null, null]);
          const { body: events } = await automation.get(`/quotes/${id}/events`);
          const types = events.data.map((event: Json) => event.type);
          assert.ok(types.includes(status.toLowerCase()), 'the earlier decision stays in the history');
        }
      });
    }

    test('notes and validUntil are not content: no revision, no DRAFT', async () => {
      const api = await service().newAccount();
      const sent = await sentQuote(api);
      await api.patch(`/quotes/${sent.id}`, { status: 'ACCEPTED' });
      const { body } = await api.patch(`/quotes/${sent.id}`, {
        ...{ notes: 'called', validUntil: '2090-01-01T00:00:00Z' },
      });
      assert.deepEqual([body.status, body.revision], ['ACCEPTED', 1]);
    });

    test('content can be edited in any status but CONVERTED', async () => {
      const api = await service().newAccount();
      for (const status of OPEN) {
        const { id } = await quoteIn(api, status);
        const { status: code, body } = await api.patch(`/quotes/${id}`, { title: 'Edited' });
        assert.equal(code, 200, status);
        assert.equal(body.status, ['ACCEPTED', 'DECLINED'].includes(status) ? 'DRAFT' : status);
      }
    });

    test('an edit of a sent and decided quote raises the revision too', async () => {
      const api = await service().newAccount();
      const { id } = await sentQuote(api);
      await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
      assert.equal((await api.patch(`/quotes/${id}`, { title: 'B' })).body.revision, 2);
      assert.equal((await api.patch(`/quotes/${id}`, { title: 'C' })).body.revision, 3);
      assert.equal((await api.post(`/quotes/${id}/send`)).body.revision, 3);
    });

    test('convert-to-invoice and delete work from any status but CONVERTED', async () => {
      const api = await service().newAccount();
      for (const status of OPEN) {
        const one = await quoteIn(api, status);
        const { status: code, body } = await api.post(`/quotes/${one.id}/convert-to-invoice`);
        assert.equal(code, 201, status);
        assert.equal(body.quote.status, 'CONVERTED');
        const other = await quoteIn(api, status);
        assert.equal((await api.delete(`/quotes/${other.id}`)).status, 204, status);
        assert.equal((await api.get(`/quotes/${other.id}`)).status, 404);
        assert.equal((await api.delete(`/quotes/${other.id}`)).status, 404);
      }
    });
  },
  { env: { SEND_LIMIT_QUOTE: '0', SEND_LIMIT_RECIPIENT: '0' } },
);
