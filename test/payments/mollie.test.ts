import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMollie } from '../../src/adapters/payments/mollie.ts';
import {
  type NewCheckout,
  ProviderError,
  type ProviderKeys,
} from '../../src/domain/invoice/payment/provider.ts';
import {
  MOLLIE_KEY,
  MOLLIE_LIVE_KEY,
  type MollieServer,
  startMollie,
} from '../support/payments/mollie-server.ts';

const KEYS: ProviderKeys = { secretKey: MOLLIE_KEY, webhookSecret: null };
let count = 0;

function newCheckout(more: Partial<NewCheckout> = {}): NewCheckout {
  return {
    ...{
      id: `chk_${++count}`,
      amount: 12_345,
      currency: 'EUR',
      description: 'INV-2026-0001',
      language: 'de',
    },
    ...{
      returnUrl: 'https://quotes.example/pay/abc',
      notifyUrl: 'https://quotes.example/hooks/mollie/x',
      ...more,
    },
  };
}

for (const isSimple of [false, true]) {
  describe(isSimple ? 'Mollie, as a simple server speaks it' : 'Mollie', () => {
    let server: MollieServer;
    let mollie: ReturnType<typeof createMollie>;
    before(async () => {
      server = await startMollie({ isSimple });
      mollie = createMollie({ apiUrl: server.url, caCertificates: [server.ca] });
    });
    after(() => server.close());
    const found = async (id: string) => {
      const checkout = await mollie.findCheckout(KEYS, id);
      assert.ok(checkout);
      return checkout;
    };

    it('a checkout carries amount, number, language and our identifier, and nothing about the customer', async () => {
      const checkout = newCheckout();
      const { providerId, url, ...rest } = await mollie.createCheckout(KEYS, checkout);
      assert.deepEqual(rest, { id: checkout.id, state: 'open', isLive: false, movements: [] });
      assert.equal(url, `${server.url}/checkout/${providerId}`);
      assert.deepEqual(JSON.parse(server.requests.at(-1)?.body ?? ''), {
        amount: { currency: 'EUR', value: '123.45' },
        description: 'INV-2026-0001',
        redirectUrl: checkout.returnUrl,
        cancelUrl: checkout.returnUrl,
        webhookUrl: checkout.notifyUrl,
        locale: 'de_DE',
        metadata: { proffer_checkout: checkout.id },
      });
      await mollie.createCheckout(
        KEYS,
        newCheckout({ notifyUrl: null, language: 'ja', currency: 'JPY', amount: 5000 }),
      );
      const { webhookUrl, locale, amount } = JSON.parse(server.requests.at(-1)?.body ?? '');
      assert.deepEqual(
        { webhookUrl, locale, amount },
        { webhookUrl: undefined, locale: undefined, amount: { currency: 'JPY', value: '5000' } },
      );
    });

    it('a repeat creates no second payment, also after an error that hid the first response', async () => {
      const checkout = newCheckout();
      const before = server.payments.size;
      server.fail('cut_after');
      await assert.rejects(mollie.createCheckout(KEYS, checkout), { reason: 'unreachable' });
      server.fail();
      const first = await mollie.createCheckout(KEYS, checkout);
      assert.deepEqual(await mollie.createCheckout(KEYS, checkout), first);
      assert.equal(server.payments.size, before + 1);
    });

    it('every status is a state, and only a paid payment has a movement', async () => {
      const { providerId } = await mollie.createCheckout(KEYS, newCheckout());
      for (const [status, state] of [
        ['pending', 'processing'],
        ['authorized', 'processing'],
        ['failed', 'ended'],
        ['expired', 'ended'],
        ['canceled', 'ended'],
        ['paid', 'paid'],
      ] as const) {
        server.setStatus(providerId, status);
        const checkout = await found(providerId);
        assert.equal(checkout.state, state, status);
        assert.deepEqual(
          checkout.movements.map(({ id, kind, amount }) => ({ id, kind, amount })),
          state === 'paid' ? [{ id: providerId, kind: 'payment', amount: 12_345 }] : [],
        );
      }
    });

    it('ending a checkout cancels it, unless it cannot be canceled or was paid', async () => {
      const { providerId } = await mollie.createCheckout(KEYS, newCheckout());
      assert.equal((await mollie.endCheckout(KEYS, providerId)).state, 'open');
      server.setCancelable(providerId, true);
      assert.equal((await mollie.endCheckout(KEYS, providerId)).state, 'ended');
      const paid = await mollie.createCheckout(KEYS, newCheckout());
      server.pay(paid.providerId);
      assert.equal((await mollie.endCheckout(KEYS, paid.providerId)).state, 'paid');
      assert.equal(await mollie.findCheckout(KEYS, 'tr_unknown'), undefined);
    });

    it('refunds and chargebacks are movements, and come back when they fail or are won', async () => {
      const { providerId } = await mollie.createCheckout(KEYS, newCheckout());
      server.pay(providerId);
      const request = {
        paymentId: providerId,
        amount: 345,
        currency: 'EUR',
        idempotencyKey: `${providerId}-1`,
      };
      const refund = await mollie.refund(KEYS, request);
      assert.deepEqual(await mollie.refund(KEYS, request), refund);
      assert.deepEqual([refund.kind, refund.amount], ['refund', -345]);
      await assert.rejects(mollie.refund(KEYS, { ...request, amount: 12_345, idempotencyKey: 'other' }), {
        reason: 'refused',
        message: 'Mollie rejected the request (amount).',
      });
      if (isSimple) return;
      const check = async () => {
        const { movements } = await found(providerId);
        const sum = movements.reduce((total, { amount }) => total + amount, 0);
        assert.equal(sum, server.holds(providerId));
        return movements.map(({ id }) => id);
      };
      const failing = server.refund(providerId, '10.00', 'processing');
      await check();
      server.updateRefund(failing, 'failed');
      const chargeback = server.chargeBack(providerId);
      await check();
      server.reverseChargeback(chargeback);
      const ids = await check();
      assert.deepEqual(
        ids.sort(),
        [providerId, refund.id, failing, `${failing}:failed`, chargeback, `${chargeback}:won`].sort(),
      );
    });

    it('a notification only says which payment to fetch', async () => {
      const read = (body: string) =>
        mollie.readNotification(KEYS, { headers: {}, body: Buffer.from(body), now: 0 });
      assert.deepEqual(await read('id=tr_abc'), {
        ...{ providerId: 'tr_abc', checkoutId: null, paymentId: null, movements: [] },
      });
      for (const body of [
        '',
        'id=',
        'id=pl_1',
        'id=tr_a/../b',
        '{"id":"tr_abc"}',
        `id=tr_${'a'.repeat(100)}`,
      ]) {
        assert.equal(await read(body), undefined, body);
      }
    });

    it('the key is checked, and no error repeats any of it', async () => {
      assert.deepEqual(await mollie.checkKey(KEYS), { isLive: false });
      assert.deepEqual(await mollie.checkKey({ ...KEYS, secretKey: MOLLIE_LIVE_KEY }), { isLive: true });
      for (const secretKey of [
        'test_WrongKey0123456789abcdefghij',
        'access_LocalKey0123456789',
        'test_ \r\nx',
      ]) {
        const error = await mollie.checkKey({ ...KEYS, secretKey }).catch((thrown) => thrown);
        assert.ok(error instanceof ProviderError);
        assert.equal(error.reason, 'key_refused');
        assert.doesNotMatch(error.message, /Key0/);
      }
      const live = { ...KEYS, secretKey: MOLLIE_LIVE_KEY };
      const { providerId } = await mollie.createCheckout(live, newCheckout());
      assert.equal((await mollie.findCheckout(live, providerId))?.isLive, true);
      assert.equal(await mollie.findCheckout(KEYS, providerId), undefined);
    });

    it('a provider that is down or silent is unreachable', async () => {
      const quick = createMollie({ apiUrl: server.url, caCertificates: [server.ca], timeoutMs: 300 });
      for (const fault of ['down', 'error', 'silent'] as const) {
        server.fail(fault);
        await assert.rejects(quick.checkKey(KEYS), { reason: 'unreachable' });
      }
      server.fail();
      const untrusted = createMollie({ apiUrl: server.url });
      await assert.rejects(untrusted.checkKey(KEYS), { reason: 'unreachable' });
    });
  });
}

it('Mollie takes its currencies only, from the smallest unit', () => {
  const { accepts } = createMollie({ apiUrl: null });
  assert.deepEqual(
    [
      accepts(1, 'EUR'),
      accepts(0, 'EUR'),
      accepts(500, 'ISK'),
      accepts(5000, 'KWD'),
      accepts(100_000_001, 'EUR'),
    ],
    [true, false, true, false, false],
  );
});
