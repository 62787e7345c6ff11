import { readConfig } from '../../../src/app/config/config.ts';
import { submit } from '../../support/api/customer.ts';
import { connect } from '../../support/payments/paying.ts';
import { STRIPE_KEY, type StripeServer, WEBHOOK_SECRET } from '../../support/payments/stripe-server.ts';
import type { Json, Reply } from '../../support/service/client.ts';
import { MINUTE } from '../../support/service/clock.ts';
import { inParallel } from '../check/aftermath.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import { toReply } from '../operations.ts';
import type { Route } from '../perform.ts';
import { oneOf, type Random } from '../random.ts';
import { type Actor, type Desk, doInRows, isDone, keyed, openDesk, readFeed, settle } from './actor.ts';

interface OpenInvoice {
  id: string;
  /** Path of its page. */
  path: string;
  /** Checkouts at the provider that its customer has seen. */
  sessions: Set<string>;
}

interface Office extends Desk {
  stripe: StripeServer;
  connectionId: string;
  invoices: OpenInvoice[];
  /** Events that the service has acknowledged. */
  notified: Set<string>;
}

const ROWS = 2;
/** Shares of the requests to the provider that fail before and after they take effect. */
const FAILING_SHARE = 0.1;
/** Share of the payments whose notification never comes while the load lasts. */
const SILENT_SHARE = 0.3;
const ROUNDS = 4;

/** Customers pay invoices at a provider that often fails and repeats what it says, and get their money back. */
export async function createPayer(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const { stripe } = cluster;
  const desk = await openDesk(cluster, 'payer', { history, random });
  const connectionId = await connectStripe(cluster, desk);
  const url = cluster.replicas[0]?.url ?? '';
  const customer = { name: 'Customer', email: 'customer@payments.example' };
  const put = await desk.api(url).put('/customers/cus_a', customer);
  if (put.status >= 300) throw new Error(put.text);
  const office: Office = { ...desk, stripe, connectionId, invoices: [], notified: new Set() };
  stripe.fail(() => {
    if (random() > FAILING_SHARE) return undefined;
    return oneOf(random, ['down', 'error', 'error_after', 'cut_after'] as const);
  });
  return {
    run: (route, isOver) => {
      const acts = [bill, press, pay, pay, refund];
      return doInRows(ROWS, office, acts, [office, route], isOver);
    },
    async finish(service, clock) {
      stripe.fail();
      // The provider repeats everything, and the service asks for what it was never told.
      const hook = `${service.url}/hooks/stripe/${connectionId}`;
      for (const event of stripe.events) {
        if (random() < SILENT_SHARE) continue;
        const status = await stripe.notify(hook, event, { at: clock() });
        if (status !== 200) history.violations.push(`a notification got ${status}`);
      }
      for (let round = 0; round < ROUNDS; round++) {
        clock.advance(30 * MINUTE);
        await service.runJob('checkouts');
      }
      for (const event of stripe.events) await stripe.notify(hook, event, { at: clock() });
      await compare(office, service.url);
    },
    counts: () => ({
      'invoices paid at a provider': office.invoices.filter(({ sessions }) =>
        [...sessions].some((session) => stripe.holds(session) > 0),
      ).length,
      notifications: office.notified.size,
    }),
  };
}

async function connectStripe({ openDatabase, environment }: Cluster, { accountId }: Desk): Promise<string> {
  const db = await openDatabase();
  try {
    const service = { db, config: readConfig(environment('payer')), clock: Date.now };
    const keys = { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET };
    return await connect(service, accountId, { kind: 'stripe', keys });
  } finally {
    await db.close();
  }
}

/** Creates an invoice and sends it, and its customer wants to pay. */
async function bill(office: Office, route: Route): Promise<void> {
  const { history, api, mark, random } = office;
  const unitPrice = 1000 + Math.floor(random() * 100_000);
  const items = [{ description: 'Work', quantity: 1, unitPrice }];
  const post = async (path: string, body: object, status: number): Promise<Json | undefined> => {
    const key = keyed(mark());
    const reply = await settle(history, route, path, (url) => api(url).post(path, body, key), [status]);
    return isDone(reply) ? reply.body : undefined;
  };
  const quote = await post('/quotes', { customerId: 'cus_a', title: mark(), items }, 201);
  const invoice = quote && (await post(`/quotes/${quote.id}/convert-to-invoice`, {}, 201));
  const sent = invoice && (await post(`/invoices/${invoice.id}/send`, {}, 200));
  if (!sent) return;
  const open = { id: invoice.id, path: new URL(sent.publicUrl).pathname, sessions: new Set<string>() };
  office.invoices.push(open);
  await press(office, route, open);
}

