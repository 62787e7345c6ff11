import { setTimeout as delay } from 'node:timers/promises';
import { visit } from '../support/api/customer.ts';
import { isAcknowledged, versionOf } from './check/history.ts';
import { type ClientContext, run } from './client-context.ts';
import { createClientFor } from './faults/cluster.ts';
import {
  creditOne,
  issueOne,
  payConcurrently,
  remindOne,
  removePayment,
  sendInvoiceOne,
} from './invoice-clients.ts';
import { answer, convert, create, LONG_PAST, remove, send, toReply, update } from './operations.ts';
import { ask } from './perform.ts';
import { between, oneOf } from './random.ts';

const CONCURRENT_CONVERTS = 3;
/** Shares in percent. */
const MIX: [share: number, act: (desk: ClientContext) => Promise<void>][] = [
  [14, (desk) => createOne(desk, true)],
  [3, (desk) => createOne(desk, false)],
  [10, updateOne],
  [8, convertConcurrently],
  [11, sendOne],
  [12, decideOne],
  [3, deleteOne],
  [6, readOne],
  [2, listSome],
  [4, issueOne],
  [8, sendInvoiceOne],
  [3, remindOne],
  [9, payConcurrently],
  [2, removePayment],
  [5, creditOne],
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
  for (const rival of rivals.filter(isAcknowledged)) {
    const { id: invoiceId, total, dueDate } = rival.reply?.body ?? {};
    desk.invoices.set(invoiceId, { total, payments: [], isPastDue: dueDate === LONG_PAST });
  }
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

function pick({ shop, quotes }: ClientContext): string | undefined {
  return oneOf(shop.random, [...quotes.keys()]);
}
