import { type History, isAcknowledged, type Operation, versionOf } from './check/history.ts';
import type { ChaosAccount } from './faults/cluster.ts';
import type { OperationContext } from './operations.ts';
import { perform, type Route, withPatience } from './perform.ts';

/** The quotes of one account as its clients know them; the clients share this state. */
type Quotes = Map<string, { version?: number; publicUrl?: string | null }>;

/** The invoices of one account, with the ids of their payments. */
type Invoices = Map<string, KnownInvoice>;

export interface KnownInvoice {
  total: number;
  payments: string[];
  /** Whether a customer may be reminded of it as soon as it is sent. */
  isPastDue: boolean;
  isIssued?: boolean;
  isSent?: boolean;
}

export interface ClientContext {
  account: ChaosAccount;
  quotes: Quotes;
  invoices: Invoices;
  history: History;
  shop: OperationContext;
  route: Route;
}

/** Performs an operation, and learns the state of its quote from the response. */
export async function run({ history, route, quotes }: ClientContext, operation: Operation): Promise<void> {
  history.operations.push(operation);
  await perform(history, operation, withPatience(route));
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
