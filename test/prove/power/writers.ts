import { setTimeout as delay } from 'node:timers/promises';
import { between, oneOf, type Random } from '../../chaos/random.ts';
import { quoteBody } from '../../support/api/quotes.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';

/** What clients know of an object: the last state that was acknowledged. */
export interface Known {
  path: string;
  version: number;
  body: Json;
  isDeleted: boolean;
  /** Whether a request that deletes it has been sent, answered or not. */
  mayBeDeleted: boolean;
}

export interface KnownKey {
  id: string;
  secret: string;
  isRevoked: boolean;
  mayBeRevoked: boolean;
}

/** Everything that was acknowledged. */
export interface Acknowledged {
  objects: Map<string, Known>;
  /** Invoices by the id of the payment. */
  payments: Map<string, string>;
  keys: Map<string, KnownKey>;
  writes: number;
  /** The acknowledged states of each object, oldest first. */
  log: Map<string, string[]>;
}

export interface Desk {
  api: Client;
  owner: Client;
  known: Acknowledged;
  random: Random;
  isOver(): boolean;
}

const due = { when: 'start' };
const paymentSchedule = [
  { label: 'Deposit', type: 'percentage', value: 30, due },
  { label: 'Rest', type: 'rest', due },
];

export function createAcknowledged(): Acknowledged {
  return { objects: new Map(), payments: new Map(), keys: new Map(), writes: 0, log: new Map() };
}

/** A copy that later writes do not change. */
export function copyOf({ writes, ...known }: Acknowledged): Acknowledged {
  return { ...structuredClone(known), writes };
}

/** Returns what was acknowledged about the objects that a violation names. */
export function listWrites({ log }: Acknowledged, violation: string): string[] {
  const ids = violation.match(/\b(quo|inv|cus)_\w+/g) ?? [];
  return [...log].filter(([path]) => ids.some((id) => path.endsWith(id))).flatMap(([, lines]) => lines);
}

/** Writes one thing after the other. Responses that a stopped process withholds arrive when it continues. */
export async function write(desk: Desk): Promise<void> {
  while (!desk.isOver()) {
    await oneOf(desk.random, ACTS)?.(desk);
    await delay(between(desk.random, 0, 15));
  }
}

async function createOne({ api, known }: Desk): Promise<void> {
  const body = quoteBody({ customerId: 'cus_demo', paymentSchedule });
  learn(known, expect(await api.post('/quotes', body), 201), (id) => `/quotes/${id}`);
}

async function updateOne(desk: Desk): Promise<void> {
  const quote = pick(desk, '/quotes/', ({ status }) => status === 'DRAFT');
  if (!quote) return;
  const change = oneOf(desk.random, [{ title: `Title ${desk.random()}` }, { status: 'ACCEPTED' }]);
  const reply = expect(await desk.api.patch(quote.path, change), 200, 404, 409);
  if (reply.status === 200) learn(desk.known, reply, () => quote.path);
}

async function convertOne({ api, known, ...desk }: Desk): Promise<void> {
  const quote = pick({ api, known, ...desk }, '/quotes/', ({ status }) => status === 'ACCEPTED');
  if (!quote) return;
  const wishes = oneOf(desk.random, [{ stage: 0 }, { stage: 1 }, {}]);
  const reply = expect(await api.post(`${quote.path}/convert-to-invoice`, wishes), 201, 404, 409);
  if (reply.status !== 201) return;
  const { quote: _, ...invoice } = reply.body;
  learn(known, { ...reply, body: invoice }, (id) => `/invoices/${id}`);
}

async function issueOne(desk: Desk): Promise<void> {
  const invoice = pick(desk, '/invoices/', ({ status }) => status === 'DRAFT');
  if (!invoice) return;
  const reply = expect(await desk.api.post(`${invoice.path}/issue`), 200);
  const { warnings: _, ...body } = reply.body;
  learn(desk.known, { ...reply, body }, () => invoice.path);
}

