import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { camt } from '../fixtures/camt.ts';
import { convertedQuote, createQuote, ITEM, sentQuote } from '../support/api/quotes.ts';
import { personWith, signIn } from '../support/console/sign-in.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const SECRET = 'walrus-of-the-other-account';
const STATEMENT = {
  raw: camt([{ amount: '1.00', date: '2026-03-01' }]),
  headers: { 'Content-Type': 'application/xml' },
};

describeService((service) => {
  let own: TestAccount;
  let other: TestAccount;
  let theirs: {
    quotes: string[];
    customer: string;
    invoice: string;
    item: string;
    template: string;
    endpoint: string;
    statement: string;
    prices: string;
    event: string;
  };

  async function prepare() {
    if (theirs) return;
    own = await service().newAccount();
    other = await service().newAccount({ name: SECRET });
    const metadata = { crm: SECRET };
    await other.put('/customers/cus_other', { name: SECRET, email: 'other@example.com', metadata });
    const more = { title: SECRET, customerId: 'cus_other', items: [{ ...ITEM, description: SECRET }] };
    const open = await createQuote(other, more);
    const sent = await sentQuote(other, more);
    const converted = await convertedQuote(other, more);
    const item = await other.post('/catalogue-items', { description: SECRET, unitPrice: 1, sku: SECRET });
    const template = await other.post('/templates', { name: SECRET, title: SECRET });
    const endpoint = await other.post('/webhook-endpoints', {
      url: 'https://receiver.invalid/',
      description: SECRET,
      enabled: false,
    });
    const statement = await other.post('/payments/imports', undefined, STATEMENT);
    const prices = await other.post('/price-lists', { name: SECRET });
    await other.request('PUT', `/price-lists/${prices.body.id}/entries/${item.body.id}`, { unitPrice: 1 });
    theirs = {
      quotes: [open.id, sent.id, converted.id],
      customer: 'cus_other',
      invoice: converted.invoiceId,
      item: item.body.id,
      template: template.body.id,
      endpoint: endpoint.body.id,
      statement: statement.body.id,
      prices: prices.body.id,
      event: (await other.get('/events?limit=1')).body.data[0].id,
    };
  }

  test('owners and approvers see and change nothing of another account', async () => {
    await prepare();
    const stranger = await signIn(service(), { accountId: own.accountId, name: 'Stranger' });
    const intruder = personWith({ url: service().url }, stranger.browserCookie.value, other.accountId);
    const owner = await signIn(service(), { accountId: other.accountId, name: SECRET });
    const { id: key } = (await owner.post('/keys', { name: SECRET, scopes: ['read'] })).body;
    const { id: invitation } = (
      await owner.post('/invitations', { email: 'invited@example.com', role: 'member' })
    ).body;
    const { id: session } = (await owner.get('/sessions')).body.data[0];
    const ids: Record<string, string> = { users: owner.userId, keys: key, invitations: invitation };
    const lists = () =>
      Promise.all(
        ['/users', '/keys', '/invitations', '/sessions'].map(async (url) => (await owner.get(url)).body),
      );
    const before = [await snapshot(), await lists()];
    for (const { method, path } of ENDPOINTS.filter((one) => one.for === 'owner' || one.for === 'approver')) {
      const [, noun = ''] = /^\/api\/v1\/([a-z-]+)/.exec(path) ?? [];
      const id =
        { ...ids, sessions: session, quotes: theirs.quotes[0], customers: theirs.customer }[noun] ?? '';
      const url = path.replace('/api/v1', '').replace(':id', id);
      const valid = noun === 'users' ? { role: 'reader' } : {};
      const body = ['POST', 'PATCH', 'PUT'].includes(method) ? valid : undefined;
      const headers = { 'If-Match': '*' };
      const reply = await stranger.request(method, url, body, { headers });
      if (path.includes(':id')) assert.equal(reply.status, 404, `${method} ${path}: ${reply.text}`);
      assert.ok(!reply.text.includes(SECRET), `${method} ${path}: ${reply.text}`);
      const refused = await intruder.request(method, url, body, { headers });
      assert.equal(refused.status, 404, `${method} ${path} in the other account: ${refused.text}`);
    }
    assert.deepEqual([await snapshot(), await lists()], before, 'the other account is unchanged');
  });

  // The test above covers operations that no key may perform.
  for (const { method, path } of ENDPOINTS.filter((one) => one.for === undefined || one.for === 'settings')) {
    test(`${method} ${path} shows and changes nothing of another account`, async () => {
      await prepare();
      const ids = !path.includes(':id')
        ? ['']
        : path.includes('/quotes')
          ? theirs.quotes
          : [NOUNS.find(([noun]) => path.includes(noun))?.[1](theirs) ?? theirs.customer];
      const before = await snapshot();
      for (const id of ids) {
        const plain = path
          .replace('/api/v1', '')
          .replace(':id', id)
          .replace(/:(name|deliveryId)/, 'plan.pdf')
          .replace(':kind', 'journal')
          .replace(':catalogueItemId', theirs.item);
        const url = /\/(archive|journal)$/.test(plain) ? `${plain}?month=2026-03` : plain;
        const body = method === 'GET' || method === 'DELETE' ? undefined : bodyFor(method, path);
        const raw = path.endsWith('/payments/imports') ? STATEMENT : {};
        const reply = await own.request(method, url, body, raw);
        assert.equal(reply.text.includes(SECRET), false, reply.text);
        // A PUT of the same identifier creates the caller's own customer.
        if (method === 'PUT' && path.includes('/customers')) assert.equal(reply.status, 201);
        else if (path.includes(':id')) assert.equal(reply.status, 404, reply.text);
        else assert.ok(reply.status < 300, reply.text);
        if (path.startsWith('/api/v1/customers') && method === 'PUT') await own.delete(url);
      }
      assert.deepEqual(await snapshot(), before, 'the other account is unchanged');
    });
  }

  test('lists, filters and searches return nothing of another account', async () => {
    await prepare();
    for (const url of [
      `/quotes?search=${SECRET}`,
      '/quotes?search=w',
      '/quotes?customerId=cus_other',
      '/quotes?status=SENT',
      '/invoices',
      `/invoices?quoteId=${theirs.quotes[2]}`,
      `/customers?search=${SECRET}`,
      '/customers?email=other@example.com',
      `/customers?metadata[crm]=${SECRET}`,
      `/catalogue-items?sku=${SECRET}`,
      `/catalogue-items?search=${SECRET}`,
      '/catalogue-items?search=w',
    ]) {
      const { body } = await own.get(url);
      assert.deepEqual([body.data, body.pagination.total], [[], 0], url);
    }
  });

  const NOUNS: [path: string, id: (known: typeof theirs) => string][] = [
    ['/invoices', ({ invoice }) => invoice],
    ['/catalogue-items', ({ item }) => item],
    ['/templates', ({ template }) => template],
    ['/webhook-endpoints', ({ endpoint }) => endpoint],
    ['/events', ({ event }) => event],
    ['/payments/imports', ({ statement }) => statement],
    ['/price-lists', ({ prices }) => prices],
  ];

  function bodyFor(method: string, path: string): Json {
    if (path.includes('/price-lists')) return method === 'PUT' ? { unitPrice: 1 } : { name: 'Mine' };
    if (method === 'PUT' || path === '/api/v1/customers') return { name: 'Mine' };
    if (path === '/api/v1/quotes/preview') return { title: 'Mine', items: [ITEM] };
    if (path === '/api/v1/quotes') return { customerId: 'cus_test', title: 'Mine', items: [ITEM] };
    if (path === '/api/v1/catalogue-items') return { description: 'Mine', unitPrice: 1 };
    if (path === '/api/v1/templates') return { name: 'Mine' };
    if (path === '/api/v1/webhook-endpoints') return { url: 'https://receiver.invalid/', enabled: false };
    if (path.endsWith('/replay')) return { after: '2026-01-01' };
    if (path.endsWith('/messages')) return { text: 'Mine' };
    if (path.endsWith('/mail/test')) return { email: 'mine@example.com' };
    if (path.endsWith('/test-clock')) return { advanceBy: 'P1D' };
    return path.endsWith('/account') ? { name: 'Mine' } : {};
  }

  async function snapshot(): Promise<unknown[]> {
    const urls = ['/quotes?limit=100', '/customers?limit=100', '/invoices?limit=100', '/account'].concat(
      '/catalogue-items?limit=100',
      '/templates?limit=100',
      '/price-lists?limit=100',
      `/price-lists/${theirs.prices}/entries`,
      '/webhook-endpoints',
      '/test-clock',
    );
    return Promise.all(urls.map(async (url) => (await other.get(url)).body));
  }
});
