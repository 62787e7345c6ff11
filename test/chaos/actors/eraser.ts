import type { Database } from '../../../src/store/database.ts';
import { accept } from '../../support/api/customer.ts';
import { MINUTE } from '../../support/service/clock.ts';
import { listRowsByTable } from '../../support/store/find-text.ts';
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
  type Person,
  settle,
  signInOwner,
} from './actor.ts';

/** A customer whose every text contains the same word. */
interface Customer {
  id: string;
  word: string;
  /** Links to quotes that were sent. */
  links: string[];
  /** Whether a quote was or may have been accepted or invoiced: it is kept with its evidence. */
  isBound: boolean;
  /** Whether the erasure was requested, and whether it was acknowledged. */
  erasure?: 'requested' | 'done';
}

interface Office extends Desk, Pick<Cluster, 'moments'> {
  owner: Person;
  customers: Customer[];
}

const WORD = /quix\d+x/g;
const ROWS = 2;
/** What is kept of somebody who has accepted: the contract, the invoice, and what proves them. */
const RETAINED = new Set([
  ...[
    'decisions.doc',
    'decisions.record',
    'decisions.source',
    'parties.customer',
    'invoices.doc',
    'quotes.doc',
    'quotes.search',
  ],
  ...['quote_facts.search', 'quote_search.text', 'revisions.doc', 'documents.file_name', 'documents.pdf'],
]);
/** Longer than a job waits until it continues an erasure. */
const RETRY_MS = 6 * MINUTE;
const ROUNDS = 5;

/** A program works for customers, and an owner erases them. */
export async function createEraser(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'eraser', { history, random });
  const { moments } = cluster;
  const office: Office = { ...desk, moments, owner: await signInOwner(cluster, desk), customers: [] };
  return {
    run: (route, isOver) => {
      const acts = [addCustomer, offer, offer, accepted, invoice, erase];
      return doInRows(ROWS, office, acts, [office, route], isOver);
    },
    async finish(service, clock) {
      for (let round = 0; round < ROUNDS; round++) {
        clock.advance(RETRY_MS);
        await service.runJob('erasures');
      }
      for (const { id, erasure } of office.customers) {
        if (erasure !== 'done') continue;
        const { status, body } = await office.api(service.url).get(`/customers/${id}`);
        if (status === 200 && !body.erasedAt) history.violations.push(`${id} was erased, and is there again`);
      }
    },
    check: (db) => findTraces(office, db),
    counts: () => ({
      'customers erased': office.customers.filter(({ erasure }) => erasure === 'done').length,
    }),
  };
}

async function addCustomer({ history, api, mark, customers }: Office, route: Route): Promise<void> {
  const word = `quix${mark().replace(/\D/g, '')}x`;
  const id = `cus-${mark()}`;
  const body = { name: `Zephyrina ${word}`, email: `${word}@erasure.example`, address: `7 ${word} Road` };
  const put = (url: string) => api(url).put(`/customers/${id}`, body);
  if (isDone(await settle(history, route, `create ${id}`, put, [200, 201]))) {
    customers.push({ id, word, links: [], isBound: false });
  }
}

async function offer(office: Office, route: Route): Promise<void> {
  const { history, api, mark } = office;
  const customer = pick(office);
  if (!customer) return;
  const items = [{ description: `Work for ${customer.word}`, quantity: 1, unitPrice: 10_000 }];
  const body = { customerId: customer.id, title: `House of ${customer.word}`, items };
  const [first, second] = [keyed(mark()), keyed(mark())];
  const post = (url: string) => api(url).post('/quotes', body, first);
  const made = await settle(history, route, `offer to ${customer.id}`, post, [201, ...REFUSALS]);
  if (!isDone(made)) return;
  const path = `/quotes/${made.body.id}/send`;
  const send = (url: string) => api(url).post(path, {}, second);
  const sent = await settle(history, route, path, send, [200, 404, 'send_in_progress', ...REFUSALS]);
  // The erasure of the customer may have closed the link since.
  if (isDone(sent) && sent.body.publicUrl) customer.links.push(new URL(sent.body.publicUrl).pathname);
}

