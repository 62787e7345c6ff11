import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../../src/app/service.ts';
import type { Database } from '../../../src/store/database.ts';
import { visit } from '../../support/api/customer.ts';
import { openPage, personWith, signIn } from '../../support/console/sign-in.ts';
import { type Client, createClient, type Json, type Reply } from '../../support/service/client.ts';
import type { TestClock } from '../../support/service/clock.ts';
import { until } from '../../support/until.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import { createOwnAccount, type OwnAccount } from '../faults/own-account.ts';
import { toReply } from '../operations.ts';
import { ask, type Route, withPatience } from '../perform.ts';
import { between, oneOf, type Random } from '../random.ts';

/** Somebody who uses one feature of the service whatever fails meanwhile, and knows what must be there in the end. */
export interface Actor {
  /** Works until the load ends. */
  run(route: Route, isOver: () => boolean): Promise<void>;
  /** Compares what was acknowledged with what a process that works returns. */
  finish(service: Service, clock: TestClock): Promise<void>;
  /** Compares what was acknowledged with the tables. */
  check?(db: Database): Promise<string[]>;
  /** What was acknowledged, for the report. */
  counts(): Record<string, number>;
}

/** An account that one actor alone uses. It is a test account unless wanted, so that its emails stay in the database. */
export interface Desk extends OwnAccount {
  history: History;
  random: Random;
  /** Creates the requests of a program. */
  api(url: string): Client;
  /** Returns a text that no other operation uses. */
  mark(): string;
}

let marks = 0;

export async function openDesk(
  cluster: Cluster,
  name: string,
  { history, random, kind = 'test' }: { history: History; random: Random; kind?: 'live' | 'test' },
): Promise<Desk> {
  const own = await createOwnAccount(cluster.openDatabase, { name, kind });
  const api = (url: string) => createClient({ url, key: own.key });
  const first = api(cluster.replicas[0]?.url ?? '');
  // A process reads what another has written from the next turn of its event loop on.
  await until(async () => (await first.get('/account')).status === 200);
  return { ...own, history, random, api, mark: () => `${name}-${++marks}` };
}

/** Creates the requests of a signed-in person to one of the processes. */
export type Person = (url: string) => ReturnType<typeof personWith>;

/** Signs in an owner of the account without the form. */
export async function signInOwner(
  cluster: Cluster,
  { accountId, key }: OwnAccount,
  { email = `owner-${++marks}@people.example`, password }: { email?: string; password?: string } = {},
): Promise<Person> {
  const url = cluster.replicas[0]?.url ?? '';
  const db = await cluster.openDatabase();
  try {
    const target = { url, db, automation: createClient({ url, key }), clock: Date.now };
    const owner = await signIn(target, { accountId, email, ...(password && { password }) });
    await until(async () => (await owner.get('/account')).status === 200);
    const token = owner.cookie.slice(owner.cookie.indexOf('=') + 1);
    return (at) => personWith({ url: at }, token, accountId);
  } finally {
    await db.close();
  }
}

const PAUSE_MS = [30, 150] as const;

/** Does one of the acts after the other, in several rows at the same time. */
export async function doInRows<Args extends unknown[]>(
  rows: number,
  { random }: Desk,
  acts: readonly ((...args: Args) => Promise<void>)[],
  args: Args,
  isOver: () => boolean,
): Promise<void> {
  const row = async () => {
    while (!isOver()) {
      await oneOf(random, acts)?.(...args);
      await delay(between(random, ...PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: rows }, row));
}

/**
 * Repeats a request until a response settles it. Any other status or code than the expected ones is a violation.
 * `undefined` if there was no response in time.
 */
export async function settle(
  history: History,
  route: Route,
  what: string,
  send: (url: string) => Promise<Reply>,
  expected: readonly (number | string)[],
): Promise<Reply | undefined> {
  // Emails and documents make some of them slow.
  const reply = await ask(history, withPatience(route), send, 'page');
  history.acts.push(`${what}: ${reply ? `${reply.status} ${reply.body?.code ?? ''}`.trim() : 'no response'}`);
  if (reply && !expected.includes(reply.status) && !expected.includes(reply.body?.code)) {
    history.violations.push(`${what}: ${reply.status} ${reply.text.slice(0, 200)}`);
  }
  return reply;
}

export function isDone(reply: Reply | undefined): reply is Reply {
  return reply !== undefined && reply.status < 400;
}

/** Options of a request that can be repeated. */
export function keyed(key: string): { headers: Record<string, string> } {
  return { headers: { 'Idempotency-Key': key } };
}

/** Reads all events of an account in their order. */
export async function readFeed(api: Client): Promise<Json[]> {
  const events: Json[] = [];
  for (let after = 'pos_0'; ; ) {
    const { body } = await api.get(`/events?limit=100&after=${after}`);
    events.push(...body.data);
    after = body.next;
    if (!body.hasMore) return events;
  }
}

const PRICE = 1000;
export const ITEM = { description: 'Work', quantity: 1, unitPrice: PRICE };

/** Creates a quote of a customer that exists, and sends it. `undefined` if that was not acknowledged. */
export async function sendQuote(desk: Desk, route: Route, body: object): Promise<Json | undefined> {
  const { history, api, mark } = desk;
  const post = (path: string, content: object, status: number) => {
    const key = keyed(mark());
    return settle(history, route, path, (url) => api(url).post(path, content, key), [status]);
  };
  const created = await post('/quotes', { customerId: 'cus_a', title: mark(), ...body }, 201);
  if (!isDone(created)) return undefined;
  const sent = await post(`/quotes/${created.body.id}/send`, {}, 200);
  return isDone(sent) ? sent.body : undefined;
}

/** Creates the customer of the quotes of a desk. */
export async function putCustomer(cluster: Cluster, { api }: Desk, email: string): Promise<void> {
  const { status, text } = await api(cluster.replicas[0]?.url ?? '').put('/customers/cus_a', {
    name: 'Customer',
    email,
  });
  if (status >= 300) throw new Error(text);
}

/** Reads the hidden fields of the form on the page behind a link; `undefined` if it has none. */
export async function readForm(
  { history }: Desk,
  route: Route,
  path: string,
): Promise<{ revision: string; documentSha256: string } | undefined> {
  const read = async (url: string) => toReply(await visit(`${url}${path}`));
  const page = await ask(history, withPatience(route), read, 'page');
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page?.text ?? '')?.[1];
  const [revision, documentSha256] = [field('revision'), field('documentSha256')];
  return revision && documentSha256 ? { revision, documentSha256 } : undefined;
}

/** Submits a form of the console, with the cookies of a browser. */
export async function postForm(
  url: string,
  path: string,
  form: Record<string, string>,
  cookie: string,
): Promise<Reply> {
  const answer = await openPage(url, path, form, { Origin: url, ...(cookie && { Cookie: cookie }) });
  return { ...answer, body: undefined };
}