async function payOne(desk: Desk): Promise<void> {
  const invoice = pick(desk, '/invoices/', ({ status }) => status === 'ISSUED');
  if (!invoice) return;
  const reply = expect(await desk.api.post(`${invoice.path}/payments`, { amount: 100 }), 201, 409);
  if (reply.status !== 201) return;
  desk.known.payments.set(reply.body.id, invoice.path);
  desk.known.writes++;
}

async function creditOne(desk: Desk): Promise<void> {
  const invoice = pick(desk, '/invoices/', ({ status }) => status === 'ISSUED');
  if (!invoice) return;
  const body = { amount: 50, reason: 'Returned' };
  const reply = expect(await desk.api.post(`${invoice.path}/credit`, body), 201, 409);
  if (reply.status === 201) learn(desk.known, reply, (id) => `/invoices/${id}`);
}

async function deleteOne(desk: Desk): Promise<void> {
  const quote = pick(desk, '/quotes/', ({ status }) => status === 'DRAFT');
  if (!quote) return;
  quote.mayBeDeleted = true;
  const { status } = expect(await desk.api.delete(quote.path), 204, 404, 409);
  if (status !== 204) return;
  quote.isDeleted = true;
  desk.known.writes++;
}

async function putCustomer({ api, known, random }: Desk): Promise<void> {
  const path = `/customers/cus_${Math.floor(random() * 20)}`;
  learn(known, expect(await api.put(path, { name: `Name ${random()}` }), 200, 201), () => path);
}

async function createKey({ owner, known, random }: Desk): Promise<void> {
  const reply = expect(
    await owner.post('/keys', { name: `Key ${random()}`, scopes: ['read', 'write'] }),
    201,
  );
  const { id, secret } = reply.body;
  known.keys.set(id, { id, secret, isRevoked: false, mayBeRevoked: false });
  known.writes++;
}

async function revokeKey({ owner, known, random }: Desk): Promise<void> {
  const key = oneOf(
    random,
    [...known.keys.values()].filter(({ mayBeRevoked }) => !mayBeRevoked),
  );
  if (!key) return;
  key.mayBeRevoked = true;
  expect(await owner.delete(`/keys/${key.id}`), 204);
  key.isRevoked = true;
  known.writes++;
}

/** Shares in percent. */
const MIX: [share: number, act: (desk: Desk) => Promise<void>][] = [
  [30, createOne],
  [18, updateOne],
  [16, convertOne],
  [8, issueOne],
  [8, payOne],
  [4, creditOne],
  [4, deleteOne],
  [6, putCustomer],
  [4, createKey],
  [2, revokeKey],
];
const ACTS = MIX.flatMap(([share, act]) => Array.from({ length: share }, () => act));

/** One of the latest objects, because older ones have reached their last status. */
function pick({ known, random }: Desk, prefix: string, suits: (body: Json) => boolean): Known | undefined {
  const all = [...known.objects.values()].slice(-60);
  return oneOf(
    random,
    all.filter(({ path, mayBeDeleted, body }) => path.startsWith(prefix) && !mayBeDeleted && suits(body)),
  );
}

function learn(known: Acknowledged, reply: Reply, pathOf: (id: string) => string): void {
  const { objects } = known;
  const path = pathOf(reply.body.id);
  const version = Number(/"(\d+)/.exec(reply.headers.get('ETag') ?? '')?.[1] ?? 1);
  const { publicUrl: _, ...body } = reply.body;
  const before = objects.get(path);
  if (before && before.version > version) return;
  objects.set(path, { isDeleted: false, mayBeDeleted: false, ...before, path, version, body });
  const line = `acknowledged: ${path} version ${version} ${body.status ?? body.name}`;
  known.log.set(path, [...(known.log.get(path) ?? []), line]);
  known.writes++;
}

function expect(reply: Reply, ...statuses: number[]): Reply {
  if (!statuses.includes(reply.status)) throw new Error(`unexpected response ${reply.status}: ${reply.text}`);
  return reply;
}
