import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newPayer, PUBLIC_URL } from '../support/payments/paying.ts';
import { providersOn, startTills, type Tills } from '../support/payments/tills.ts';
import { testAll } from '../support/run/all.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/**
 * Providers that take a request and never answer. The service waits for half a second only, which a busy machine may need
 * for an answer, so that what must succeed is repeated like customers and providers do.
 */
for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    let tills: Tills;
    before(async () => {
      tills = await startTills(() => service.clock());
      service = await startTestService({
        engine,
        env: { ...tills.env, PUBLIC_URL, PROFFER_SECRET: 'a secret of at least 32 characters' },
        payments: { caCertificates: [tills.ca], timeoutMs: 500 },
      });
    });
    after(async () => {
      await service?.close();
      await tills?.close();
    });

    for (const kind of providersOn(engine)) {
      (kind === 'stripe' ? test : testAll)(
        `a ${kind} that does not answer loses nothing, and the customer learns what to do`,
        async () => {
          const till = tills[kind];
          const it = await newPayer(service, till);
          for (const fault of ['silent', 'silent_after'] as const) {
            till.server.fail(fault);
            const page = await it.press();
            assert.deepEqual([page.status, /try again in a minute/.test(page.text)], [503, true], fault);
          }
          till.server.fail();
          await until(async () => (await it.press()).status === 200);
          const [id = '', ...others] = till.checkouts();
          assert.deepEqual(others, [], 'each press repeats the same call');
          till.pay(id);
          till.server.fail('silent');
          const waiting = await it.comeBack(id);
          assert.match(waiting.text, /Payment on its way/);
          assert.equal(waiting.headers.get('Refresh'), '3; url=?looks=1');
          assert.deepEqual(new Set(await it.notify(id)), new Set([503]), 'the provider sends it again');
          till.server.fail();
          await until(async () => (await it.notify(id)).every((status) => status === 200));
          await it.assertBalanced();
          assert.equal((await it.invoice()).status, 'PAID');
        },
      );
    }
  });
}
