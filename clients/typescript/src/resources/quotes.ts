import type {
  Acceptance,
  ApprovalDecision,
  Conversion,
  ConvertedInvoice,
  Delivery,
  DeliveryPage,
  DocumentLink,
  EndRecurring,
  ListQuoteDeliveriesQuery,
  ListQuotesQuery,
  NewApprovalRequest,
  NewDuplicate,
  NewPreview,
  NewQuote,
  NewSending,
  Preview,
  Quote,
  QuoteEventList,
  QuotePage,
  QuotePatch,
  QuoteSummary,
  QuoteSummaryPage,
  RevisionList,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions, PostOptions } from '../call.ts';
import type { FileResponse } from '../file.ts';
import { iteratePages } from '../pages.ts';
import { createAttachmentsApi } from './attachments.ts';
import { createMessagesApi } from './messages.ts';
import { createProposalsApi } from './proposals.ts';

type Summary = { fields: 'summary' };
type Filters = Omit<ListQuotesQuery, 'page' | 'limit' | 'after' | 'count'>;

export function createQuotesApi({ json, file }: Caller) {
  /** One page, newest first unless `sort` is given; `fields: 'summary'` leaves out the items. */
  function list(query: ListQuotesQuery & Summary, options?: CallOptions): Promise<QuoteSummaryPage>;
  function list(query?: ListQuotesQuery & { fields?: undefined }, options?: CallOptions): Promise<QuotePage>;
  function list(query?: ListQuotesQuery, options?: CallOptions): Promise<QuotePage | QuoteSummaryPage> {
    return json('listQuotes', { query }, options);
  }

  /** All matches, page by page as you read them. */
  function all(
    query: Filters & Summary,
    options?: CallOptions,
  ): AsyncGenerator<QuoteSummary, void, undefined>;
  function all(
    query?: Filters & { fields?: undefined },
    options?: CallOptions,
  ): AsyncGenerator<Quote, void, undefined>;
  function all(
    query?: Filters,
    options?: CallOptions,
  ): AsyncGenerator<Quote | QuoteSummary, void, undefined> {
    return iteratePages<Quote | QuoteSummary>(
      (page) => json('listQuotes', { query: { count: 'none', ...query, ...page } }, options),
      query?.sort,
    );
  }

  return {
    list,
    all,
    /** All matches as CSV. */
    csv: (query?: Filters, options?: CallOptions): Promise<FileResponse> =>
      file('listQuotes', 'text/csv', { query }, options),
    /** Creates a draft. */
    create: (quote: NewQuote, options?: PostOptions): Promise<Quote> =>
      json('createQuote', { body: quote }, options),
    get: (id: string, options?: GetOptions<Quote>): Promise<Quote> =>
      json('getQuote', { path: { id } }, options),
    /** Changes the given fields. */
    update: (id: string, patch: QuotePatch, options?: ChangeOptions): Promise<Quote> =>
      json('updateQuote', { path: { id }, body: patch }, options),
    delete: (id: string, options?: ChangeOptions): Promise<void> =>
      json('deleteQuote', { path: { id } }, options),
    /** Emails the PDF; resolves when the mail server has accepted it. */
    send: (id: string, sending?: NewSending, options?: PostOptions & ChangeOptions): Promise<Quote> =>
      json('sendQuote', { path: { id }, body: sending }, options),
    /** Emails the reminder now. */
    remind: (id: string, options?: PostOptions & ChangeOptions): Promise<Quote> =>
      json('remindCustomer', { path: { id } }, options),
    /** Ends the invoices of recurring items on a day. */
    endRecurring: (id: string, end?: EndRecurring, options?: PostOptions & ChangeOptions): Promise<Quote> =>
      json('endRecurring', { path: { id }, body: end }, options),
    /** Asks for approval; people approve in the console. */
    requestApproval: (
      id: string,
      request?: NewApprovalRequest,
      options?: PostOptions & ChangeOptions,
    ): Promise<Quote> => json('requestApproval', { path: { id }, body: request }, options),
    /** Approves the version in `ifMatch`; for people who are signed in, no key. */
    approve: (
      id: string,
      decision?: ApprovalDecision,
      options?: PostOptions & ChangeOptions,
    ): Promise<Quote> => json('approveQuote', { path: { id }, body: decision }, options),
    /** Rejects the version in `ifMatch`; for people who are signed in, no key. */
    reject: (
      id: string,
      decision?: ApprovalDecision,
      options?: PostOptions & ChangeOptions,
    ): Promise<Quote> => json('rejectQuote', { path: { id }, body: decision }, options),
    /** Invoices the whole quote, or one stage of its payment schedule. */
    convertToInvoice: (
      id: string,
      conversion?: Conversion,
      options?: PostOptions & ChangeOptions,
    ): Promise<ConvertedInvoice> => json('convertQuote', { path: { id }, body: conversion }, options),
    /** Creates a draft with the same content, for another customer if one is given. */
    duplicate: (id: string, duplicate?: NewDuplicate, options?: PostOptions): Promise<Quote> =>
      json('duplicateQuote', { path: { id }, body: duplicate }, options),
    /** Computes a quote without storing it. */
    preview: (quote: NewPreview, options?: CallOptions): Promise<Preview> =>
      json('previewQuote', { body: quote }, options),
    /** Renders the PDF of a quote that is not stored, marked as a draft. */
    previewPdf: (quote: NewPreview, options?: CallOptions): Promise<FileResponse> =>
      file('previewQuote', 'application/pdf', { body: quote }, options),
    /** Downloads the PDF. */
    pdf: (id: string, options?: CallOptions): Promise<FileResponse> =>
      file('getQuotePdf', 'application/pdf', { path: { id } }, options),
    /** Creates a temporary URL from which the PDF can be downloaded without a key. */
    pdfLink: (id: string, options?: CallOptions): Promise<DocumentLink> =>
      json('getQuotePdf', { path: { id } }, options),
    /** The history of one quote; `proffer.events` is that of the account. */
    events: (id: string, options?: CallOptions): Promise<QuoteEventList> =>
      json('listQuoteEvents', { path: { id } }, options),
    /** The emails about a quote, and whether they arrived. */
    deliveries: (
      id: string,
      query?: ListQuoteDeliveriesQuery,
      options?: CallOptions,
    ): Promise<DeliveryPage> => json('listQuoteDeliveries', { path: { id }, query }, options),
    allDeliveries: (id: string, options?: CallOptions): AsyncGenerator<Delivery, void, undefined> =>
      iteratePages((page) => json('listQuoteDeliveries', { path: { id }, query: page }, options)),
    /** All revisions that were sent. */
    revisions: (id: string, options?: CallOptions): Promise<RevisionList> =>
      json('listQuoteRevisions', { path: { id } }, options),
    /** The decision: its author, time and revision. */
    acceptance: (id: string, options?: CallOptions): Promise<Acceptance> =>
      json('getQuoteAcceptance', { path: { id } }, options),
    /** Downloads the evidence of the last decision, a ZIP that can be checked without the service. */
    evidence: (id: string, options?: CallOptions): Promise<FileResponse> =>
      file('getQuoteEvidence', 'application/zip', { path: { id } }, options),
    /** Revokes the links that were sent. */
    revokeLinks: (id: string, options?: CallOptions): Promise<void> =>
      json('revokeQuoteLinks', { path: { id } }, options),
    messages: createMessagesApi({ json, file }),
    proposals: createProposalsApi({ json, file }),
    attachments: createAttachmentsApi({ json, file }),
  };
}
