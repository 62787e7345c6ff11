import { setTimeout as delay } from 'node:timers/promises';
import { visit } from '../support/api/customer.ts';
import { type History, isAcknowledged, type Operation, versionOf } from './check/history.ts';
import { type ChaosAccount, createClientFor } from './faults/cluster.ts';
import {
  answer,
  convert,
  create,
  type OperationContext,
  remove,
  send,
  toReply,
  update,
} from './operations.ts';
import { ask, perform, type Route } from './perform.ts';
import { between, oneOf } from './random.ts';

/** The quotes of one account as its clients know them; the clients share this state. */
type Quotes = Map<string, { version?: number; publicUrl?: string | null }>;

export interface ClientContext {
  account: ChaosAccount;
  quotes: Quotes;
  history: History;
  shop: OperationContext;
  route: Route;
}

const CONCURRENT_CONVERTS = 3;
/** Shares in percent. */
const MIX: [share: number, act: (desk: ClientContext) => Promise<void>][] = [
  [18, (desk) => createOne(desk, true)],
  [6, (desk) => createOne(desk, false)],
  [22, updateOne],
  [8, convertConcurrently],
  [14, sendOne],
  [12, decideOne],
  [4, deleteOne],
  [14, readOne],
  [2, listSome],
];
const ACTS = MIX.flatMap(([share, act]) => Array.from({ length: share }, () => act));

/** Runs one client: operations in sequence with short pauses, until the load ends. */
export async function runClient(desk: ClientContext, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await oneOf(desk.shop.random, ACTS)?.(desk);
    await delay(between(desk.shop.random, 20, 200));
  }
}

async function createOne(desk: ClientContext, keyed: boolean): Promise<void> {
  await run(desk, create(desk.account, desk.shop, { keyed }));
}

async function updateOne(desk: ClientContext): Promise<void> {
  const id = pick(desk);
  const version = id && (desk.quotes.get(id)?.version ?? (await readQuote(desk, id)));
  if (id && version) await run(desk, update(desk.account, desk.shop, { id, version }));
}

/** Converts concurrently with different keys: each stage and the rest must be invoiced once. */
async function convertConcurrently(desk: ClientContext): Promise<void> {
  const id = pick(desk);
  if (!id) return;
  const stages = [undefined, 0, 0, 1];
  const rivals = Array.from({ length: CONCURRENT_CONVERTS }, () =>
    convert(desk.account, desk.shop, id, oneOf(desk.shop.random, stages)),
  );
  await Promise.all(rivals.map((rival) => run(desk, rival)));
  // A converted quote is rarely used again, because it no longer changes.
  if (desk.shop.random() < 0.8) desk.quotes.delete(id);
}

async function sendOne(desk: ClientContext): Promise<void> {
  const id = pick(desk);
  if (id) await run(desk, send(desk.account, desk.shop, id, { keyed: desk.shop.random() < 0.9 }));
}

async function decideOne({ quotes, ...desk }: ClientContext): Promise<void> {
  const sent = [...quotes].filter(([, { publicUrl }]) => publicUrl);
  const [id, { publicUrl }] = oneOf(desk.shop.random, sent) ?? ['', {}];
  if (!publicUrl) return;
  const path = new URL(publicUrl).pathname;
  const read = async (url: string) => toReply(await visit(`${url}${path}`));
  const page = await ask(desk.history, desk.route, read, 'page');
  if (page?.status !== 200) return;
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
  const seen = { revision: field('revision'), documentSha256: field('documentSha256') };
  const kind = desk.shop.random() < 0.7 ? 'accept' : 'decline';
  if (seen.revision) await run({ quotes, ...desk }, answer(kind, desk.account, id, { path, seen }));
}

async function deleteOne(desk: ClientContext): Promise<void> {
  const id = pick(desk);
  if (!id) return;
  desk.quotes.delete(id);
  await run(desk, remove(desk.account, id));
}

async function readOne(desk: ClientContext): Promise<void> {
  const id = pick(desk);
  if (id) await readQuote(desk, id);
}

async function listSome({ history, route, account }: ClientContext): Promise<void> {
  const reply = await ask(history, route, (url) =>
    createClientFor({ url }, account).get('/quotes?status=SENT'),
  );
  if (reply && reply.status !== 200)
    history.violations.push(`a list returned ${reply.status}: ${reply.text}`);
}

/** Reads a quote: a version older than one already seen is a violation, whichever process responds. */
async function readQuote(
  { history, route, account, quotes }: ClientContext,
  id: string,
): Promise<number | undefined> {
  const known = history.versions.get(id) ?? 0;
  const reply = await ask(history, route, (url) => createClientFor({ url }, account).get(`/quotes/${id}`));
  if (reply?.status !== 200) return undefined;
  const version = versionOf(reply);
  if ((version ?? 0) < known) history.violations.push(`${id}: version ${version} was read after ${known}`);
  if (quotes.has(id)) quotes.set(id, { version, publicUrl: reply.body.publicUrl });
  return version;
}

async function run({ history, route, quotes }: ClientContext, operation: Operation): Promise<void> {
  history.operations.push(operation);
  await perform(history, operation, route);
  const { reply, quoteId, kind } = operation;
  if (!reply || !quoteId || kind === 'convert') return;
  if (kind === 'create') quotes.set(quoteId, {});
  const known = quotes.get(quoteId);
  if (!known) return;
  if (isAcknowledged(operation) && reply.body) {
    quotes.set(quoteId, { version: versionOf(reply), publicUrl: reply.body.publicUrl });
  } else {
    known.version = undefined;
  }
}

function pick({ shop, quotes }: ClientContext): string | undefined {
  return oneOf(shop.random, [...quotes.keys()]);
}
