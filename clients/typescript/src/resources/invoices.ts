import type { DocumentLink, Invoice, InvoicePage, InvoicePatch, ListInvoicesQuery } from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions } from '../call.ts';
import type { FileResponse } from '../file.ts';
import { everyOne } from '../pages.ts';

type Filters = Omit<ListInvoicesQuery, 'page' | 'limit'>;

/** What quotes were converted to. */
export function invoicesOf({ json, file }: Caller) {
  return {
    /** One page, newest first. */
    list: (query?: ListInvoicesQuery, options?: CallOptions): Promise<InvoicePage> =>
      json('listInvoices', { query }, options),
    /** All that match, page after page, as you read them. */
    all: (query?: Filters, options?: CallOptions): AsyncGenerator<Invoice, void, undefined> =>
      everyOne((page) => json('listInvoices', { query: { ...query, ...page } }, options)),
    /** All that match, as CSV. */
    csv: (query?: Filters, options?: CallOptions): Promise<FileResponse> =>
      file('listInvoices', 'text/csv', { query }, options),
    get: (id: string, options?: GetOptions<Invoice>): Promise<Invoice> =>
      json('getInvoice', { path: { id } }, options),
    /** Changes its `metadata`: everything else of an invoice is final. */
    update: (id: string, patch: InvoicePatch, options?: ChangeOptions): Promise<Invoice> =>
      json('updateInvoice', { path: { id }, body: patch }, options),
    /** The PDF itself. */
    pdf: (id: string, options?: CallOptions): Promise<FileResponse> =>
      file('getInvoicePdf', 'application/pdf', { path: { id } }, options),
    /** Where the PDF can be downloaded without a key, for a while. */
    pdfLink: (id: string, options?: CallOptions): Promise<DocumentLink> =>
      json('getInvoicePdf', { path: { id } }, options),
    /** A ZIP of the PDFs of all invoices issued in a month, such as `2026-11`. */
    archive: (month: string, options?: CallOptions): Promise<FileResponse> =>
      file('getInvoiceArchive', 'application/zip', { query: { month } }, options),
  };
}
