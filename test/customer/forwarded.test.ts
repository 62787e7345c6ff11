import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok, readSeen, submit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { TRUST_PROXY: 'on' } });
});
after(() => service?.close());

test('behind a proxy the record keeps the forwarded IP address and no other text', async () => {
  const account = await service.newAccount();
  for (const [forwarded, ip] of [
    ['203.0.113.7', '203.0.113.7'],
    ['[2001:DB8::7]:51234, 10.0.0.1', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['<script>alert(1)</script>', null],
    [`${'x'.repeat(5000)}, 203.0.113.7`, null],
    ['unknown', null],
    [undefined, '127.0.0.1'],
  ] as const) {
    const quote = await sentQuote(account);
    const form = { reason: '', ...(await readSeen(quote.publicUrl)) };
    const reply = await submit(quote.publicUrl, 'decline', form, { 'X-Forwarded-For': forwarded });
    assert.equal(reply.status, 303, reply.text);
    assert.equal(ok(await account.get(`/quotes/${quote.id}/acceptance`)).ip, ip, String(forwarded));
  }
});