/** Presses the button of the page of an invoice, sometimes twice at once. */
async function press(
  office: Office,
  route: Route,
  invoice = oneOf(office.random, office.invoices),
): Promise<void> {
  if (!invoice) return;
  const once = async () => {
    const open = async (url: string) => withoutProvider(await submit(`${url}${invoice.path}`, 'pay', {}));
    const reply = await settle(office.history, route, `pay ${invoice.id}`, open, [200, 303, 429, 502]);
    const [, url] = /url=(.+)$/.exec(reply?.headers.get('Refresh') ?? '') ?? [];
    const session = [...office.stripe.sessions.values()].find((one) => one.url === url);
    if (url && session) invoice.sessions.add(session.id);
  };
  await Promise.all(Array.from({ length: office.random() < 0.3 ? 2 : 1 }, once));
}

/** The provider does not respond: 502, to tell it from a service without a database, which asks to come back later. */
function withoutProvider(page: Parameters<typeof toReply>[0]): Reply {
  const isProvider = page.status === 503 && page.headers.get('Retry-After') === null;
  return toReply(isProvider ? { ...page, status: 502 } : page);
}

async function pay(office: Office, route: Route): Promise<void> {
  const { stripe, random } = office;
  const open = listSessions(office).filter((id) => stripe.sessions.get(id)?.status === 'open');
  const id = oneOf(random, open);
  if (!id) return;
  stripe.pay(id);
  if (random() > SILENT_SHARE) await notify(office, route, id);
}

/** Gives money back in the dashboard of the provider. */
async function refund(office: Office, route: Route): Promise<void> {
  const { stripe, random } = office;
  const id = oneOf(
    random,
    listSessions(office).filter((session) => stripe.holds(session) > 1),
  );
  if (!id) return;
  stripe.refund(id, random() < 0.5 ? undefined : Math.ceil(stripe.holds(id) / 2));
  await notify(office, route, id);
}

function listSessions({ invoices }: Office): string[] {
  return invoices.flatMap(({ sessions }) => [...sessions]);
}

/** Sends all events of a session, each until it is acknowledged. */
async function notify({ history, stripe, connectionId, notified }: Office, route: Route, session: string) {
  const { payment_intent } = stripe.sessions.get(session) ?? {};
  const own = stripe.events.filter(({ data: { object } }) =>
    [session, payment_intent].some((id) => id && [object.id, object.payment_intent].includes(id)),
  );
  for (const event of own) {
    const send = async (url: string): Promise<Reply> => {
      const status = await stripe.notify(`${url}/hooks/stripe/${connectionId}`, event);
      // The service responds with 503 while it cannot ask the provider.
      const headers = new Headers({ 'Retry-After': '1' });
      return { status, headers, text: '', body: undefined };
    };
    const reply = await settle(history, route, `notification of ${session}`, send, [200]);
    if (isDone(reply)) notified.add(event.id);
  }
}

/** Checks that exactly what the provider holds is booked, each payment and refund once. */
async function compare({ history, api, invoices, stripe }: Office, url: string): Promise<void> {
  const { violations } = history;
  const feed = await readFeed(api(url));
  const recorded = Map.groupBy(
    feed.filter(({ type }) => type === 'payment.recorded'),
    ({ data }) => data.invoice.id as string,
  );
  await inParallel(invoices, async ({ id, sessions }) => {
    const { body: invoice } = await api(url).get(`/invoices/${id}`);
    const { body } = await api(url).get(`/invoices/${id}/payments`);
    const payments: Json[] = body.data;
    const booked = payments.reduce((sum, { amount }) => sum + amount, 0);
    const held = [...sessions].reduce((sum, session) => sum + stripe.holds(session), 0);
    if (booked !== held) violations.push(`${id}: ${booked} booked, the provider holds ${held}`);
    if (invoice.amountPaid !== booked) violations.push(`${id}: ${invoice.amountPaid} paid, ${booked} booked`);
    const references = new Set(payments.map(({ kind, providerId }) => `${kind} ${providerId}`));
    if (references.size < payments.length) violations.push(`${id}: a payment was booked twice`);
    const real = payments.filter(({ kind }) => kind === 'payment').length;
    const told = recorded.get(id)?.length ?? 0;
    if (told !== real) violations.push(`${id}: ${told} events of ${real} payments`);
  });
}
