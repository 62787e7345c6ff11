import { submit } from '../../support/api/customer.ts';
import type { Client, Json } from '../../support/service/client.ts';
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
  ITEM,
  isDone,
  openDesk,
  putCustomer,
  readForm,
  sendQuote,
  settle,
} from './actor.ts';

interface Office extends Desk {
  /** The path of the page of each quote. */
  pages: Map<string, string>;
  /** Requests and decisions that were acknowledged. */
  asked: { quoteId: string; text: string }[];
  decided: { quoteId: string; id: string; state: string }[];
}

const ROWS = 2;
const QUANTITY = 9;
const ITEMS = [{ ...ITEM, quantity: QUANTITY }];

/** Customers ask for other quantities, and the business applies or declines what they ask for. */
export async function createAskers(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'asker', { history, random });
  await putCustomer(cluster, desk, 'customer@proposals.example');
  const office: Office = { ...desk, pages: new Map(), asked: [], decided: [] };
  return {
    run: (route, isOver) => {
      const acts = [offer, ask, ask, decide, decide];
      return doInRows(ROWS, office, acts, [office, route], isOver);
    },
    finish: ({ url }) => compare(office, url),
    counts: () => ({
      'changes asked for': office.asked.length,
      'changes applied or declined': office.decided.length,
    }),
  };
}

async function offer(office: Office, route: Route): Promise<void> {
  const quote = await sendQuote(office, route, { items: ITEMS });
  if (quote) office.pages.set(quote.id, new URL(quote.publicUrl).pathname);
}

/** Asks for another quantity, sometimes twice at once. */
async function ask(office: Office, route: Route): Promise<void> {
  const [quoteId, path] = oneOf(office.random, [...office.pages]) ?? [];
  const seen = path && (await readForm(office, route, path));
  if (!quoteId || !seen) return;
  const once = async () => {
    const [text, quantity] = [office.mark(), 1 + Math.floor(office.random() * 5)];
    const fields = { revision: seen.revision, proposal: text, wish0: String(quantity) };
    const post = async (url: string) => toReply(await submit(`${url}${path}`, 'proposal', fields));
    const reply = await settle(office.history, route, `ask ${quoteId}`, post, [303, 400, 404, 409, 422, 429]);
    if (isDone(reply)) office.asked.push({ quoteId, text });
  };
  await Promise.all(Array.from({ length: office.random() < 0.3 ? 2 : 1 }, once));
}

/** Decides on a request, sometimes in two ways at once. */
async function decide(office: Office, route: Route): Promise<void> {
  const { history, api, random, decided } = office;
  const quoteId = oneOf(random, [...office.pages.keys()]);
  if (!quoteId) return;
  const path = `/quotes/${quoteId}/proposals`;
  const list = await settle(history, route, path, (url) => api(url).get(path), [200]);
  const proposals: Json[] = list?.body.data ?? [];
  const { id } = proposals.find(({ state }) => state === 'open') ?? {};
  if (!id) return;
  const once = async (verb: 'apply' | 'decline') => {
    const post = (url: string) =>
      api(url).post(`${path}/${id}/${verb}`, verb === 'decline' ? { text: 'No' } : undefined);
    const expected = [200, 'proposal_decided', 'proposal_outdated'];
    const reply = await settle(history, route, `${path}/${id}/${verb}`, post, expected);
    if (isDone(reply)) decided.push({ quoteId, id, state: verb === 'apply' ? 'applied' : 'declined' });
  };
  const verbs =
    random() < 0.3 ? (['apply', 'decline'] as const) : ([random() < 0.5 ? 'apply' : 'decline'] as const);
  await Promise.all(verbs.map(once));
}

/** Checks that a link has one open request at most, and that each was applied or declined once. */
async function compare({ history, api, pages, asked, decided }: Office, url: string): Promise<void> {
  const [asks, decisions] = [asked, decided].map((all) =>
    Map.groupBy<string, Json>(all, ({ quoteId }) => quoteId),
  );
  await inParallel([...pages.keys()], async (id) => {
    const found = await checkQuote(api(url), id, asks?.get(id) ?? [], decisions?.get(id) ?? []);
    history.violations.push(...found.map((what) => `${id}: ${what}`));
  });
}

async function checkQuote(api: Client, quoteId: string, asked: Json[], decided: Json[]): Promise<string[]> {
  const { body: quote } = await api.get(`/quotes/${quoteId}`);
  const { body } = await api.get(`/quotes/${quoteId}/proposals`);
  const proposals: Json[] = body.data;
  const open = proposals.filter(({ state }) => state === 'open');
  // Who asks for the quantity that the quote has asks for no change, and gets no new revision.
  const applied = proposals.filter(({ state, changes }) => state === 'applied' && changes.length > 0);
  const quantity = applied.at(-1)?.changes[0].quantity ?? QUANTITY;
  return [
    ...(open.length > 1 ? [`${open.length} requests are open`] : []),
    ...(quote.revision === 1 + applied.length
      ? []
      : [`revision ${quote.revision} after ${applied.length} requests were applied`]),
    ...(quote.items[0].quantity === quantity ? [] : [`${quote.items[0].quantity} instead of ${quantity}`]),
    ...asked
      .filter(({ text }) => !proposals.some((proposal) => proposal.text === text))
      .map(({ text }) => `the request ${text} is lost`),
    ...decided
      .filter(({ id, state }) => proposals.find((proposal) => proposal.id === id)?.state !== state)
      .map(({ id, state }) => `${id} is not ${state}`),
  ];
}
