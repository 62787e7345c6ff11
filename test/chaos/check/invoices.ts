import type { Json } from '../../support/service/client.ts';
import type { FinalState } from './final-state.ts';
import { describeOperation, isAcknowledged, isPossible, type Operation } from './history.ts';

/** One invoice for each converted quote, the one that its client was given; none for any other. */
export function* checkInvoices(
  { quotes, invoices }: FinalState,
  operations: readonly Operation[],
): Generator<string> {
  const byQuote = new Map<string, Json>();
  for (const invoice of invoices) {
    if (byQuote.has(invoice.quoteId)) yield `${invoice.quoteId} has two invoices`;
    byQuote.set(invoice.quoteId, invoice);
    if (!quotes.has(invoice.quoteId)) yield `${invoice.id} is of a quote that is not there`;
  }
  for (const [id, { quote }] of quotes) {
    const invoice = byQuote.get(id);
    if ((quote.status === 'CONVERTED') !== (invoice !== undefined))
      yield `${id}: ${quote.status} and ${invoice?.id}`;
    if (quote.invoiceId !== (invoice?.id ?? null)) yield `${id} names the invoice ${quote.invoiceId}`;
  }
  const converts = operations.filter(({ kind }) => kind === 'convert');
  for (const [quoteId, own] of Map.groupBy(converts, (operation) => operation.quoteId ?? '')) {
    yield* checkRivals(quoteId, own, byQuote.get(quoteId));
  }
}

function* checkRivals(
  quoteId: string,
  own: readonly Operation[],
  invoice: Json | undefined,
): Generator<string> {
  const winners = own.filter(isAcknowledged);
  if (winners.length > 1) yield `${quoteId} was converted ${winners.length} times`;
  if (invoice && winners.length === 0 && !own.some(isPossible)) yield `${quoteId} was converted by nobody`;
  for (const rival of own) {
    const { quote: _, ...given } = rival.reply?.body ?? {};
    if (isAcknowledged(rival) && JSON.stringify(given) !== JSON.stringify(invoice)) {
      yield `the acknowledged invoice is lost or changed: ${describeOperation(rival)}`;
    }
    if (rival.reply?.status === 409 && given.invoiceId !== invoice?.id) {
      yield `another invoice was named: ${describeOperation(rival)}`;
    }
  }
}
