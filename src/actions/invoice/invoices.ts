import type { Deps } from '../../deps.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { findMetadataErrors, type MetadataChange, mergeMetadata } from '../../domain/metadata.ts';
import { type InvoiceFilter, listInvoiceDocs } from '../../store/search/invoice/invoice-list.ts';
import type { InvoicePage } from '../../store/search/invoice/search-invoices.ts';
import * as table from '../../store/tables/invoice/invoices.ts';
import { expectFound } from '../expect-found.ts';
import type { ExpectVersion } from '../expect-version.ts';

/** Returns the JSON documents of the API, newest first. */
export function listInvoices(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  page: InvoiceFilter & { limit: number; offset: number },
): Promise<InvoicePage> {
  return listInvoiceDocs(db.read, accountId, page);
}

/** Returns the JSON document of the API. */
export async function readInvoice(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<table.InvoiceRow> {
  return expectFound(await table.findInvoiceRow(db.read, accountId, id), 'invoice');
}

/** Changes the metadata, the only part of an invoice that can change. Returns the stored invoice if nothing changes. */
export function changeInvoiceMetadata(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  {
    id,
    change,
    expectVersion,
  }: { id: string; change: MetadataChange | undefined; expectVersion: ExpectVersion },
): Promise<{ invoice: Invoice; version: number }> {
  return db.write(
    async (tx) => {
      const { doc, version } = expectFound(await table.loadInvoiceRow(tx, accountId, id), 'invoice');
      expectVersion(version);
      const before = JSON.parse(doc) as Invoice;
      // A concurrent request may have added keys since the route checked them.
      assertNoErrors(findMetadataErrors(before.metadata, change));
      const invoice = { ...before, metadata: mergeMetadata(before.metadata, change) };
      if (JSON.stringify(invoice) === doc) return { invoice: before, version };
      await table.replaceInvoice(tx, accountId, invoice);
      return { invoice, version: version + 1 };
    },
    { account: accountId },
  );
}
