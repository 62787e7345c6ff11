import { ADDED_CUSTOMER_FIELDS } from './customer/customer.ts';
import type { QuoteSource } from './document.ts';
import { getLineIdBase } from './ids.ts';
import { createInitialLife, type Invoice } from './invoice/invoice.ts';
import { computeTotals } from './money/totals.ts';
import { createLineId } from './quote/line/compose-lines.ts';
import type { LineItem } from './quote/line/line-item.ts';
import { SHOW_ALL } from './quote/line/show.ts';
import type { Quote } from './quote/quote.ts';
import { mapTexts, TEXT_NAMES } from './quote/quote-texts.ts';
import { composeSchedule } from './quote/schedule/payment-schedule.ts';
import { hasKnownAmounts } from './quote/schedule/stage-split.ts';

/**
 * Upgrade quotes and invoices that an earlier version stored. Append only: the number of steps is the `shape` of a row's
 * JSON. A step only adds missing fields, so it can be repeated.
 */
const QUOTE_STEPS: readonly ((quote: Quote, invoiceNumber: string | null) => Quote)[] = [
  (quote) => addLineData(quote, quote.id),
  addMetadata,
  (quote) => (quote.attachments === undefined ? { ...quote, attachments: [] } : quote),
  addInvoices,
  (quote) => updateStageAmounts(addPriceKind(quote)),
  (quote) => (quote.invoiceOnAcceptance === undefined ? { ...quote, invoiceOnAcceptance: false } : quote),
  (quote) => (quote.show === undefined ? { ...quote, show: SHOW_ALL } : quote),
];
const INVOICE_STEPS: readonly ((invoice: Invoice) => Invoice)[] = [
  (invoice) => addLineData(invoice, invoice.quoteId),
  addMetadata,
  (invoice) => (invoice.stage === undefined ? { ...invoice, stage: null, previousInvoices: [] } : invoice),
  addLife,
  (invoice) => ({
    ...invoice,
    customer: { ...invoice.customer, ...ADDED_CUSTOMER_FIELDS, ...invoice.customer },
  }),
  (invoice) => (invoice.eInvoice === undefined ? { ...invoice, eInvoice: null } : invoice),
];

/** Every later text of a quote counts as a step that adds it. */
const FIRST_TEXTS = 4;
export const QUOTE_SHAPE = QUOTE_STEPS.length + TEXT_NAMES.length - FIRST_TEXTS;
export const INVOICE_SHAPE = INVOICE_STEPS.length;

/** `invoiceNumber` is the number of the quote's only invoice: earlier versions always invoiced the whole quote. */
export function upgradeQuote(stored: Quote, invoiceNumber: string | null = null): Quote {
  return addTexts(QUOTE_STEPS.reduce((quote, step) => step(quote, invoiceNumber), stored));
}

export function upgradeInvoice(stored: Invoice): Invoice {
  return INVOICE_STEPS.reduce((invoice, step) => step(invoice), stored);
}

export function upgradeQuoteIn<Text extends Pick<QuoteSource, 'quote'>>(text: Text): Text {
  return { ...text, quote: upgradeQuote(text.quote) };
}

function addTexts(quote: Quote): Quote {
  const missing = TEXT_NAMES.filter((name) => quote[name] === undefined);
  return missing.length === 0 ? quote : { ...quote, ...mapTexts(missing, () => null) };
}

/** Invoices from before they could be issued are drafts. */
function addLife(invoice: Invoice): Invoice {
  if (invoice.kind !== undefined) return invoice;
  return {
    ...invoice,
    kind: 'INVOICE',
    ...createInitialLife(invoice),
    notes: null,
    supplyDate: null,
    supplyPeriod: null,
    creditedInvoiceId: null,
    creditReason: null,
    pricesIncludeTax: false,
  };
}

function addInvoices(quote: Quote, number: string | null): Quote {
  if (quote.invoices !== undefined) return quote;
  const { invoiceId: id, total } = quote;
  const invoices = id === null || number === null ? [] : [{ id, number, stage: null, total }];
  return { ...quote, paymentSchedule: null, invoices };
}

/** Derives the identifiers from the quote's, so that they are the same at every read. */
function addLineData<Priced extends Quote | Invoice>(priced: Priced, quoteId: string): Priced {
  if (priced.taxes !== undefined) return priced;
  const base = getLineIdBase(quoteId);
  const items = priced.items.map(
    ({ id: _, ...item }, index): LineItem => ({ id: createLineId(base, index), ...item }),
  );
  const { taxes, sections } = computeTotals(priced);
  return { ...priced, items, taxes, sections };
}

function addMetadata<Noted extends Quote | Invoice>(noted: Noted): Noted {
  return noted.metadata === undefined ? { ...noted, reference: null, metadata: {} } : noted;
}

function addPriceKind(quote: Quote): Quote {
  return quote.pricesIncludeTax === undefined ? { ...quote, pricesIncludeTax: false } : quote;
}

/** Drafts that nobody saw get the amounts of the current rule; `upgradeSplit` decides the same about their split. */
function updateStageAmounts(quote: Quote): Quote {
  const { paymentSchedule, taxes, pricesIncludeTax } = quote;
  if (paymentSchedule === null || hasKnownAmounts(quote)) return quote;
  return { ...quote, paymentSchedule: composeSchedule(paymentSchedule, taxes, pricesIncludeTax) };
}
