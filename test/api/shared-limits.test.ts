import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setLimits } from '../../src/actions/account/limits/account-limits.ts';
import { type Service, startService } from '../../src/app/service.ts';
import { submit } from '../support/api/customer.ts';
import { quoteBody, sentQuote } from '../support/api/quotes.ts';
import { type Client, createClient } from '../support/service/client.ts';
import { DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

/** Limits are claimed in blocks of two reads and of one write. */
const READS = 200;
const WRITES = 10;

describe('Two processes on one PostgreSQL', { skip: !isEngineEnabled('postgres') }, () => {
  let first: TestService;
  let second: Service;
  let account: TestAccount;
  let clients: [Client, Client];

  before(async () => {
    const env = { RATE_LIMIT_READS: String(READS), RATE_LIMIT_WRITES: String(WRITES) };
    first = await startTestService({ engine: 'postgres', env });
    second = await startService(first.config, { clock: first.clock, warmUp: false });
    account = await first.newAccount();
    clients = [account, createClient({ url: second.url, key: account.key, contract: first.contract })];
  });
  after(async () => {
    await second?.close();
    await first?.close();
  });

  const write = (client: Client) => client.put('/customers/cus_other', { name: 'Other' });
  const leftIn = (reply: { headers: Headers }) => reply.headers.get('RateLimit');

  test('share a small limit to the last request, and report what is left', async () => {
    first.clock.advance(MINUTE);
    for (let left = WRITES - 1; left >= 0; left--) {
      const reply = await write(clients[left % 3 === 0 ? 0 : 1]);
      assert.ok(reply.status < 300, reply.text);
      assert.equal(leftIn(reply), `"write";r=${left};t=60`);
    }
    first.clock.advance(10_000);
    for (const client of clients) {
      const refused = await write(client);
      assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
      assert.equal(refused.headers.get('Retry-After'), '50');
      assert.equal(leftIn(refused), '"write";r=0;t=50');
    }
    first.clock.advance(50_000);
    for (const client of clients) assert.equal((await write(client)).status, 200);
  });

  test('share a small limit among concurrent requests', async () => {
    first.clock.advance(MINUTE);
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) => write(clients[index % 2 && 1])),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, WRITES);
    assert.equal(replies.filter(({ status }) => status === 429).length, 16 - WRITES);
  });

  test('allow no more than a large limit, and at most the rest of a block less', async () => {
    first.clock.advance(MINUTE);
    let passed = 0;
    for (let round = 0; round < 11; round++) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => clients[index % 2 && 1].get('/account')),
      );
      passed += replies.filter(({ status }) => status === 200).length;
    }
    assert.ok(passed <= READS && passed >= READS - 1, `${passed} passed`);
  });

  test('create no more quotes together than an account may, and share its requests', async () => {
    const api = await first.newAccount();
    const pair = [api, createClient({ url: second.url, key: api.key, contract: first.contract })] as const;
    await setLimits(first, api.accountId, { quotes: 5, requests: 8 }, null, first.clock());
    // Each process read the limits at most five seconds ago.
    first.clock.advance(5_000);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => pair[index % 2 && 1].post('/quotes', quoteBody())),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [
      ...Array(5).fill(201),
      ...Array(3).fill(403),
    ]);
    for (const client of pair) assert.equal((await client.get('/account')).status, 429);
  });

  test('are not blocked by a window from a clock that is far ahead', async () => {
    const api = await first.newAccount();
    const behind = await startService(first.config, { clock: () => first.clock() - HOUR, warmUp: false });
    try {
      for (let times = 0; times < WRITES; times++) await write(api);
      assert.equal((await write(api)).status, 429);
      assert.equal((await write(createClient({ url: behind.url, key: api.key }))).status, 200);
    } finally {
      await behind.close();
    }
  });

  test('share the limit on forms of the customer page', async () => {
    first.clock.advance(MINUTE);
    const { publicUrl } = await sentQuote(account);
    const ask = (url: string) => submit(url, 'question', { question: 'When?' });
    for (let times = 0; times < 10; times++) assert.equal((await ask(publicUrl)).status, 303);
    const refused = await ask(publicUrl.replace(first.url, second.url));
    assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [429, '60']);
  });

  test('delete the windows of yesterday', async () => {
    const windows = () => first.db.read.all('SELECT subject FROM rate_windows');
    assert.ok((await windows()).length > 0);
    first.clock.advance(DAY + 2 * MINUTE);
    await first.runJob('clean-up');
    assert.deepEqual(await windows(), []);
  });
});
