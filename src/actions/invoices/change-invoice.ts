import type { Deps } from '../../app/deps.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { invoiceNotFound } from '../../domain/invoice/problems.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import type { ExpectVersion } from '../expect-version.ts';
import { readInvoice } from './invoices.ts';
import { loadCurrentInvoice } from './mark-overdue.ts';

/** The invoice to change, and the conditions for the change. */
export interface InvoiceChange {
  deps: Pick<Deps, 'db'>;
  accountId: string;
  invoiceId: string;
  /** Throws if the status of the invoice does not allow the change. The status is checked before the version. */
  assertAllowed(invoice: Invoice): void;
  expectVersion: ExpectVersion;
  now: number;
}

/** An invoice that may be changed, as last read. */
export interface ChangeableInvoice {
  invoice: Invoice;
  version: number;
  /** Repeats the checks inside the transaction and locks the invoice. */
  lock(tx: Sql): Promise<StoredInvoice>;
  /** Reads the invoice again after a concurrent change, or after one of the same request, which expects another version. */
  again(expectVersion?: ExpectVersion): Promise<ChangeableInvoice>;
}

/**
 * Runs the checks of every change of an invoice, in this order: it exists, it is marked if it is overdue, its status
 * allows the change, its version is the caller's. `lock` repeats them in the transaction, which is decisive.
 */
export async function findChangeableInvoice(change: InvoiceChange): Promise<ChangeableInvoice> {
  const { deps, accountId, invoiceId, assertAllowed, expectVersion, now } = change;
  const { doc, version } = await readInvoice(deps, accountId, invoiceId, now);
  const invoice = JSON.parse(doc) as Invoice;
  assertAllowed(invoice);
  expectVersion(version);
  return {
    ...{ invoice, version },
    lock: (tx) => lock(tx, change),
    again: (other = expectVersion) => findChangeableInvoice({ ...change, expectVersion: other }),
  };
}

async function lock(tx: Sql, change: InvoiceChange): Promise<StoredInvoice> {
  const { accountId, invoiceId, assertAllowed, expectVersion, now } = change;
  const stored = await loadCurrentInvoice(tx, accountId, invoiceId, now);
  if (!stored) throw invoiceNotFound();
  assertAllowed(stored.invoice);
  expectVersion(stored.version);
  return stored;
}
