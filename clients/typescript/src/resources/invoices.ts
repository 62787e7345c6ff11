import type { DocumentLink, Invoice, InvoicePage, InvoicePatch, ListInvoicesQuery } from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions } from '../call.ts';
import type { FileResponse } from '../file.ts';
import { iteratePages } from '../pages.ts';

type Filters = Omit<ListInvoicesQuery, 'page' | 'limit'>;

/** The invoices that quotes were converted to. */
export function createInvoicesApi({ json, file }: Caller) {
  return {
    /** One page, newest first. */
    list: (query?: ListInvoicesQuery, options?: CallOptions): Promise<InvoicePage> =>
      json('listInvoices', { query }, options),
    /** All matches, page by page as you read them. */
    all: (query?: Filters, options?: CallOptions): AsyncGenerator<Invoice, void, undefined> =>
      iteratePages((page) => json('listInvoices', { query: { ...query, ...page } }, options)),
    /** All matches as CSV. */
    csv: (query?: Filters, options?: CallOptions): Promise<FileResponse> =>
      file('listInvoices', 'text/csv', { query }, options),
    get: (id: string, options?: GetOptions<Invoice>): Promise<Invoice> =>
      json('getInvoice', { path: { id } }, options),
    /** Changes `metadata`; all other fields of an invoice are final. */
    update: (id: string, patch: InvoicePatch, options?: ChangeOptions): Promise<Invoice> =>
      json('updateInvoice', { path: { id }, body: patch }, options),
    /** Downloads the PDF. */
    pdf: (id: string, options?: CallOptions): Promise<FileResponse> =>
      file('getInvoicePdf', 'application/pdf', { path: { id } }, options),
    /** Creates a temporary URL from which the PDF can be downloaded without a key. */
    pdfLink: (id: string, options?: CallOptions): Promise<DocumentLink> =>
      json('getInvoicePdf', { path: { id } }, options),
    /** A ZIP of the PDFs of all invoices issued in a month, such as `2026-11`. */
    archive: (month: string, options?: CallOptions): Promise<FileResponse> =>
      file('getInvoiceArchive', 'application/zip', { query: { month } }, options),
  };
}
