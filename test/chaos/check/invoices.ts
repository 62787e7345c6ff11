import type { Json } from '../../support/service/client.ts';
import type { FinalState } from './final-state.ts';
import { describeOperation, isAcknowledged, mayHaveApplied, type Operation } from './history.ts';

/** Checks for one invoice per stage and one for the rest, as returned to their clients, that add up to the quote. */
export function* checkInvoices(state: FinalState, operations: readonly Operation[]): Generator<string> {
  const { quotes } = state;
  const invoices = [...state.invoices.values()].map(({ invoice }) => invoice);
  const byQuote = Map.groupBy(
    invoices.filter(({ kind }) => kind === 'INVOICE'),
    ({ quoteId }) => String(quoteId),
  );
  for (const [id, own] of byQuote) {
    if (!quotes.has(id)) yield `${own[0]?.id} belongs to a missing quote`;
    if (new Set(own.map(stageOf)).size < own.length) yield `${id} has two invoices of one stage`;
  }
  for (const [id, { quote }] of quotes) yield* checkListed(quote, byQuote.get(id) ?? []);
  const converts = operations.filter(({ kind }) => kind === 'convert');
  for (const [quoteId, rivals] of Map.groupBy(converts, (operation) => operation.quoteId ?? '')) {
    const last = quotes.get(quoteId)?.quote.invoiceId;
    for (const [stage, own] of Map.groupBy(rivals, (operation) => operation.stage ?? REST)) {
      const made = byQuote.get(quoteId)?.find((invoice) => stageOf(invoice) === stage);
      yield* checkRivals(`stage ${stage} of ${quoteId}`, own, made, last);
    }
  }
}

const REST = -1;

function stageOf({ stage }: Json): number {
  return stage?.index ?? REST;
}

/** Checks that the invoices listed by the quote are those that exist. */
function* checkListed(quote: Json, own: readonly Json[]): Generator<string> {
  const { id, status, invoiceId, total } = quote;
  const listed: Json[] = quote.invoices;
  const summary = (invoice: Json) => `${invoice.id} ${stageOf(invoice)} ${invoice.total}`;
  if (`${listed.map(summary).sort()}` !== `${own.map(summary).sort()}`) yield `${id} lists other invoices`;
  const invoiced = own.reduce((sum, invoice) => sum + invoice.total, 0);
  if ((status === 'CONVERTED') !== (own.length > 0 && invoiced === total)) {
    yield `${id}: ${status}, invoiced ${invoiced} of ${total}`;
  }
  if (status === 'CONVERTED') yield* checkRates(quote, own);
  const last = status === 'CONVERTED' ? (listed.at(-1)?.id ?? null) : null;
  if (invoiceId !== last) yield `${id} names the invoice ${invoiceId}`;
}

/** Checks that the taxes match exactly, per rate. */
function* checkRates({ id, taxes }: Json, own: readonly Json[]): Generator<string> {
  const parts: Json[] = own.flatMap((invoice) => invoice.taxes);
  for (const { rate, net, tax } of taxes) {
    const ofRate = parts.filter((part) => part.rate === rate);
    const sum = (field: 'net' | 'tax') => ofRate.reduce((all, part) => all + part[field], 0);
    if (sum('net') !== net || sum('tax') !== tax) {
      yield `${id}: at ${rate} % the quote has ${net} and ${tax}, invoiced ${sum('net')} and ${sum('tax')}`;
    }
  }
}

function* checkRivals(
  what: string,
  own: readonly Operation[],
  invoice: Json | undefined,
  last: string | undefined,
): Generator<string> {
  const winners = own.filter(isAcknowledged);
  if (winners.length > 1) yield `${what} was invoiced ${winners.length} times`;
  if (invoice && winners.length === 0 && !own.some(mayHaveApplied))
    yield `${what} has an invoice without a request`;
  for (const rival of own) {
    const { quote: _, ...given } = rival.reply?.body ?? {};
    if (isAcknowledged(rival) && withoutLife(given) !== withoutLife(invoice)) {
      yield `the acknowledged invoice is lost or changed: ${describeOperation(rival)}`;
    }
    const named = { quote_converted: last, stage_invoiced: invoice?.id }[String(given.code)];
    if (rival.reply?.status === 409 && given.invoiceId !== named) {
      yield `an error named another invoice: ${describeOperation(rival)}`;
    }
  }
}

/** Fields that issuing, sending, paying and crediting change. */
const LIFE = new Set([
  ...['status', 'issueDate', 'dueDate', 'amountPaid', 'amountCredited', 'amountDue', 'overdue'],
  ...['issuedAt', 'sentAt', 'viewedAt', 'paidAt', 'updatedAt', 'previousInvoices', 'publicUrl', 'warnings'],
]);

export function withoutLife(invoice: Json | undefined): string {
  return JSON.stringify(Object.entries(invoice ?? {}).filter(([name]) => !LIFE.has(name)));
}
