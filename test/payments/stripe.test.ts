import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createStripe } from '../../src/adapters/payments/stripe.ts';
import {
  type NewCheckout,
  ProviderError,
  type ProviderKeys,
  type RawNotification,
} from '../../src/domain/invoice/payment/provider.ts';
import {
  STRIPE_KEY,
  STRIPE_LIVE_KEY,
  STRIPE_RESTRICTED_KEY,
  type StripeServer,
  signedHeaders,
  startStripe,
  WEBHOOK_SECRET,
} from '../support/payments/stripe-server.ts';

const KEYS: ProviderKeys = { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET };
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
    ...{ returnUrl: 'https://quotes.example/pay/abc', notifyUrl: null, ...more },
  };
}

for (const isSimple of [false, true]) {
  describe(isSimple ? 'Stripe, as a simple server speaks it' : 'Stripe', () => {
    let server: StripeServer;
    let stripe: ReturnType<typeof createStripe>;
    before(async () => {
      server = await startStripe({ isSimple });
      stripe = createStripe({ apiUrl: server.url, caCertificates: [server.ca], timeoutMs: 5000 });
    });
    after(() => server.close());
    const read = (event: object, { secret = WEBHOOK_SECRET, at = Date.now(), now = Date.now() } = {}) => {
      const body = JSON.stringify(event);
      const headers = signedHeaders(body, secret, at);
      return stripe.readNotification(KEYS, { headers, body: Buffer.from(body), now });
    };
    const found = async (id: string) => {
      const checkout = await stripe.findCheckout(KEYS, id);
      assert.ok(checkout);
      return checkout;
    };
    const sumOf = (movements: { amount: number }[]) => movements.reduce((sum, { amount }) => sum + amount, 0);

    it('a checkout carries amount, number, language and our identifier, and nothing about the customer', async () => {
      const checkout = newCheckout();
      const { providerId, url, ...rest } = await stripe.createCheckout(KEYS, checkout);
      assert.deepEqual(rest, { id: checkout.id, state: 'open', isLive: false, movements: [] });
      assert.equal(url, `${server.url}/c/pay/${providerId}`);
      const { body = '' } = server.requests.at(-1) ?? {};
      assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
        'adaptive_pricing[enabled]': 'false',
        cancel_url: checkout.returnUrl,
        client_reference_id: checkout.id,
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][product_data][name]': 'INV-2026-0001',
        'line_items[0][price_data][unit_amount]': '12345',
        'line_items[0][quantity]': '1',
        locale: 'de',
        'metadata[proffer_checkout]': checkout.id,
        mode: 'payment',
        'payment_intent_data[description]': 'INV-2026-0001',
        'payment_intent_data[metadata][proffer_checkout]': checkout.id,
        success_url: checkout.returnUrl,
      });
    });

    it('a repeat creates no second checkout, also after an error that hid the first response', async () => {
      const checkout = newCheckout();
      const before = server.sessions.size;
      for (const fault of ['error_after', 'cut_after'] as const) {
        server.fail(fault);
        await assert.rejects(stripe.createCheckout(KEYS, checkout), { reason: 'unreachable' });
      }
      server.fail();
      const first = await stripe.createCheckout(KEYS, checkout);
      assert.deepEqual(await stripe.createCheckout(KEYS, checkout), first);
      const changed = { ...checkout, returnUrl: 'https://other.example/pay/abc' };
      await assert.rejects(stripe.createCheckout(KEYS, changed), { reason: 'conflict' });
      assert.equal(server.sessions.size, before + 1);
    });

    it('a paid checkout has one movement with the identifier of the payment', async () => {
      const { providerId } = await stripe.createCheckout(KEYS, newCheckout());
      server.pay(providerId);
      const { state, url, movements } = await found(providerId);
      assert.equal(state, 'paid');
      assert.equal(url, null);
      assert.deepEqual(
        movements.map(({ kind, amount, currency }) => ({ kind, amount, currency })),
        [{ kind: 'payment', amount: 12_345, currency: 'EUR' }],
      );
      assert.match(movements[0]?.id ?? '', /^pi_/);
    });

    it('amounts of other currencies are converted to units of Stripe and back', async () => {
      for (const [currency, amount, sent] of [
        ['JPY', 5000, '5000'],
        ['ISK', 500, '50000'],
        ['KWD', 5120, '5120'],
      ] as const) {
        const { providerId } = await stripe.createCheckout(KEYS, newCheckout({ currency, amount }));
        const body = new URLSearchParams(server.requests.at(-1)?.body);
        assert.equal(body.get('line_items[0][price_data][unit_amount]'), sent);
        server.pay(providerId);
        const { movements } = await found(providerId);
        assert.deepEqual([movements[0]?.amount, movements[0]?.currency], [amount, currency]);
      }
    });

    it('a payment that the bank decides on later is processing, then paid or ended', async () => {
      const paid = await stripe.createCheckout(KEYS, newCheckout());
      server.pay(paid.providerId, { async: true });
      assert.equal((await found(paid.providerId)).state, 'processing');
      server.settle(paid.providerId, true);
      assert.equal((await found(paid.providerId)).state, 'paid');
      const failed = await stripe.createCheckout(KEYS, newCheckout());
      server.pay(failed.providerId, { async: true });
      server.settle(failed.providerId, false);
      const { state, movements } = await found(failed.providerId);
      assert.deepEqual({ state, movements }, { state: 'ended', movements: [] });
    });

    it('ending a checkout ends it, or returns that it was paid', async () => {
      const open = await stripe.createCheckout(KEYS, newCheckout());
      assert.equal((await stripe.endCheckout(KEYS, open.providerId)).state, 'ended');
      assert.equal((await stripe.endCheckout(KEYS, open.providerId)).state, 'ended');
      const paid = await stripe.createCheckout(KEYS, newCheckout());
      server.pay(paid.providerId);
      const ended = await stripe.endCheckout(KEYS, paid.providerId);
      assert.deepEqual([ended.state, sumOf(ended.movements)], ['paid', 12_345]);
      await assert.rejects(stripe.endCheckout(KEYS, 'cs_test_unknown'), { reason: 'refused' });
      assert.equal(await stripe.findCheckout(KEYS, 'cs_test_unknown'), undefined);
    });

    it('a repeated refund refunds once, and more than is left is rejected', async () => {
      const { providerId } = await stripe.createCheckout(KEYS, newCheckout());
      server.pay(providerId);
      const [payment] = (await found(providerId)).movements;
      const request = { paymentId: payment?.id ?? '', amount: 345, currency: 'EUR' };
      const refund = await stripe.refund(KEYS, { ...request, idempotencyKey: `${providerId}-1` });
      assert.deepEqual([refund.kind, refund.amount], ['refund', -345]);
      server.fail('error_after');
      const second = { ...request, idempotencyKey: `${providerId}-2` };
      await assert.rejects(stripe.refund(KEYS, second), { reason: 'unreachable' });
      server.fail();
      await stripe.refund(KEYS, second);
      assert.equal(server.holds(providerId), 12_345 - 2 * 345);
      const tooMuch = { ...request, amount: 12_345, idempotencyKey: `${providerId}-3` };
      await assert.rejects(stripe.refund(KEYS, tooMuch), { reason: 'refused' });
    });

    it('events of refunds and disputes name our checkout and prove their movements', async () => {
      const checkout = newCheckout();
      const { providerId } = await stripe.createCheckout(KEYS, checkout);
      const seen = new Map<string, number>();
      const drain = async () => {
        const events = server.events.splice(0);
        // Oldest last: the order does not matter.
        for (const event of [...events, ...events].reverse()) {
          const notification = await read(event);
          if (event.type === 'charge.refunded') assert.deepEqual(notification?.movements, []);
          assert.equal(notification?.checkoutId, checkout.id, event.type);
          for (const { id, amount } of notification?.movements ?? []) seen.set(id, amount);
        }
        const sum = [...seen.values()].reduce((total, amount) => total + amount, 0);
        assert.equal(sum, server.holds(providerId));
      };
      server.events.length = 0;
      server.pay(providerId);
      await drain();
      const failing = server.refund(providerId, 1000, 'pending');
      server.refund(providerId, 345);
      await drain();
      server.updateRefund(failing, 'failed');
      await drain();
      const inquiry = server.dispute(providerId, { isInquiry: true });
      await drain();
      server.closeDispute(inquiry, 'warning_closed');
      const won = server.dispute(providerId);
      await drain();
      server.closeDispute(won, 'won');
      await drain();
      const lost = server.dispute(providerId);
      server.closeDispute(lost, 'lost');
      await drain();
      assert.deepEqual(
        [...seen.keys()].filter((id) => id.includes(':')).sort(),
        [`${won}:won`, `${failing}:failed`].sort(),
      );
      if (isSimple) return;
      const { movements } = await found(providerId);
      assert.deepEqual(new Map(movements.map(({ id, amount }) => [id, amount])), seen);
    });

    it('an event of another shop is ignored', async () => {
      const { providerId } = await stripe.createCheckout(KEYS, newCheckout());
      server.pay(providerId);
      server.refund(providerId);
      for (const event of server.events.splice(0)) {
        const object = {
          ...event.data.object,
          metadata: {},
          client_reference_id: null,
          payment_intent: null,
        };
        assert.equal(await read({ ...event, data: { object } }), undefined, event.type);
      }
      assert.equal(
        await read({ id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } }),
        undefined,
      );
    });

    it('a session that only refers to our checkout is not ours', async () => {
      const checkout = newCheckout();
      const { providerId } = await stripe.createCheckout(KEYS, checkout);
      server.pay(providerId);
      const session = server.sessions.get(providerId);
      // As in a payment link that is opened with ?client_reference_id=chk_…
      session.metadata = {};
      for (const event of server.events.splice(0)) {
        if (!event.type.startsWith('checkout.session.')) continue;
        const object = { ...event.data.object, metadata: {} };
        assert.equal(object.client_reference_id, checkout.id);
        assert.equal(await read({ ...event, data: { object } }), undefined, event.type);
      }
      assert.equal((await found(providerId)).id, null);
    });

    it('a forged, altered or old notification is rejected', async () => {
      const event = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } };
      await assert.rejects(read(event, { secret: 'whsec_other' }), { reason: 'forged' });
      const now = Date.now();
      assert.equal(await read(event, { at: now - 299_000, now }), undefined);
      await assert.rejects(read(event, { at: now - 302_000, now }), { reason: 'forged' });
      const body = JSON.stringify(event);
      const headers = signedHeaders(body, WEBHOOK_SECRET, now);
      for (const [wrongHeaders, wrongBody] of [
        [headers, `${body} `],
        [{}, body],
        [{ 'stripe-signature': 't=1,v1=' }, body],
        [{ 'stripe-signature': [headers['stripe-signature'] ?? ''] }, body],
      ] as [RawNotification['headers'], string][]) {
        const notification = { headers: wrongHeaders, body: Buffer.from(wrongBody), now };
        await assert.rejects(stripe.readNotification(KEYS, notification), { reason: 'forged' });
      }
      const unsigned = { ...KEYS, webhookSecret: null };
      await assert.rejects(stripe.readNotification(unsigned, { headers, body: Buffer.from(body), now }), {
        reason: 'forged',
      });
    });

    it('an event of the other mode is ignored', async () => {
      const { providerId } = await stripe.createCheckout(KEYS, newCheckout());
      server.pay(providerId);
      const event = server.events.splice(0).at(-1);
      assert.equal(await read({ ...event, livemode: true }), undefined);
    });

    it('the key is checked, and no error repeats any of it', async () => {
      assert.deepEqual(await stripe.checkKey(KEYS), { isLive: false });
      assert.deepEqual(await stripe.checkKey({ ...KEYS, secretKey: STRIPE_LIVE_KEY }), { isLive: true });
      for (const secretKey of [
        'sk_test_51WrongKey0123456789',
        'pk_test_51LocalKey0123456789',
        'sk_test_ \r\nx',
      ]) {
        const error = await stripe.checkKey({ ...KEYS, secretKey }).catch((thrown) => thrown);
        assert.ok(error instanceof ProviderError);
        assert.equal(error.reason, 'key_refused');
        assert.doesNotMatch(error.message, /51|\*\*/);
        assert.equal(error.cause, undefined);
      }
      await assert.rejects(stripe.checkKey({ ...KEYS, secretKey: STRIPE_RESTRICTED_KEY }), {
        reason: 'key_refused',
        message: 'Stripe does not allow this with the secret key.',
      });
      const live = { ...KEYS, secretKey: STRIPE_LIVE_KEY };
      const { providerId } = await stripe.createCheckout(live, newCheckout());
      assert.equal((await stripe.findCheckout(live, providerId))?.isLive, true);
      assert.equal(await stripe.findCheckout(KEYS, providerId), undefined);
    });

    it('a provider that is down or silent is unreachable, and rejected requests say why', async () => {
      const quick = createStripe({ apiUrl: server.url, caCertificates: [server.ca], timeoutMs: 300 });
      for (const fault of ['down', 'error', 'silent'] as const) {
        server.fail(fault);
        await assert.rejects(quick.checkKey(KEYS), { reason: 'unreachable' });
      }
      server.fail();
      const untrusted = createStripe({ apiUrl: server.url, timeoutMs: 2000 });
      await assert.rejects(untrusted.checkKey(KEYS), { reason: 'unreachable' });
      const tooSmall = newCheckout({ amount: 20 });
      await assert.rejects(stripe.createCheckout(KEYS, tooSmall), {
        reason: 'refused',
        message: 'Stripe rejected the request (amount_too_small).',
      });
      await assert.rejects(stripe.createCheckout(KEYS, newCheckout({ currency: 'KWD', amount: 5123 })), {
        reason: 'refused',
      });
    });
  });
}