/** Responses to work for a customer who is being erased. */
const REFUSALS = ['customer_erased', 'customer_not_found', 400, 404] as const;

async function accepted(office: Office, route: Route): Promise<void> {
  const customer = pick(office);
  const link = customer && oneOf(office.random, customer.links);
  if (!link) return;
  customer.isBound = true;
  // The page of a customer who is being erased no longer opens.
  const submit = async (url: string) =>
    toReply(await accept(`${url}${link}`, `Zephyrina ${customer.word}`).catch(() => GONE));
  await settle(office.history, route, `acceptance by ${customer.id}`, submit, [303, 404, 409, 410]);
}

const GONE = { status: 404, headers: new Headers(), text: '' };

async function invoice(office: Office, route: Route): Promise<void> {
  const { history, api, mark } = office;
  const customer = pick(office);
  if (!customer || office.random() < 0.5) return;
  customer.isBound = true;
  const items = [{ description: `Work for ${customer.word}`, quantity: 1, unitPrice: 10_000 }];
  const body = { customerId: customer.id, title: `Bill of ${customer.word}`, items };
  const [first, second] = [keyed(mark()), keyed(mark())];
  const post = (url: string) => api(url).post('/quotes', body, first);
  const made = await settle(history, route, `offer to ${customer.id}`, post, [201, ...REFUSALS]);
  if (!isDone(made)) return;
  const path = `/quotes/${made.body.id}/convert-to-invoice`;
  const convert = (url: string) => api(url).post(path, {}, second);
  await settle(history, route, path, convert, [201, ...REFUSALS]);
}

async function erase(office: Office, route: Route): Promise<void> {
  const customer = pick(office);
  if (!customer) return;
  customer.erasure = 'requested';
  const path = `/customers/${customer.id}/erase`;
  const post = (url: string) => {
    office.moments.emit('erasure');
    return office.owner(url).post(path);
  };
  // A repeat of an erasure that was completed, of somebody of whom nothing is kept, finds nobody.
  const reply = await settle(office.history, route, path, post, [200, 404, 'send_in_progress']);
  if (reply?.body?.code === 'send_in_progress') customer.erasure = undefined;
  else if (reply) customer.erasure = 'done';
}

/** Some customers are never erased, so that the others have something to be compared with. */
function pick({ random, customers }: Office): Customer | undefined {
  return oneOf(
    random,
    customers.filter(({ erasure }) => erasure === undefined),
  );
}

/** Checks that nothing is left of an erased customer outside what is kept, also if the erasure was interrupted. */
async function findTraces({ accountId, customers }: Office, db: Database): Promise<string[]> {
  const unfinished = await db.read.all<{ customer_id: string }>(
    'SELECT customer_id FROM erasures WHERE account_id = ? AND unfinished IS NOT NULL',
    accountId,
  );
  const placesOf = await findWords(db, accountId);
  return [
    ...unfinished.map(({ customer_id }) => `the erasure of ${customer_id} did not end`),
    ...customers.flatMap(({ id, word, isBound, erasure }) => {
      const places = [...(placesOf.get(word) ?? [])];
      // A request without a response has begun the erasure if the customer is no longer in its record.
      const isErased = erasure !== undefined && (erasure === 'done' || !places.includes('customers.doc'));
      if (!isErased) return places.length > 0 ? [] : [`${id} was not erased, and is lost`];
      const left = places.filter((place) => !(isBound && RETAINED.has(place)));
      return left.length === 0 ? [] : [`${id} was erased, and is left in ${left.sort().join(', ')}`];
    }),
  ];
}

/** Returns in which columns each word occurs. */
async function findWords(db: Database, accountId: string): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const [table, rows] of Object.entries(await listRowsByTable(db, accountId))) {
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
      for (const [word] of text.toLowerCase().matchAll(WORD)) {
        found.set(word, (found.get(word) ?? new Set()).add(`${table}.${column}`));
      }
    }
  }
  return found;
}
