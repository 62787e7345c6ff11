import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { MINUTE } from '../support/service/clock.ts';
import { describeService, TEST_KEY } from '../support/service/service.ts';

interface Sender {
  key?: string;
  forwarded?: string;
}

interface Reply {
  status: number;
  retryAfter: string | undefined;
}

/** Sends a request over its own connection. */
function ask(url: string, { key = 'prf_live_wrong', forwarded }: Sender = {}): Promise<Reply> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }),
  };
  return new Promise((resolve, reject) => {
    request(`${url}/api/v1/account`, { agent: false, headers }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function statuses(url: string, count: number, sender?: (index: number) => Sender): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await ask(url, sender?.(index))).status);
  return found;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

function logIn(url: string, key: string): Promise<Response> {
  const body = new URLSearchParams({ key });
  return fetch(`${url}/outbox/login`, { method: 'POST', body, redirect: 'manual' });
}

describeService((service) => {
  test('20 invalid keys per minute and IP address get 401, further ones 429', async () => {
    const { url, clock } = service();
    clock.advance(MINUTE);
    assert.deepEqual(await statuses(url, 22), [...times(20, 401), 429, 429]);
    const { retryAfter } = await ask(url);
    assert.ok(Number(retryAfter) >= 1 && Number(retryAfter) <= 60, String(retryAfter));
    assert.equal((await ask(url, { key: TEST_KEY })).status, 200, 'a valid key is never rejected');
    clock.advance(MINUTE);
    assert.equal((await ask(url)).status, 401, 'the next minute');
  });

  test('a valid account key is not limited, and the 429 of others says why', async () => {
    const { url, clock } = service();
    clock.advance(MINUTE);
    const account = await service().newAccount();
    await statuses(url, 21);
    assert.equal((await account.get('/account')).status, 200);
    const { status, body } = await service().client('prf_test_nobody').get('/account');
    assert.deepEqual([status, body.code], [429, 'rate_limited']);
    assert.match(body.detail, /Try again in \d+ s/);
  });

  test('a request without a key does not count as a guess', async () => {
    const { clock } = service();
    clock.advance(MINUTE);
    for (let index = 0; index < 25; index++) {
      assert.equal((await service().client().get('/account')).status, 401);
    }
    assert.equal((await service().client('prf_test_nobody').get('/account')).status, 401);
  });

  test('sign-ins to the outbox count too', async () => {
    const { url, clock } = service();
    clock.advance(MINUTE);
    const found: number[] = [];
    for (let index = 0; index < 15; index++) found.push((await logIn(url, 'prf_test_nobody')).status);
    assert.deepEqual([...found, ...(await statuses(url, 6))], [...times(20, 401), 429]);
    const refused = await logIn(url, 'prf_test_nobody');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('Retry-After')) >= 1);
    assert.match(await refused.text(), /Too many invalid keys/);
    assert.equal((await logIn(url, TEST_KEY)).status, 303, 'a valid key is never rejected');
  });
});

describeService(
  (service) => {
    test('behind a proxy the forwarded IP address counts', async () => {
      const { url, clock } = service();
      clock.advance(MINUTE);
      const claims = (index: number) => ({ forwarded: `198.51.100.${index}, 203.0.113.7` });
      assert.deepEqual(await statuses(url, 21, claims), [...times(20, 401), 429]);
      assert.equal((await ask(url, { forwarded: '203.0.113.8' })).status, 401);
      assert.equal((await ask(url, { forwarded: 'nonsense' })).status, 401);
    });

    test('IPv6 addresses of one /64 count together', async () => {
      const { url, clock } = service();
      clock.advance(MINUTE);
      const near = (index: number) => ({ forwarded: `2001:db8:0:7::${index.toString(16)}` });
      assert.deepEqual(await statuses(url, 21, near), [...times(20, 401), 429]);
      assert.equal((await ask(url, { forwarded: '2001:db8:0:8::1' })).status, 401);
    });
  },
  { env: { TRUST_PROXY: 'on' } },
);
