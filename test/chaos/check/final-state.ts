import type { QueuedMail } from '../../../src/actions/sending/outbox/queue-mail.ts';
import type { InvoiceHistoryEvent } from '../../../src/domain/invoice/history.ts';
import type { HistoryEvent } from '../../../src/domain/quote/history.ts';
import type { Database } from '../../../src/store/database.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { type ChaosAccount, createClientFor } from '../faults/cluster.ts';
import { inParallel } from './aftermath.ts';
import { versionOf } from './history.ts';

/** The data of an account at the end, as the API returns it. */
export interface FinalState {
  account: ChaosAccount;
  quotes: Map<string, FinalQuote>;
  /** Invoices and credit notes. */
  invoices: Map<string, FinalInvoice>;
  /** `pagination.total` of lists: all, by status, by customer. */
  totals: Record<string, number>;
}

export interface FinalQuote {
  quote: Json;
  version: number;
  events: HistoryEvent[];
}

export interface FinalInvoice {
  invoice: Json;
  events: InvoiceHistoryEvent[];
  payments: Json[];
}

export interface OutboxMail {
  kind: string;
  state: string;
  attempts: number;
  error: string | null;
  /** The quote or invoice. */
  documentId: string;
  messageId: string;
}

const FILTERS = [
  '',
  ...['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED'].map((status) => `&status=${status}`),
  ...['cus_a', 'cus_b'].map((id) => `&customerId=${id}`),
];

export async function readFinalState(url: string, account: ChaosAccount): Promise<FinalState> {
  const api = createClientFor({ url }, account);
  const quotes: FinalState['quotes'] = new Map();
  await inParallel(await readAll(api, '/quotes'), async (listed) => {
    const reply = await api.get(`/quotes/${listed.id}`);
    const { publicUrl: _, ...quote } = reply.body;
    if (JSON.stringify(quote) !== JSON.stringify(listed))
      throw new Error(`${listed.id}: list and get differ`);
    const events = (await api.get(`/quotes/${listed.id}/events`)).body.data;
    quotes.set(listed.id, { quote, version: versionOf(reply) ?? 0, events });
  });
  const invoices: FinalState['invoices'] = new Map();
  await inParallel(await readAll(api, '/invoices'), async (listed) => {
    const path = `/invoices/${listed.id}`;
    const { publicUrl: _, ...invoice } = (await api.get(path)).body;
    if (JSON.stringify(invoice) !== JSON.stringify(listed))
      throw new Error(`${listed.id}: list and get differ`);
    const events = (await api.get(`${path}/events`)).body.data;
    invoices.set(listed.id, { invoice, events, payments: (await api.get(`${path}/payments`)).body.data });
  });
  const totals: FinalState['totals'] = {};
  for (const filter of FILTERS) {
    totals[filter] = (await api.get(`/quotes?limit=1${filter}`)).body.pagination.total;
  }
  return { account, quotes, invoices, totals };
}

/**
 * Returns the emails of live accounts: those of test accounts are not delivered. Accounts with a mail server of their own
 * have checks of their own.
 */
export async function readOutbox(db: Database): Promise<OutboxMail[]> {
  const rows = await db.read.all<{
    kind: string;
    state: string;
    doc: string;
    attempts: number;
    error: string | null;
  }>(
    `SELECT o.kind, o.state, o.doc, o.attempts, o.last_error AS error FROM outbox AS o JOIN accounts AS a ON a.id = o.account_id
     WHERE a.kind = 'live' AND a.id NOT IN (SELECT account_id FROM mail_accounts)`,
  );
  return rows.map(({ kind, state, doc, attempts, error }) => {
    const { documentId, message } = JSON.parse(doc) as QueuedMail;
    return { kind, state, attempts, error, documentId, messageId: message.messageId };
  });
}

async function readAll(api: Client, path: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page++) {
    const { body } = await api.get(`${path}?limit=100&page=${page}`);
    all.push(...body.data);
    if (!body.pagination.hasMore) return all;
  }
}
