import { NO_PARTICULARS } from '../../../src/domain/account/particulars/particulars.ts';
import { ADDED_CUSTOMER_FIELDS } from '../../../src/domain/customer/customer.ts';
import type { Json } from '../service/client.ts';
import type { SeenReply } from './added-since.ts';

/** Adds to a reply of 0.1.0 what 0.2.0 added. */
export function addFieldsOf020(path: string, { status, etag, body }: SeenReply): SeenReply {
  // Invoices have had an ETag since they can be changed, and are long enough to be compressed since they are issued.
  const isInvoice = /^\/invoices\/[^/]+$/.test(path);
  const link = isInvoice && { publicUrl: null };
  const named = body && JSON.parse(JSON.stringify(body).replaceAll(CUSTOMER, withKind));
  return { status, etag: isInvoice ? '"1"' : etag, body: named && { ...added(path, named), ...link } };
}

const ADDED_TO_ACCOUNT = {
  ...{
    taxName: null,
    taxIdLabel: null,
    registrations: [],
    bank: null,
    secondLanguage: null,
    expiringDays: 3,
    requireTwoStep: false,
    ...NO_PARTICULARS,
    ...{ taxNumber: null, invoiceTerms: null, eInvoice: null, creditNoteNumberFormat: 'CN-{year}-{seq:5}' },
    ...{ zeroTaxCategory: null, defaultTaxRate: null, pricesIncludeTax: false },
    invoiceOnAcceptance: false,
    approval: { totalFrom: null, discountFrom: null, marginBelow: null, madeByKeys: null },
    retentionYears: null,
  },
};

const CUSTOMER = /"taxId":(null|"[^"]*"),"locale":/g;

function withKind(customer: string, taxId: string): string {
  const kind = taxId === 'null' ? 'person' : 'company';
  return customer.replace('"locale":', `"kind":"${kind}","locale":`);
}

function added(path: string, { pagination, ...body }: Json): Json {
  const own = addedToBody(path, body);
  return pagination ? { ...own, pagination: { ...pagination, totalIsExact: true } } : own;
}

function addedToBody(path: string, body: Json): Json {
  if (path === '/account') return { ...body, ...ADDED_TO_ACCOUNT };
  if (path.startsWith('/customers')) {
    return {
      ...body,
      data: body.data.map((customer: Json) => ({ ...customer, metadata: {}, ...ADDED_CUSTOMER_FIELDS })),
    };
  }
  if (path.endsWith('/events')) return body;
  if (path.endsWith('/acceptance')) return addedToAcceptance(body);
  if (body.data) return { ...body, data: body.data.map((each: Json) => addedToEntry(path, each)) };
  return addedToEntry(path, body);
}

function addedToEntry(path: string, entry: Json): Json {
  return path.endsWith('/revisions')
    ? { ...entry, quote: addedToPriced(entry.quote, entry.quote.id) }
    : addedToPriced(entry, entry.quoteId ?? entry.id);
}

/** All items of the stored databases have the same tax rate. */
function addedToPriced(priced: Json, quoteId: string): Json {
  const items = priced.items.map((item: Json, index: number) => ({
    ...item,
    id: `itm_${quoteId.slice(-16)}0${index}`,
  }));
  const net = priced.subtotal - priced.discountAmount;
  const show = { linePrices: true, quantities: true };
  const ofQuote = priced.quoteId === undefined && { attachments: [], invoiceOnAcceptance: false, show };
  const taxes = [{ rate: 19, net, tax: priced.taxAmount }];
  const more = { reference: null, metadata: {}, ...ofQuote, ...invoicing(priced), pricesIncludeTax: false };
  return { ...priced, items, taxes, sections: [], ...more };
}

/** Stages came later: earlier invoices cover the whole quote. */
function invoicing({ quoteId, invoiceId, total, createdAt, customer }: Json): object {
  if (quoteId) {
    const named = { customer: { ...customer, ...ADDED_CUSTOMER_FIELDS } };
    return { stage: null, previousInvoices: [], ...addedLife(total, createdAt), ...named };
  }
  const only = { id: invoiceId, number: 'INV-2026-00001', stage: null, total };
  return { paymentSchedule: null, invoices: invoiceId ? [only] : [] };
}

/** Issuing came later: earlier invoices are drafts. */
function addedLife(total: number, updatedAt: string): object {
  return {
    ...{ kind: 'INVOICE', amountPaid: 0, amountCredited: 0, amountDue: total, overdue: false, updatedAt },
    ...{ issuedAt: null, sentAt: null, viewedAt: null, paidAt: null, notes: null },
    ...{ supplyDate: null, supplyPeriod: null, creditedInvoiceId: null, creditReason: null },
    pricesIncludeTax: false,
    eInvoice: null,
  };
}

function addedToAcceptance(record: Json): Json {
  const isYes = record.decision === 'ACCEPTED';
  return {
    ...record,
    selection: isYes ? [] : null,
    total: isYes ? TOTAL : null,
    offerSha256: record.documentSha256,
    attachments: [],
  };
}

/** 2.5 × 99.00 plus 19 % tax. */
const TOTAL = 29_453;
