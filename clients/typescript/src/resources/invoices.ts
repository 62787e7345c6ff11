import type {
  Credit,
  DocumentLink,
  GetExportQuery,
  GetInvoiceReadinessQuery,
  GetInvoiceXmlQuery,
  Invoice,
  InvoiceEventList,
  InvoicePage,
  InvoicePatch,
  InvoiceReadiness,
  Issue,
  ListedInvoice,
  ListedInvoicePage,
  ListInvoicesQuery,
  NewInvoiceSending,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions, PostOptions } from '../call.ts';
import type { FileResponse } from '../file.ts';
import { iteratePages } from '../pages.ts';
import { createPaymentsApi } from './payments.ts';

type Summary = { fields: 'summary' };
type Filters = Omit<ListInvoicesQuery, 'page' | 'limit' | 'after'>;

/** The invoices that quotes were converted to. */
export function createInvoicesApi({ json, file }: Caller) {
  /** One page, newest first unless `sort` is given; `fields: 'summary'` leaves out the items. */
  function list(query: ListInvoicesQuery & Summary, options?: CallOptions): Promise<ListedInvoicePage>;
  function list(
    query?: ListInvoicesQuery & { fields?: undefined },
    options?: CallOptions,
  ): Promise<InvoicePage>;
  function list(query?: ListInvoicesQuery, options?: CallOptions): Promise<InvoicePage | ListedInvoicePage> {
    return json('listInvoices', { query }, options);
  }

  /** All matches, page by page as you read them. */
  function all(
    query: Filters & Summary,
    options?: CallOptions,
  ): AsyncGenerator<ListedInvoice, void, undefined>;
  function all(
    query?: Filters & { fields?: undefined },
    options?: CallOptions,
  ): AsyncGenerator<Invoice, void, undefined>;
  function all(
    query?: Filters,
    options?: CallOptions,
  ): AsyncGenerator<Invoice | ListedInvoice, void, undefined> {
    return iteratePages<Invoice | ListedInvoice>(
      (page) => json('listInvoices', { query: { ...query, ...page } }, options),
      query?.sort,
    );
  }

  return {
    list,
    all,
    /** All matches as CSV. */
    csv: (query?: Filters, options?: CallOptions): Promise<FileResponse> =>
      file('listInvoices', 'text/csv', { query }, options),
    get: (id: string, options?: GetOptions<Invoice>): Promise<Invoice> =>
      json('getInvoice', { path: { id } }, options),
    /** Changes a draft. Once it is issued, only `metadata` can change. */
    update: (id: string, patch: InvoicePatch, options?: ChangeOptions): Promise<Invoice> =>
      json('updateInvoice', { path: { id }, body: patch }, options),
    /** Makes a draft final. An invoice that is issued already is returned unchanged. */
    issue: (id: string, issue?: Issue, options?: PostOptions & ChangeOptions): Promise<Invoice> =>
      json('issueInvoice', { path: { id }, body: issue }, options),
    payments: createPaymentsApi({ json }),
    /** Creates a credit note over the whole invoice, or over a part of it. */
    credit: (id: string, credit?: Credit, options?: PostOptions & ChangeOptions): Promise<Invoice> =>
      json('creditInvoice', { path: { id }, body: credit }, options),
    /** The history of one invoice. */
    events: (id: string, options?: CallOptions): Promise<InvoiceEventList> =>
      json('listInvoiceEvents', { path: { id } }, options),
    /** Emails the invoice or credit note. A draft is issued first. */
    send: (
      id: string,
      sending?: NewInvoiceSending,
      options?: PostOptions & ChangeOptions,
    ): Promise<Invoice> => json('sendInvoice', { path: { id }, body: sending }, options),
    /** Reminds the customer of an overdue invoice. */
    remind: (id: string, options?: PostOptions & ChangeOptions): Promise<Invoice> =>
      json('remindOfInvoice', { path: { id } }, options),
    /** Revokes the links that were sent, and the PDF URLs. */
    revokeLinks: (id: string, options?: CallOptions): Promise<void> =>
      json('revokeInvoiceLinks', { path: { id } }, options),
    /** Downloads the PDF. */
    pdf: (id: string, options?: CallOptions): Promise<FileResponse> =>
      file('getInvoicePdf', 'application/pdf', { path: { id } }, options),
    /** Creates a temporary URL from which the PDF can be downloaded without a key. */
    pdfLink: (id: string, options?: CallOptions): Promise<DocumentLink> =>
      json('getInvoicePdf', { path: { id } }, options),
    /** Downloads the electronic invoice. The default format is the one in which it was issued, else `cii`. */
    xml: (id: string, query?: GetInvoiceXmlQuery, options?: CallOptions): Promise<FileResponse> =>
      file('getInvoiceXml', 'application/xml', { path: { id }, query }, options),
    /** What the electronic invoice lacks in a format, also of a draft. */
    readiness: (
      id: string,
      query?: GetInvoiceReadinessQuery,
      options?: CallOptions,
    ): Promise<InvoiceReadiness> => json('getInvoiceReadiness', { path: { id }, query }, options),
    /** A ZIP of the PDFs of all invoices and credit notes issued in a month, such as `2026-11`. */
    archive: (month: string, options?: CallOptions): Promise<FileResponse> =>
      file('getInvoiceArchive', 'application/zip', { query: { month } }, options),
    /** A period for the accountant: a journal as CSV, or a file for DATEV or Xero. */
    export: (
      kind: 'journal' | 'datev' | 'xero',
      query: GetExportQuery,
      options?: CallOptions,
    ): Promise<FileResponse> => file('getExport', 'text/csv', { path: { kind }, query }, options),
  };
}
