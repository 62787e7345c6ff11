import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accept } from '../support/api/customer.ts';
import { createQuote, draftInvoice, issuedInvoice, quoteBody } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { HOUR, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const STEPS = [0, MINUTE, -HOUR, MINUTE, 2 * HOUR, -5 * MINUTE];
const QUOTES_EACH = 3;

describeService((service) => {
  let api: TestAccount;
  const expected: { id: string; createdAt: string }[] = [];
  before(async () => {
    api = await service().newAccount();
    for (const step of STEPS) {
      service().clock.advance(step);
      for (let made = 0; made < QUOTES_EACH; made++) {
        // Alternates between creates with and without an Idempotency-Key.
        const headers: Record<string, string> =
          made % 2 === 0 ? { 'Idempotency-Key': `${expected.length}` } : {};
        const reply = await api.post('/quotes', quoteBody({ title: 'Garden shed' }), { headers });
        assert.equal(reply.status, 201, reply.text);
        const { id, createdAt, number } = reply.body;
        assert.equal(createdAt, new Date(service().clock()).toISOString(), 'the time of the clock');
        assert.equal(Number(number.slice(-5)), expected.length + 1, 'numbers continue');
        expected.push({ id, createdAt });
      }
    }
    expected.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1));
  });

  for (const filter of ['', 'search=Garden', 'search=ar', 'search=Q-', 'search=shed&status=DRAFT']) {
    test(`pages are in the order of creation after the clock was set back: ${filter}`, async () => {
      for (const [sort, wanted] of [
        ['createdAt', expected],
        ['-createdAt', expected.toReversed()],
      ] as const) {
        const found: Json[] = [];
        for (let page = 1; page <= 4; page++) {
          const { body } = await api.get(`/quotes?limit=5&page=${page}&sort=${sort}&${filter}`);
          assert.equal(body.pagination.total, expected.length);
          found.push(...body.data);
        }
        assert.deepEqual(
          found.map(({ id, createdAt }) => ({ id, createdAt })),
          wanted,
        );
      }
    });
  }

  test('updatedAt is never before createdAt', async () => {
    const other = await service().newAccount();
    const ok = ({ status, body, text }: { status: number; body: Json; text: string }) => {
      assert.ok(status < 300, text);
      return body;
    };
    const make = (path: string, body: object) => other.post(path, body).then(ok);
    const drafts = await Promise.all(Array.from({ length: 6 }, () => createQuote(other)));
    const [patched, sent, decided, answered, converted, expiring] = drafts.map(({ id }) => `/quotes/${id}`);
    const { publicUrl } = ok(await other.post(`${answered}/send`));
    const item = await make('/catalogue-items', { description: 'Pipe', unitPrice: 1 });
    const template = await make('/templates', { name: 'Shed' });
    const endpoint = await make('/webhook-endpoints', { url: 'https://example.com/hook', types: ['*'] });
    ok(await other.put('/customers/clock', { name: 'Ada' }));
    const invoices = [await draftInvoice(other), await draftInvoice(other), await draftInvoice(other)];
    invoices.push(await issuedInvoice(other), await issuedInvoice(other));
    const [edited, issued, sentInvoice, paid, credited] = invoices.map(({ id }) => `/invoices/${id}`);
    service().clock.advance(-HOUR);

    const endpointPath = `/webhook-endpoints/${endpoint.id}`;
    const soon = new Date(service().clock() + MINUTE).toISOString();
    ok(await other.patch(`${patched}`, { title: 'Other' }));
    ok(await other.post(`${sent}/send`));
    ok(await other.patch(`${decided}`, { status: 'ACCEPTED' }));
    assert.equal((await accept(publicUrl)).status, 303);
    ok(await other.post(`${converted}/convert-to-invoice`, {}));
    ok(await other.post(`${expiring}/send`));
    ok(await other.patch(`${expiring}`, { validUntil: soon }));
    ok(await other.patch(`/catalogue-items/${item.id}`, { unitPrice: 2 }));
    ok(await other.patch(`/templates/${template.id}`, { name: 'Roof' }));
    ok(await other.patch(endpointPath, { description: 'Mine' }));
    ok(await other.put('/customers/clock', { name: 'Grace' }));
    ok(await other.patch('/account', { phone: '1' }));
    ok(await other.patch(`${edited}`, { notes: 'Other' }));
    ok(await other.post(`${issued}/issue`));
    ok(await other.post(`${sentInvoice}/send`));
    ok(await other.post(`${paid}/payments`, { amount: 1 }));
    ok(await other.post(`${credited}/credit`, { amount: 1 }));
    service().clock.advance(2 * MINUTE);
    const paths = [
      ...[
        patched,
        sent,
        decided,
        answered,
        converted,
        expiring,
        endpointPath,
        '/account',
        '/customers/clock',
      ],
      ...[`/catalogue-items/${item.id}`, `/templates/${template.id}`],
      ...[edited, issued, sentInvoice, paid, credited],
    ];
    for (const path of paths) {
      const { createdAt, updatedAt, status } = ok(await other.get(`${path}`));
      assert.equal(updatedAt, createdAt, `${path} ${status}`);
    }
    assert.equal(ok(await other.get(`${expiring}`)).status, 'EXPIRED');
    ok(await other.post(`${endpointPath}/rotate-secret`, {}));
    assert.equal(ok(await other.get(endpointPath)).updatedAt, endpoint.createdAt);
  });

  test('an edit does not change the position of a quote in the list', async () => {
    const other = await service().newAccount();
    const first = await createQuote(other, { title: 'Roof one' });
    service().clock.advance(-HOUR);
    const earlier = await createQuote(other, { title: 'Roof two' });
    await other.patch(`/quotes/${earlier.id}`, { title: 'Roof three' });
    await other.patch(`/quotes/${first.id}`, { title: 'Roof four' });
    const { body } = await other.get('/quotes?search=Roof');
    assert.deepEqual(
      body.data.map(({ title }: Json) => title),
      ['Roof four', 'Roof three'],
    );
  });
});
