import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { createQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { describeService, TEST_KEY } from '../support/service/service.ts';

const PATHS = [...new Set(ENDPOINTS.map(({ path }) => path))].filter((path) => path.includes(':'));
/** NUL and invalid UTF-8: a lone byte, an overlong NUL, a surrogate. */
const ODD = ['%00', 'a%00b', '%00%00', 'a%ffb', '%c0%80', '%ed%a0%80'];
const QUERIES = [
  ...[
    '/quotes?search',
    '/quotes?customerId',
    '/quotes?status',
    '/quotes?sort',
    '/quotes?page',
    '/quotes?limit',
  ],
  ...['/customers?search', '/invoices?quoteId'],
];

describeService((service) => {
  for (const path of PATHS) {
    test(`invalid bytes in ${path} are a 404`, async () => {
      const endpoints = ENDPOINTS.filter((endpoint) => endpoint.path === path);
      const isOfPeople = endpoints.some(({ for: whom }) => whom === 'owner' || whom === 'approver');
      const { request } = isOfPeople ? await signIn(service()) : service().automation;
      for (const odd of ODD) {
        const url = path.replace('/api/v1', '').replaceAll(/:\w+/g, odd);
        for (const { method } of endpoints) {
          const sent = ['POST', 'PUT', 'PATCH'].includes(method) ? { name: 'x' } : undefined;
          const { status, body } = await request(method, url, sent);
          assert.deepEqual([status, body.code], [404, 'not_found'], `${method} ${url}`);
        }
      }
    });
  }

  test('a path with NUL does not bypass the key', async () => {
    assert.equal((await service().client().get('/customers/a%00b')).status, 401);
  });

  test('NUL in the URLs of pages is a 404 too', async () => {
    const headers = { Authorization: `Bearer ${TEST_KEY}` };
    for (const path of ['/outbox/a%00b', '/outbox/a%00b/html', '/outbox/a%00b/attachments/0', '/pdf/a%00b']) {
      assert.equal((await fetch(service().url + path, { headers })).status, 404, path);
    }
    const page = await fetch(`${service().url}/q/a%00b`);
    assert.equal(page.status, 404);
    assert.match(page.headers.get('Content-Type') ?? '', /text\/html/);
  });

  for (const query of QUERIES) {
    test(`invalid bytes in ${query} are a 400`, async () => {
      for (const odd of ODD) {
        const { status, body } = await service().automation.get(`${query}=${odd}`);
        assert.deepEqual([status, body.code], [400, 'validation_failed'], `${query}=${odd}`);
      }
    });
  }

  test('a parameter name with invalid bytes is a 400', async () => {
    for (const odd of ODD)
      assert.equal((await service().automation.get(`/quotes?${odd}=1`)).status, 400, odd);
  });

  test('NUL in an unknown query parameter is an error like any unknown one', async () => {
    const { id } = await createQuote(service().automation, { customerId: 'cus_demo' });
    assert.equal((await service().automation.get(`/quotes/${id}?x=%00`)).status, 400);
  });
});
