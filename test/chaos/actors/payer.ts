import { readConfig } from '../../../src/app/config/config.ts';
import { submit } from '../../support/api/customer.ts';
import { connect } from '../../support/payments/paying.ts';
import type { Till } from '../../support/payments/tills.ts';
import type { Json, Reply } from '../../support/service/client.ts';
import { MINUTE } from '../../support/service/clock.ts';
import { inParallel } from '../check/aftermath.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import { toReply } from '../operations.ts';
import type { Route } from '../perform.ts';
import { oneOf, type Random } from '../random.ts';
import {
  type Actor,
  type Desk,
  doInRows,
  isDone,
  keyed,
  openDesk,
  putCustomer,
  readFeed,
  settle,
} from './actor.ts';

interface OpenInvoice {
  id: string;
  /** Path of its page. */
  path: string;
  /** Checkouts at the provider that its customer has seen. */
  checkouts: Set<string>;
}

interface Office extends Desk {
  till: Till;
  connectionId: string;
  invoices: OpenInvoice[];
  /** Notifications that the service has acknowledged. */
  notified: number;
}

const ROWS = 2;
/** Shares of the requests to the provider that fail before and after they take effect. */
const FAILING_SHARE = 0.1;
/** Share of the payments whose notification never comes while the load lasts. */
const SILENT_SHARE = 0.3;
const ROUNDS = 4;

/** Customers pay invoices at a provider that often fails and repeats what it says, and get their money back. */
export function createStripePayer(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  return createPayer(cluster, cluster.tills.stripe, history, random);
}

export function createMolliePayer(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  return createPayer(cluster, cluster.tills.mollie, history, random);
}

async function createPayer(cluster: Cluster, till: Till, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, `payer at ${till.kind}`, { history, random });
  const connectionId = await connectProvider(cluster, desk, till);
  await putCustomer(cluster, desk, `customer@${till.kind}.example`);
  const office: Office = { ...desk, till, connectionId, invoices: [], notified: 0 };
  till.server.fail(() => {
    if (random() > FAILING_SHARE) return undefined;
    return oneOf(random, ['down', 'error', 'error_after', 'cut_after'] as const);
  });
  return {
    run: (route, isOver) => {
      const acts = [bill, press, pay, pay, refund];
      return doInRows(ROWS, office, acts, [office, route], isOver);
    },
    async finish({ url, runJob }, clock) {
      till.server.fail();
      // The provider repeats everything, latest first, and the service asks for what it was never told.
      const repeat = async (id: string, order: 'forward' | 'reverse') => {
        // The clock of this process is ahead, and signatures have a time.
        const agoMs = Date.now() - clock();
        const statuses = await till.notify(url, id, { connectionId, order, isForced: true, agoMs });
        const wrong = statuses.filter((status) => status !== 200);
        history.violations.push(...wrong.map((status) => `a notification got ${status}`));
      };
      for (const id of listCheckouts(office)) if (random() > SILENT_SHARE) await repeat(id, 'reverse');
      for (let round = 0; round < ROUNDS; round++) {
        clock.advance(30 * MINUTE);
        await runJob('checkouts');
      }
      for (const id of listCheckouts(office)) await repeat(id, 'forward');
      await compare(office, url);
    },
    counts: () => ({
      [`invoices paid at ${till.kind}`]: office.invoices.filter(({ checkouts }) =>
        [...checkouts].some((id) => till.holds(id) > 0),
      ).length,
      [`notifications of ${till.kind}`]: office.notified,
    }),
  };
}

async function connectProvider(
  { openDatabase, environment }: Cluster,
  { accountId }: Desk,
  till: Till,
): Promise<string> {
  const db = await openDatabase();
  try {
    const service = { db, config: readConfig(environment('payer')), clock: Date.now };
    return await connect(service, accountId, till);
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
  const open = { id: invoice.id, path: new URL(sent.publicUrl).pathname, checkouts: new Set<string>() };
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
    const id = url && office.till.checkouts().find((one) => office.till.urlOf(one) === url);
    if (id) invoice.checkouts.add(id);
  };
  await Promise.all(Array.from({ length: office.random() < 0.3 ? 2 : 1 }, once));
}

/** The provider does not respond: 502, to tell it from a service without a database, which asks to come back later. */
function withoutProvider(page: Parameters<typeof toReply>[0]): Reply {
  const isProvider = page.status === 503 && page.headers.get('Retry-After') === null;
  return toReply(isProvider ? { ...page, status: 502 } : page);
}

async function pay(office: Office, route: Route): Promise<void> {
  const { till, random } = office;
  const id = oneOf(random, listCheckouts(office).filter(till.isOpen));
  if (!id) return;
  till.pay(id);
  if (random() > SILENT_SHARE) await notify(office, route, id);
}

/** Gives money back in the dashboard of the provider. */
async function refund(office: Office, route: Route): Promise<void> {
  const { till, random } = office;
  const paid = listCheckouts(office).filter((id) => till.holds(id) > 1);
  const id = oneOf(random, paid);
  if (!id) return;
  till.refund(id, random() < 0.5 ? till.holds(id) : Math.ceil(till.holds(id) / 2));
  await notify(office, route, id);
}

function listCheckouts({ invoices }: Office): string[] {
  return invoices.flatMap(({ checkouts }) => [...checkouts]);
}

/** Sends what there is to say about a checkout, in any order and each until it is acknowledged. */
async function notify(office: Office, route: Route, id: string): Promise<void> {
  const { history, till, connectionId, random } = office;
  const order = random() < 0.5 ? 'forward' : 'reverse';
  const send = async (url: string): Promise<Reply> => {
    const statuses = await till.notify(url, id, { connectionId, order, isForced: true });
    // The service responds with 503 while it cannot ask the provider.
    const status = statuses.find((one) => one !== 200) ?? 200;
    return { status, headers: new Headers({ 'Retry-After': '1' }), text: '', body: undefined };
  };
  if (isDone(await settle(history, route, `notification of ${id}`, send, [200]))) office.notified++;
}

/** Checks that exactly what the provider holds is booked, each payment and refund once. */
async function compare({ history, api, invoices, till }: Office, url: string): Promise<void> {
  const { violations } = history;
  const feed = await readFeed(api(url));
  const recorded = Map.groupBy(
    feed.filter(({ type }) => type === 'payment.recorded'),
    ({ data }) => data.invoice.id as string,
  );
  await inParallel(invoices, async ({ id, checkouts }) => {
    const { body: invoice } = await api(url).get(`/invoices/${id}`);
    const { body } = await api(url).get(`/invoices/${id}/payments`);
    const payments: Json[] = body.data;
    const booked = payments.reduce((sum, { amount }) => sum + amount, 0);
    const held = [...checkouts].reduce((sum, checkout) => sum + till.holds(checkout), 0);
    if (booked !== held) violations.push(`${id}: ${booked} booked, the provider holds ${held}`);
    if (invoice.amountPaid !== booked) violations.push(`${id}: ${invoice.amountPaid} paid, ${booked} booked`);
    const references = new Set(payments.map(({ kind, providerId }) => `${kind} ${providerId}`));
    if (references.size < payments.length) violations.push(`${id}: a payment was booked twice`);
    const real = payments.filter(({ kind }) => kind === 'payment').length;
    const told = recorded.get(id)?.length ?? 0;
    if (told !== real) violations.push(`${id}: ${told} events of ${real} payments`);
  });
}
