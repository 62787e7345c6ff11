import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Service, startService } from '../../src/app/service.ts';
import { connectApp, obtainCode, refresh, requestToken, toApp } from '../support/apps/connect.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { createClient } from '../support/service/client.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

describe('Apps and two processes on one PostgreSQL', { skip: !isEngineEnabled('postgres') }, () => {
  let first: TestService;
  let second: Service;
  let person: TestPerson;

  before(async () => {
    first = await startTestService({ engine: 'postgres' });
    second = await startService(first.config, { clock: first.clock, warmUp: false });
    person = await signIn(first);
  });
  after(async () => {
    await second?.close();
    await first?.close();
  });

  test('a code of one process is redeemed by the other, and the token opens both', async () => {
    const { clientId, fields } = await obtainCode(first, person);
    const { status, body } = await requestToken(second, fields);
    assert.equal(status, 200, JSON.stringify(body));
    for (const { url } of [first, second]) {
      assert.equal((await toApp({ url }, clientId, body).api.get('/quotes')).status, 200);
    }
  });

  test('of uses of a code at both at once, one succeeds at most, and the repeat ends it everywhere', async () => {
    for (let round = 0; round < 5; round++) {
      const { clientId, fields } = await obtainCode(first, person);
      const replies = await Promise.all([first, second, first, second].map((at) => requestToken(at, fields)));
      const won = replies.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      const key = won[0]?.body.access_token;
      assert.equal((await createClient({ url: second.url, key }).get('/quotes')).status, 401, clientId);
    }
  });

  test('refreshes of one client at both at once get the same answer, and the grant goes on', async () => {
    const app = await connectApp(first, person);
    const replies = await Promise.all([first, second, first, second].map((at) => refresh(at, app)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const tokens = replies.map(({ body }) => `${body.access_token} ${body.refresh_token}`);
    assert.equal(new Set(tokens).size, 1);
    const next = toApp(second, app.clientId, replies[0]?.body);
    assert.equal((await next.api.get('/quotes')).status, 200);
    assert.equal((await refresh(second, next)).status, 200);
  });

  test('what ends at one process has ended at the other', async () => {
    const app = await connectApp(first, person);
    const there = createClient({ url: second.url, key: app.access });
    assert.equal((await there.get('/quotes')).status, 200);
    const { text } = await person.page(`/${person.accountId}/settings/apps`);
    for (const [, path = ''] of text.matchAll(/action="([^"]*\/end)"/g)) {
      assert.equal((await person.page(path, {})).status, 303);
    }
    assert.equal((await there.get('/quotes')).status, 401);
    assert.equal((await refresh(second, app)).body.error, 'invalid_grant');
  });
});
