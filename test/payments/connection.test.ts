import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import { findConnection, findCurrentConnection } from '../../src/actions/payments/connections.ts';
import { createQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { selfSigned } from '../support/mail/self-signed.ts';
import { MOLLIE_KEY, type MollieServer, startMollie } from '../support/payments/mollie-server.ts';
import {
  STRIPE_KEY,
  STRIPE_LIVE_KEY,
  type StripeServer,
  startStripe,
  WEBHOOK_SECRET,
} from '../support/payments/stripe-server.ts';
import { MINUTE } from '../support/service/clock.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { readServiceSealing } from '../support/service/sealing.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';

const PATH = '/payment-provider';
const OTHER_KEY = 'sk_test_51OtherKey0123456789';
const STRIPE = { kind: 'stripe', secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET };
const MOLLIE = { kind: 'mollie', secretKey: MOLLIE_KEY };

const identity = selfSigned();
let stripe: StripeServer;
let mollie: MollieServer;
let desk: MailDesk;
before(async () => {
  [stripe, mollie, desk] = await Promise.all([
    startStripe({ identity, keys: [STRIPE_KEY, STRIPE_LIVE_KEY, OTHER_KEY] }),
    startMollie({ identity }),
    startMailDesk(),
  ]);
});
after(() => Promise.all([stripe?.close(), mollie?.close(), desk?.close()]));

function start(engine: 'sqlite' | 'postgres', env: Record<string, string>): Promise<TestService> {
  return startTestService({
    engine,
    env: { STRIPE_API_URL: stripe.url, MOLLIE_API_URL: mollie.url, SMTP_URL: desk.url, ...env },
    payments: { caCertificates: [identity.cert] },
  });
}

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    before(async () => {
      service = await start(engine, { PROFFER_SECRET: 's'.repeat(40) });
    });
    after(() => service?.close());

    async function newOwner(kind: 'test' | 'live' = 'test') {
      const { accountId, key } = await service.newAccount({ kind, name: 'Nordlicht' });
      return { owner: await signIn(service, { accountId, name: 'Grace' }), accountId, key };
    }
    const sealed = async () => ({ db: service.db, sealing: await readServiceSealing(service) });
    async function subjectsTo(email: string): Promise<string[]> {
      await service.runJob('user mails');
      const own = desk.mails.filter(({ to }) => to.includes(email));
      return Promise.all(own.map(async ({ source }) => (await PostalMime.parse(source)).subject ?? ''));
    }

    it('an owner connects, replaces and disconnects a provider; every owner is told, and no key is shown', async () => {
      const { owner, accountId } = await newOwner();
      const other = await signIn(service, { accountId });
      const member = await signIn(service, { accountId, role: 'member' });
      const { body: before } = await owner.get(PATH);
      const { nextNotificationUrl: url, ...none } = before;
      assert.deepEqual(none, {
        ...{ kind: null, state: 'not_connected', live: null, lastFour: null },
        ...{ connectionId: null, notificationUrl: null, connectedAt: null },
      });
      const connected = await owner.put(PATH, STRIPE);
      assert.equal(connected.status, 200);
      const { nextNotificationUrl, connectionId, ...first } = connected.body;
      assert.deepEqual(first, {
        ...{ kind: 'stripe', state: 'connected', live: false, lastFour: STRIPE_KEY.slice(-4) },
        ...{ notificationUrl: url, connectedAt: new Date(service.clock()).toISOString() },
      });
      assert.equal(url, `${service.url}/hooks/stripe/${connectionId}`, 'the URL was known before');
      assert.notEqual(nextNotificationUrl, url);
      assert.deepEqual((await owner.get(PATH)).body, connected.body);
      assert.deepEqual((await owner.put(PATH, STRIPE)).body, connected.body, 'a repeat changes nothing');

      // Another key with the same webhook secret is of the same account at Stripe.
      const renewed = await owner.put(PATH, { ...STRIPE, secretKey: OTHER_KEY });
      assert.equal(renewed.body.connectionId, connectionId);
      const now = await findCurrentConnection(await sealed(), accountId);
      assert.deepEqual(now?.keys, { secretKey: OTHER_KEY, webhookSecret: WEBHOOK_SECRET });

      const replaced = await owner.put(PATH, MOLLIE);
      assert.deepEqual([replaced.body.kind, replaced.body.notificationUrl], ['mollie', null]);
      assert.notEqual(replaced.body.connectionId, connectionId);
      assert.equal((await owner.delete(PATH)).status, 204);
      assert.equal((await owner.delete(PATH)).status, 404);
      assert.equal((await owner.get(PATH)).body.state, 'not_connected');
      for (const email of [owner.email, other.email]) {
        assert.deepEqual(await subjectsTo(email), [
          'Stripe was connected to Nordlicht',
          'The connection of Nordlicht to Stripe was replaced',
          'The connection of Nordlicht to Mollie was replaced',
          'Mollie was disconnected from Nordlicht',
        ]);
      }
      assert.deepEqual(await subjectsTo(member.email), []);

      assert.ok(await findConnection(await sealed(), connectionId), 'open checkouts still need the key');
      service.clock.advance(2 * MINUTE);
      await service.runJob('clean-up');
      assert.equal(await findConnection(await sealed(), connectionId), undefined);
      const tables = ['payment_connections', 'user_mails', 'events', 'feed', 'idempotency', 'settings'];
      for (const table of tables) {
        const rows = JSON.stringify(await service.db.read.all(`SELECT * FROM ${table}`));
        for (const key of [STRIPE_KEY, OTHER_KEY, WEBHOOK_SECRET, MOLLIE_KEY]) {
          assert.ok(!rows.includes(key), `${table} has a key`);
        }
      }
    });

    it('only an owner with a recent sign-in may do it, and no API key', async () => {
      const { owner, accountId, key } = await newOwner();
      const member = await signIn(service, { accountId, role: 'member' });
      for (const caller of [member, service.client(key)]) {
        const replies = [await caller.get(PATH), await caller.put(PATH, MOLLIE), await caller.delete(PATH)];
        assert.deepEqual(
          replies.map(({ status, body }) => [status, body.code]),
          Array(3).fill([403, 'forbidden']),
        );
      }
      service.clock.advance(15 * MINUTE);
      for (const reply of [await owner.put(PATH, MOLLIE), await owner.delete(PATH)]) {
        assert.deepEqual([reply.status, reply.body.code], [403, 'sign_in_again']);
      }
      assert.equal((await owner.get(PATH)).body.state, 'not_connected');
    });

    it('a key that the provider rejects, of the other mode or without its fields is not stored', async () => {
      const { owner } = await newOwner();
      const { owner: live } = await newOwner('live');
      const wrong = { ...STRIPE, secretKey: 'sk_test_wrong' };
      for (const [caller, input, path] of [
        [owner, wrong, '/secretKey'],
        [owner, { ...STRIPE, secretKey: STRIPE_LIVE_KEY }, '/secretKey'],
        [live, STRIPE, '/secretKey'],
        [live, MOLLIE, '/secretKey'],
        [owner, { ...MOLLIE, secretKey: 'two words' }, '/secretKey'],
        [owner, { ...MOLLIE, webhookSecret: WEBHOOK_SECRET }, '/webhookSecret'],
        [owner, { ...STRIPE, webhookSecret: undefined }, '/webhookSecret'],
        [owner, { ...MOLLIE, kind: 'paypal' }, '/kind'],
      ] as const) {
        const { status, body, text } = await caller.put(PATH, input);
        assert.deepEqual([status, body.errors?.[0]?.path], [400, path], text);
        if (input.secretKey) assert.ok(!text.includes(input.secretKey), 'the key is not repeated');
        assert.equal((await caller.get(PATH)).body.state, 'not_connected');
      }
      assert.equal((await live.put(PATH, { ...STRIPE, secretKey: STRIPE_LIVE_KEY })).body.live, true);
      stripe.fail('down');
      const unreachable = await owner.put(PATH, STRIPE);
      stripe.fail();
      assert.deepEqual([unreachable.status, unreachable.body.code], [502, 'provider_unreachable']);
      assert.equal((await owner.get(PATH)).body.state, 'not_connected');
    });

    it('invoices are paid online by default if a provider is connected, whether there is a bank account or not', async () => {
      const account = await service.newAccount();
      const owner = await signIn(service, { accountId: account.accountId });
      const methodOfNew = async () => {
        const { id } = await createQuote(account);
        return (await account.post(`/quotes/${id}/convert-to-invoice`)).body.paymentMethod;
      };
      assert.equal(await methodOfNew(), 'ONLINE_PAYMENT');
      await account.patch('/account', { bank: { iban: 'DE89370400440532013000' } });
      assert.equal(await methodOfNew(), 'BANK_TRANSFER');
      await owner.put(PATH, MOLLIE);
      assert.equal(await methodOfNew(), 'ONLINE_PAYMENT');
      await owner.delete(PATH);
      assert.equal(await methodOfNew(), 'BANK_TRANSFER');
    });

    it('the console connects, says what is wrong in words, and disconnects', async () => {
      const { owner, accountId } = await newOwner();
      const page = `/${accountId}/settings/payments`;
      const { nextNotificationUrl: url } = (await owner.get(PATH)).body;
      const first = await owner.page(page);
      assert.equal(first.status, 200);
      for (const text of [url, 'charge.dispute.closed', 'test account'])
        assert.ok(first.text.includes(text), text);
      const form = { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET };
      for (const [typed, error] of [
        [{ ...form, secretKey: STRIPE_LIVE_KEY }, 'A test account needs a test key'],
        [{ ...form, secretKey: 'sk_test_wrong' }, 'Stripe rejects this key'],
        [{ ...form, webhookSecret: ' ' }, 'Enter the signing secret'],
      ] as const) {
        const { status, text } = await owner.page(`${page}/stripe`, typed);
        assert.deepEqual([status, text.includes(error)], [400, true], error);
        for (const key of Object.values(typed))
          assert.ok(key === ' ' || !text.includes(key), 'no key is shown again');
      }
      const connected = await owner.page(`${page}/stripe`, form);
      assert.equal(connected.location, `${page}?notice=connected&kind=stripe`);
      const shown = await owner.page(connected.location);
      for (const text of ['Stripe is connected', STRIPE_KEY.slice(-4), url])
        assert.ok(shown.text.includes(text), text);
      const changed = await owner.page(`${page}/mollie`, { apiKey: ` ${MOLLIE_KEY} ` });
      assert.equal(changed.location, `${page}?notice=connected&kind=mollie`);
      assert.equal((await owner.page(`${page}/disconnect`, {})).location, `${page}?notice=disconnected`);
      assert.equal((await owner.page(`${page}/paypal`, form)).status, 404);
      assert.equal((await owner.get(PATH)).body.state, 'not_connected');
    });

    it('connections that are made at the same moment leave one', async () => {
      const { owner, accountId } = await newOwner();
      const replies = await Promise.all(
        [STRIPE, MOLLIE, STRIPE, MOLLIE].map((input) => owner.put(PATH, input)),
      );
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
      const open = await service.db.read.all(
        'SELECT id FROM payment_connections WHERE account_id = ? AND ended_at IS NULL',
        accountId,
      );
      assert.equal(open.length, 1);
    });
  });
}

it('PostgreSQL without PROFFER_SECRET stores no key', { skip: !isEngineEnabled('postgres') }, async () => {
  const service = await start('postgres', {});
  try {
    const owner = await signIn(service);
    const { status, body } = await owner.put(PATH, {});
    assert.deepEqual([status, body.code], [409, 'secret_needed']);
    assert.match(
      (await owner.page(`/${owner.accountId}/settings/payments`)).text,
      /secret key of the service/,
    );
  } finally {
    await service.close();
  }
});
