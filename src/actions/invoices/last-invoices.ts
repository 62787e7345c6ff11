import type { Deps } from '../../app/deps.ts';
import type { InvoiceStatus } from '../../domain/invoice/invoice.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { findInvoiceStatuses } from '../../store/tables/invoice/find-invoices.ts';

/** Reads the status of the last invoice of each quote, by the id of the quote. Reads nothing if none has an invoice. */
export async function findLastInvoiceStatuses(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quotes: readonly Pick<Quote, 'id' | 'invoices'>[],
): Promise<Map<string, InvoiceStatus>> {
  const last = quotes.flatMap(({ id, invoices }) => {
    const invoice = invoices.at(-1);
    return invoice ? [{ quoteId: id, invoiceId: invoice.id }] : [];
  });
  const statuses = await findInvoiceStatuses(
    db.read,
    accountId,
    last.map(({ invoiceId }) => invoiceId),
  );
  return new Map(
    last.flatMap(({ quoteId, invoiceId }) => {
      const status = statuses.get(invoiceId);
      return status ? [[quoteId, status] as const] : [];
    }),
  );
}
