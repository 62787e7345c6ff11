import type { Client, Json } from '../../support/service/client.ts';
import { inParallel } from '../check/aftermath.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import type { Route } from '../perform.ts';
import { oneOf, type Random } from '../random.ts';
import {
  type Actor,
  type Desk,
  doInRows,
  isDone,
  keyed,
  openDesk,
  type Person,
  readFeed,
  settle,
  signInOwner,
} from './actor.ts';

interface Content {
  unitPrice: number;
  cost: number;
}

interface Office extends Desk {
  owner: Person;
  quotes: Set<string>;
  /** The content of each quote by its title, which no two contents share. */
  contents: Map<string, Content>;
  /** Decisions that were acknowledged. */
  decisions: { quoteId: string; type: string; sha256: string }[];
  sent: number;
  held: number;
}

const RULES = { totalFrom: 50_000, marginBelow: 20 };
const PRICES = [10_000, 60_000];
/** Shares of the price that the costs are; the last one leaves too little. */
const COSTS = [0.3, 0.5, 0.9];
const ROWS = 2;
const CUSTOMER = { name: 'Customer', email: 'customer@approval.example' };

/** A program writes and sends quotes with costs, and an owner approves or rejects those that the rules hold. */
export async function createApprover(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'approver', { history, random });
  const owner = await signInOwner(cluster, desk);
  const url = cluster.replicas[0]?.url ?? '';
  const replies = [
    await owner(url).patch('/account', { email: CUSTOMER.email, approval: RULES }),
    await desk.api(url).put('/customers/cus_a', CUSTOMER),
  ];
  for (const { status, text } of replies) if (status >= 300) throw new Error(text);
  const known = { quotes: new Set<string>(), contents: new Map(), decisions: [], sent: 0, held: 0 };
  const office: Office = { ...desk, ...known, owner };
  return {
    run: (route, isOver) => {
      const acts = [create, create, edit, request, decide, decide, send, send];
      return doInRows(ROWS, office, acts, [office, route], isOver);
    },
    finish: (service) => compare(office, service.url),
    counts: () => ({
      'approvals and rejections': office.decisions.length,
      'quotes sent under rules': office.sent,
      'sends held back': office.held,
    }),
  };
}

async function create({ history, api, mark, ...office }: Office, route: Route): Promise<void> {
  const body = { customerId: 'cus_a', ...chooseContent({ history, api, mark, ...office }) };
  const key = keyed(mark());
  const reply = await settle(history, route, 'create', (url) => api(url).post('/quotes', body, key), [201]);
  if (isDone(reply)) office.quotes.add(reply.body.id);
}

async function edit(office: Office, route: Route): Promise<void> {
  const id = pick(office);
  if (!id) return;
  const body = chooseContent(office);
  await settle(
    office.history,
    route,
    `edit ${id}`,
    (url) => office.api(url).patch(`/quotes/${id}`, body),
    [200],
  );
}

async function request({ history, api, mark, ...office }: Office, route: Route): Promise<void> {
  const id = pick({ history, api, mark, ...office });
  if (!id) return;
  const [path, key] = [`/quotes/${id}/request-approval`, keyed(mark())];
  const send = (url: string) => api(url).post(path, {}, key);
  await settle(history, route, path, send, [200, 'approval_not_needed']);
}

/** Decides on the content that is read; an edit meanwhile makes the decision fail. */
async function decide(office: Office, route: Route): Promise<void> {
  const id = pick(office);
  if (!id) return;
  const read = await settle(
    office.history,
    route,
    `read ${id}`,
    (url) => office.owner(url).get(`/quotes/${id}`),
    [200],
  );
  const action = office.random() < 0.75 ? 'approve' : 'reject';
  const headers = { 'If-Match': read?.headers.get('ETag') ?? '' };
  const path = `/quotes/${id}/${action}`;
  const post = (url: string) => office.owner(url).post(path, {}, { headers });
  // A repeat of a decision that took effect finds another version.
  const reply = read && (await settle(office.history, route, path, post, [200, 412, 'approval_not_needed']));
  if (!isDone(reply)) return;
  const { state: type, sha256 } = reply.body.approval;
  office.decisions.push({ quoteId: id, type, sha256 });
}

async function send(office: Office, route: Route): Promise<void> {
  const id = pick(office);
  if (!id) return;
  const [path, key] = [`/quotes/${id}/send`, keyed(office.mark())];
  const post = (url: string) => office.api(url).post(path, {}, key);
  const expected = [200, 'approval_required', 'send_in_progress', 'quote_changed'];
  const reply = await settle(office.history, route, path, post, expected);
  if (isDone(reply)) office.sent++;
  if (reply?.body?.code === 'approval_required') office.held++;
}

function chooseContent({ random, mark, contents }: Office): object {
  const title = mark();
  const unitPrice = oneOf(random, PRICES) ?? 0;
  const cost = unitPrice * (oneOf(random, COSTS) ?? 0);
  contents.set(title, { unitPrice, cost });
  return { title, items: [{ description: 'Work', quantity: 1, unitPrice, cost }] };
}

function needsApproval({ unitPrice, cost }: Content): boolean {
  return unitPrice >= RULES.totalFrom || 100 * (unitPrice - cost) < RULES.marginBelow * unitPrice;
}

function pick({ random, quotes }: Office): string | undefined {
  return oneOf(random, [...quotes]);
}

/** Checks that nothing was sent that was not approved, and that every decision and every cost is there. */
async function compare({ history, owner, contents, quotes, decisions }: Office, url: string): Promise<void> {
  const { violations } = history;
  const api = owner(url);
  const feed = await readFeed(api);
  const decided = new Set(
    feed.map(({ type, data }) => `${type} ${data.quote?.id} ${data.sha256}`).filter(isDecision),
  );
  for (const { quoteId, type, sha256 } of decisions) {
    if (!decided.has(`quote.${type} ${quoteId} ${sha256}`)) violations.push(`${quoteId}: ${type} is lost`);
  }
  const approved = new Set(
    feed.filter(({ type }) => type === 'quote.approved').map(({ data }) => data.quote.title as string),
  );
  await inParallel([...quotes], async (id) => {
    violations.push(...(await checkQuote(api, id, contents, approved)));
  });
}

function isDecision(line: string): boolean {
  return /^quote\.(approved|rejected) /.test(line);
}

async function checkQuote(
  api: Client,
  id: string,
  contents: ReadonlyMap<string, Content>,
  approved: ReadonlySet<string>,
): Promise<string[]> {
  const { body: quote } = await api.get(`/quotes/${id}`);
  const { body: revisions } = await api.get(`/quotes/${id}/revisions`);
  const isFree = (title: string) => {
    const content = contents.get(title);
    return content !== undefined && (!needsApproval(content) || approved.has(title));
  };
  const sent = revisions.data.map((revision: Json) => revision.quote.title as string);
  const cost = contents.get(quote.title)?.cost;
  return [
    ...sent
      .filter((title: string) => !isFree(title))
      .map((title: string) => `${id}: ${title} was sent and not approved`),
    ...(quote.status !== 'SENT' || isFree(quote.title) ? [] : [`${id} is SENT and not approved`]),
    ...(quote.items[0].cost === cost ? [] : [`${id} costs ${quote.items[0].cost}, acknowledged was ${cost}`]),
  ];
}
