import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { findInvoiceDoc, listInvoiceDocs } from '../../store/tables/invoices.ts';

/** Newest first, as the JSON of the API. */
export function listInvoices(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  page: { quoteId?: string | undefined; limit: number; offset: number },
): Promise<{ docs: string[]; total: number }> {
  return listInvoiceDocs(db.read, accountId, page);
}

/** As the JSON of the API. */
export async function readInvoice({ db }: Pick<Deps, 'db'>, accountId: string, id: string): Promise<string> {
  const doc = await findInvoiceDoc(db.read, accountId, id);
  if (doc === undefined) throw new Problem('not_found', 'There is no invoice with this id.');
  return doc;
}
