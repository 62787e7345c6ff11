import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Config, readConfig } from '../../src/app/config/config.ts';
import { type Service, startService } from '../../src/app/service.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { ok } from '../support/api/customer.ts';
import { issuedInvoice } from '../support/api/quotes.ts';
import { type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { readMail } from '../support/mail/smtp-servers.ts';
import { connect, PUBLIC_URL } from '../support/payments/paying.ts';
import {
  STRIPE_LIVE_KEY,
  type StripeServer,
  startStripe,
  WEBHOOK_SECRET,
} from '../support/payments/stripe-server.ts';
import { blankRenderer } from '../support/pdf/blank-renderer.ts';
import { type Client, createClient, type Json } from '../support/service/client.ts';
import { createClock, MINUTE, type TestClock } from '../support/service/clock.ts';
import { type Engine, engines, makeDatabase } from '../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const KEY = 'prf_live_0123456789abcdefghijklmnopqrstuv';
const OUTBOX_LEASE_MS = 120_000;
/** Payments whose notifications arrive at the moment of the kill. */
const AT_ONCE = 4;

for (const engine of engines()) {
  describe(`kill -9 while payments are on their way, on ${engine}`, () => {
    let scene: Scene;
    before(async () => {
      scene = await playScene(engine);
    });
    after(() => scene?.close());

    it('pressing again leads to one checkout, whether or not the provider had taken the first request', async () => {
      const { stripe, asked, taken } = scene;
      for (const invoice of [asked, taken]) {
        const known = new Set(stripe.sessions.keys());
        const session = await press(scene.service.url, stripe, invoice);
        assert.equal(known.has(session), invoice === taken);
        assert.equal(await press(scene.service.url, stripe, invoice), session);
        assert.equal(stripe.sessions.size, known.size + (invoice === asked ? 1 : 0));
        stripe.pay(session);
        await notifyAll(scene, session);
        await expectBooked(scene, invoice, session);
      }
    });

    it('a payment that was never notified is found by the next poll', async () => {
      const { clock, service, paid } = scene;
      clock.advance(2 * MINUTE);
      await service.runJob('checkouts');
      await expectBooked(scene, paid, paid.session);
    });

    it('a notification that was not answered is booked when it is repeated', async () => {
      const { notified } = scene;
      await notifyAll(scene, notified.session);
      await expectBooked(scene, notified, notified.session);
    });

    it('notifications at the moment of the kill are booked once, and an answered one is booked', async () => {
      const { atOnce, answered, api } = scene;
      for (const invoice of atOnce) {
        const { data } = ok(await api.get(`/invoices/${invoice.id}/payments`));
        if (answered.has(invoice.session)) assert.equal(data.length, 1, 'an answered notification is lost');
        await notifyAll(scene, invoice.session);
        await expectBooked(scene, invoice, invoice.session);
      }
    });

    it('a payment is booked when its email was interrupted, and every payment is confirmed by one email', async () => {
      const { clock, service, desk, mailed, api } = scene;
      await expectBooked(scene, mailed, mailed.session);
      const { data: invoices } = ok(await api.get('/invoices?status=PAID'));
      assert.equal(invoices.length, 5 + AT_ONCE);
      const expected = ['accounts@northwind.example.com', 'owner@nordlicht.test'];
      const wanted = invoices.flatMap(({ number }: Json) => expected.map((to) => `${number} ${to}`)).sort();
      let confirmed: string[] = [];
      const isComplete = async () => {
        // Also ends the wait before the next attempt of an email that was on its way when the clock was advanced.
        clock.advance(OUTBOX_LEASE_MS);
        await service.runJob('outbox');
        confirmed = await listConfirmations(desk);
        return confirmed.length >= wanted.length;
      };
      await until(isComplete, { maxMs: 20_000 }).catch(() => {});
      assert.deepEqual(confirmed, wanted);
    });

    it('the log holds no key, no secret and no link', () => {
      const { stdout, stderr } = scene.output;
      assert.match(stdout, /\/hooks\//, 'there is a log');
      for (const secret of [STRIPE_LIVE_KEY, WEBHOOK_SECRET, KEY, 'northwind', 'cs_live_']) {
        assert.ok(!(stdout + stderr).toLowerCase().includes(secret.toLowerCase()), `${secret} was written`);
      }
      assert.doesNotMatch(stdout + stderr, /\/(i|pay)\/[\w-]{43}/, 'a link was written');
    });
  });
}

/** The number and recipient of every message that confirms a payment; a message that came twice is one. */
async function listConfirmations({ mails }: MailDesk): Promise<string[]> {
  const messages = new Map<string | undefined, string>();
  for (const { subject, to, messageId } of await Promise.all(mails.map(({ source }) => readMail(source)))) {
    const [, number] = /^Payment received for invoice ([\w-]+)/.exec(subject ?? '') ?? [];
    if (number) messages.set(messageId, `${number} ${to?.[0]?.address}`);
  }
  return [...messages.values()].sort();
}

interface OpenInvoice {
  id: string;
  number: string;
  /** Path of its page. */
  path: string;
}

type PaidInvoice = OpenInvoice & { session: string };

/** Every step of a payment that a kill can come after. */
interface Played {
  /** Pay was pressed, and the provider has not taken the request. */
  asked: OpenInvoice;
  /** The provider has taken it and not answered. */
  taken: OpenInvoice;
  /** Paid at the provider, which has not notified us. */
  paid: PaidInvoice;
  /** The notification arrived, and the provider had not told us the state. */
  notified: PaidInvoice;
  /** Notified at the moment of the kill. */
  atOnce: PaidInvoice[];
  /** Sessions whose notification was answered before the kill. */
  answered: Set<string>;
  /** Booked, and the email was on its way. */
  mailed: PaidInvoice;
  connectionId: string;
}

interface Scene extends Played {
  stripe: StripeServer;
  desk: MailDesk;
  /** Output of the killed process. */
  output: { stdout: string; stderr: string };
  /** A service on the same data, in this process and with a test clock. */
  service: Service;
  api: Client;
  clock: TestClock;
  close(): Promise<void>;
}

async function playScene(engine: Engine): Promise<Scene> {
  const parts: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const part of parts.reverse()) await part();
  };
  try {
    const place = await makeDatabase(engine, { withTables: true });
    parts.push(place.remove);
    const desk = await startMailDesk();
    parts.push(desk.close);
    const clock = createClock();
    clock.set(Date.now());
    const stripe = await startStripe({ clock: () => Math.max(clock(), Date.now()) });
    parts.push(stripe.close);
    const authority = join(place.dataDir, 'authority.pem');
    await writeFile(authority, stripe.ca);
    const env = {
      ...{
        ...place.env,
        SMTP_URL: desk.url,
        PUBLIC_URL,
        PROFFER_API_KEY: KEY,
        PROFFER_SECRET: 's'.repeat(40),
      },
      ...{ LOG_LEVEL: 'trace', PDF_WORKERS: '1', STRIPE_API_URL: stripe.url, NODE_EXTRA_CA_CERTS: authority },
    };
    const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' });
    const spawned = await spawnTestService(env, { documents: 'blank' });
    parts.push(() => spawned.stop('SIGKILL'));
    const played = await playUntilKilled(spawned, { stripe, desk, config });

    stripe.fail();
    clock.set(Date.now());
    const payments = { caCertificates: [stripe.ca] };
    const service = await startService(config, { clock, renderer: blankRenderer(), payments });
    parts.push(service.close);
    const api = createClient({ url: service.url, key: KEY });
    return { ...played, stripe, desk, output: spawned.output(), service, api, clock, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function playUntilKilled(
  spawned: SpawnedService,
  { stripe, desk, config }: { stripe: StripeServer; desk: MailDesk; config: Config },
): Promise<Played> {
  const { url } = spawned;
  const api = createClient({ url, key: KEY });
  const account = ok(await api.patch('/account', { email: 'owner@nordlicht.test' }));
  ok(await api.put('/customers/cus_test', { name: 'Northwind', email: 'accounts@northwind.example.com' }));
  const connectionId = await connectStripe(config, account.id);
  const [asked, taken, ...others] = await Promise.all(
    Array.from({ length: 5 + AT_ONCE }, () => sendInvoice(api)),
  );
  assert.ok(asked && taken);
  const open: PaidInvoice[] = [];
  for (const invoice of others) open.push({ ...invoice, session: await press(url, stripe, invoice) });
  const [paid, notified, mailed, ...atOnce] = open;
  assert.ok(paid && notified && mailed);
  for (const { session } of open) stripe.pay(session);
  const notify = (session: string) => notifyAll({ stripe, service: { url }, connectionId }, session);

  const held = desk.holdNext();
  await notify(mailed.session);
  await held;

  const isCreating = (body: string, { number }: OpenInvoice) => body.includes(encodeURIComponent(number));
  const isReading = (path: string) => path === `/v1/checkout/sessions/${notified.session}`;
  stripe.fail(({ method, path, body }) => {
    if (isReading(path)) return 'silent';
    if (method !== 'POST') return undefined;
    if (isCreating(body, asked)) return 'silent';
    return isCreating(body, taken) ? 'silent_after' : undefined;
  });
  const unanswered = Promise.allSettled([
    press(url, stripe, asked),
    press(url, stripe, taken),
    notify(notified.session),
  ]);
  const arrived = (matches: (request: { path: string; body: string }) => boolean) =>
    stripe.requests.some(matches);
  await until(
    () =>
      arrived(({ body }) => isCreating(body, asked)) &&
      arrived(({ body }) => isCreating(body, taken)) &&
      arrived(({ path }) => isReading(path)),
  );

  const answered = new Set<string>();
  const arriving = atOnce.map(({ session }) => notify(session).then(() => answered.add(session)));
  const arrivals = Promise.allSettled(arriving);
  await Promise.any(arriving);
  await spawned.stop('SIGKILL');
  for (const result of await unanswered) assert.equal(result.status, 'rejected');
  await arrivals;
  return { asked, taken, paid, notified, mailed, atOnce, answered, connectionId };
}

/** Connects Stripe as the console does, with a second connection to the database. */
async function connectStripe(config: Config, accountId: string): Promise<string> {
  const db = await openDatabase(config);
  try {
    const keys = { secretKey: STRIPE_LIVE_KEY, webhookSecret: WEBHOOK_SECRET };
    return await connect({ db, config, clock: Date.now }, accountId, { kind: 'stripe', keys });
  } finally {
    await db.close();
  }
}

async function sendInvoice(api: Client): Promise<OpenInvoice> {
  const { id, number } = await issuedInvoice(api);
  const { publicUrl } = ok(await api.post(`/invoices/${id}/send`));
  return { id, number, path: new URL(publicUrl).pathname };
}

/** Presses Pay and returns the session that it leads to. */
async function press(url: string, stripe: StripeServer, { path }: OpenInvoice): Promise<string> {
  const response = await fetch(`${url}${path}/pay`, { method: 'POST', body: new URLSearchParams() });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const [, found] = /url=(.+)$/.exec(response.headers.get('Refresh') ?? '') ?? [];
  const session = [...stripe.sessions.values()].find((one) => one.url === found);
  assert.ok(session, text);
  return session.id;
}

/** Sends all events of a session, as Stripe does until each is answered. */
async function notifyAll(
  { stripe, service, connectionId }: Pick<Scene, 'stripe' | 'connectionId'> & { service: { url: string } },
  session: string,
): Promise<void> {
  const { payment_intent } = stripe.sessions.get(session) ?? {};
  const events = stripe.events.filter(({ data }) => [session, payment_intent].includes(data.object.id));
  assert.ok(events.length > 0);
  for (const event of events) {
    assert.equal(await stripe.notify(`${service.url}/hooks/stripe/${connectionId}`, event), 200);
  }
}

/** Asserts that exactly what the provider holds is booked, once, and that the feed says so once. */
async function expectBooked({ api, stripe }: Scene, invoice: OpenInvoice, session: string): Promise<void> {
  const { data: payments } = ok(await api.get(`/invoices/${invoice.id}/payments`));
  assert.deepEqual(
    payments.map(({ amount, kind, providerId }: Json) => ({ amount, kind, providerId })),
    [
      {
        amount: stripe.holds(session),
        kind: 'payment',
        providerId: stripe.sessions.get(session).payment_intent,
      },
    ],
  );
  const { status, amountDue } = ok(await api.get(`/invoices/${invoice.id}`));
  assert.deepEqual([status, amountDue], ['PAID', 0]);
  const { data: events } = ok(await api.get('/events?limit=100&type=payment.recorded'));
  assert.equal(events.filter(({ data }: Json) => data.invoice.id === invoice.id).length, 1);
}
