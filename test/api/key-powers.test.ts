import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/app/config/config.ts';
import { startService } from '../../src/app/service.ts';
import { findFirstAccount } from '../../src/store/tables/account/accounts.ts';
import { createQuote, quoteBody } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { createClock } from '../support/service/clock.ts';
import { describeService, startTestService, TEST_KEY } from '../support/service/service.ts';

const LIVE_KEY = 'prf_live_0123456789abcdefghijklmnopqrstuv';
const WRITES = 5;

describeService(
  (service) => {
    const actorOf = async (api: Client, { id }: Json) =>
      (await api.get(`/quotes/${id}/events`)).body.data[0].actor;

    test('a key acts for its account, under its name and within the limits', async () => {
      const api = await service().newAccount();
      const quote = await createQuote(api);
      assert.deepEqual(await actorOf(api, quote), { type: 'key', id: api.keyId, name: 'Test' });
      const { secret } = await service().newKey(api.accountId, 'read');
      const reader = service().client(secret);
      assert.equal((await reader.get(`/quotes/${quote.id}`)).status, 200);
      assert.equal((await reader.post('/quotes', quoteBody())).status, 403);
      const replies = [];
      for (let times = 0; times < WRITES; times++) replies.push(await api.post('/quotes', quoteBody()));
      assert.equal(replies.at(-1)?.status, 429);
      assert.equal(replies[0]?.status, 201);
    });

    test('the environment key acts for the first account of its kind, under its name and without limits', async () => {
      await service().newAccount({ kind: 'test' });
      const environment = service().client(LIVE_KEY);
      const account = await findFirstAccount(service().db.read, 'live');
      const { body } = await environment.get('/account');
      assert.deepEqual([body.id, body.kind], [account?.id, 'live']);
      await environment.put('/customers/cus_demo', { name: 'Ada' });
      const quotes = [];
      for (let times = 0; times < WRITES + 2; times++) {
        quotes.push(await createQuote(environment, { customerId: 'cus_demo' }));
      }
      const name = 'PROFFER_API_KEY';
      assert.deepEqual(await actorOf(environment, quotes[0]), { type: 'key', id: 'key_environment', name });
      assert.equal(
        (
          await service()
            .client(`${LIVE_KEY.slice(0, -1)}x`)
            .get('/account')
        ).status,
        401,
      );
    });

    test('a test key in the environment acts for the first test account', async () => {
      const prepare = ({ env }: { env: Record<string, string> }) => startOnce(env, LIVE_KEY);
      const own = await startTestService({ engine: service().engine, prepare });
      try {
        assert.equal((await own.automation.get('/account')).body.kind, 'test');
      } finally {
        await own.close();
      }
    });

    test('the environment key is rejected if no account of its kind exists', async () => {
      const own = await startTestService({ engine: service().engine, env: { PROFFER_API_KEY: LIVE_KEY } });
      try {
        await own.db.write((tx) => tx.run("UPDATE accounts SET kind = 'test'"));
        const { status, body } = await own.client(LIVE_KEY).get('/account');
        assert.deepEqual([status, body.code], [401, 'unauthorized']);
        assert.match(body.detail, /no account for PROFFER_API_KEY/);
      } finally {
        await own.close();
      }
    });

    test('without an environment key only the keys of accounts are valid', async () => {
      const own = await startTestService({ engine: service().engine, env: { PROFFER_API_KEY: '' } });
      try {
        assert.equal((await (await own.newAccount()).get('/account')).status, 200);
        assert.equal((await own.client(LIVE_KEY).get('/account')).status, 401);
      } finally {
        await own.close();
      }
    });
  },
  {
    env: { PROFFER_API_KEY: LIVE_KEY, RATE_LIMIT_WRITES: String(WRITES) },
    prepare: ({ env }) => startOnce(env, TEST_KEY),
  },
);

/** Starts a service once so that the first account has the kind of this key. */
async function startOnce(env: Record<string, string>, key: string): Promise<void> {
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent', PROFFER_API_KEY: key });
  await (await startService(config, { clock: createClock(), warmUp: false })).close();
}
