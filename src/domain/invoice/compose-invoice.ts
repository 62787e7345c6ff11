import type { Account } from '../account/account.ts';
import { computeUpdatedAt } from '../clock.ts';
import type { Customer } from '../customer/customer.ts';
import type { FieldError } from '../errors.ts';
import { pickGiven, readValues } from '../fields.ts';
import { RANDOM_DIGITS } from '../ids.ts';
import { mergeMetadata } from '../metadata.ts';
import { PURCHASE_ORDER } from '../quote/acceptance/acceptance-fields.ts';
import { getAnswer } from '../quote/acceptance/answers.ts';
import type { Quote } from '../quote/quote.ts';
import { computePeriodContent, type LaterPeriod } from '../quote/recurring/invoiced-periods.ts';
import { computeInvoiceContent, type InvoicePart } from '../quote/schedule/invoicing.ts';
import {
  type ConvertOptions,
  createInitialLife,
  type Invoice,
  type InvoicePatch,
  type PreviousInvoice,
} from './invoice.ts';
import { INVOICE_TEXT_NAMES, INVOICE_TEXTS } from './invoice-fields.ts';
import { isUsableMethod } from './payment/payment-method.ts';

/** Fields of a draft that are printed and can change. */
export const DRAFT_FIELDS = [
  'dueDate',
  'paymentMethod',
  ...INVOICE_TEXT_NAMES,
  'printedNotes',
  'supplyDate',
  'supplyPeriod',
] as const satisfies (keyof InvoicePatch & keyof Invoice)[];

/**
 * Returns the payment method of invoices that name none: that of the account while customers can pay by it, else a
 * transfer if there is only a bank account to pay to.
 */
export function chooseDefaultMethod(
  { bank, defaultPaymentMethod: own }: Pick<Account, 'bank' | 'defaultPaymentMethod'>,
  hasProvider: boolean,
): string {
  if (own !== null && isUsableMethod(own, { bank, hasProvider })) return own;
  return bank && !hasProvider ? 'BANK_TRANSFER' : 'ONLINE_PAYMENT';
}

/** Fields of a new invoice besides the content of its quote. */
export interface NewInvoice {
  id: string;
  number: string;
  issueDate: string;
  dueDate: string;
  at: string;
  /** Unless the options name another. */
  paymentMethod: string;
  account: Account;
  customer: Customer;
  previousInvoices: PreviousInvoice[];
}

/** Composes the draft of a quote, of a part of it, or of a later period. */
export function composeInvoice(
  quote: Quote,
  part: InvoicePart,
  options: ConvertOptions,
  own: NewInvoice,
  later: LaterPeriod | null = null,
): Invoice {
  const content = later
    ? computePeriodContent(quote, later)
    : computeInvoiceContent(quote, part, own.id.slice(-RANDOM_DIGITS), quote.recurringFrom ?? own.issueDate);
  // The terms of the quote are for the offer: their time to pay may differ from the due date.
  const texts = readValues(INVOICE_TEXTS, {
    ...{ reference: quote.reference, terms: own.account.invoiceTerms },
    ...pickGiven(INVOICE_TEXT_NAMES, { ...options, notes: chooseNotes(options) }),
  });
  const purchaseOrder = getAnswer(quote.answers ?? {}, PURCHASE_ORDER);
  return {
    id: own.id,
    number: own.number,
    quoteId: quote.id,
    quoteNumber: quote.number,
    status: 'DRAFT',
    issueDate: own.issueDate,
    dueDate: own.dueDate,
    paymentMethod: options.paymentMethod ?? own.paymentMethod,
    customerId: quote.customerId,
    customer: own.customer,
    title: quote.title,
    description: quote.description,
    items: content.items,
    discountType: content.discountType,
    discountValue: content.discountValue,
    currency: quote.currency,
    subtotal: content.subtotal,
    discountAmount: content.discountAmount,
    taxAmount: content.taxAmount,
    total: content.total,
    taxes: content.taxes,
    sections: content.sections,
    createdAt: own.at,
    metadata: mergeMetadata(quote.metadata, options.metadata),
    stage: part.stage,
    previousInvoices: own.previousInvoices,
    kind: 'INVOICE',
    ...texts,
    printedNotes: texts.notes,
    ...createInitialLife({ total: content.total, createdAt: own.at }),
    supplyDate: options.supplyDate ?? null,
    supplyPeriod: options.supplyPeriod ?? null,
    creditedInvoiceId: null,
    creditReason: null,
    pricesIncludeTax: quote.pricesIncludeTax,
    eInvoice: null,
    series: later?.series ?? null,
    ...(purchaseOrder !== undefined && { purchaseOrder }),
  };
}

/** Values for fields that a patch resets with `null`. */
export interface PatchDefaults {
  dueDate: string | null;
  paymentMethod: string;
}

/** Applies a merge patch. Returns the same invoice if nothing changes. */
export function patchInvoice(
  current: Invoice,
  patch: InvoicePatch,
  defaults: PatchDefaults,
  now: number,
): Invoice {
  const { dueDate, paymentMethod, supplyDate, supplyPeriod, metadata } = patch;
  const notes = chooseNotes(patch, current.notes);
  const merged: Invoice = {
    ...current,
    ...(dueDate !== undefined && { dueDate: dueDate ?? defaults.dueDate }),
    ...(paymentMethod !== undefined && { paymentMethod: paymentMethod ?? defaults.paymentMethod }),
    ...pickGiven(INVOICE_TEXT_NAMES, patch),
    ...(notes !== undefined && { notes, printedNotes: notes }),
    // A date and a period exclude each other: the new one replaces the other.
    ...(supplyDate !== undefined && { supplyDate, ...(supplyDate !== null && { supplyPeriod: null }) }),
    ...(supplyPeriod !== undefined && { supplyPeriod, ...(supplyPeriod !== null && { supplyDate: null }) }),
    metadata: mergeMetadata(current.metadata, metadata),
  };
  if (JSON.stringify(merged) === JSON.stringify(current)) return current;
  return { ...merged, updatedAt: computeUpdatedAt(current, now) };
}

/** Returns the printed notes by either of their names. A value that is sent back as it was changes nothing. */
function chooseNotes(
  { notes, printedNotes }: InvoicePatch,
  current?: string | null,
): string | null | undefined {
  const isSame = printedNotes === undefined || (notes !== undefined && printedNotes === current);
  return isSame ? notes : printedNotes;
}

/** Finds the error of two different notes: only one of the two names may change. */
export function findNotesErrors(
  { notes, printedNotes }: InvoicePatch,
  current?: Pick<Invoice, 'notes'>,
): FieldError[] {
  const changed = [notes, printedNotes].filter((text) => text !== undefined && text !== current?.notes);
  if (changed.length < 2 || notes === printedNotes) return [];
  return [{ path: '/printedNotes', message: 'must equal "notes", its deprecated name, or be the only one' }];
}

/** Finds the errors of a patch, or of the options of a conversion, that its schema does not express. */
export function findInvoicePatchErrors({ supplyDate, supplyPeriod }: InvoicePatch): FieldError[] {
  if (!supplyPeriod) return [];
  if (supplyDate != null) {
    return [{ path: '/supplyPeriod', message: 'may not be given together with supplyDate' }];
  }
  if (supplyPeriod.from <= supplyPeriod.to) return [];
  return [{ path: '/supplyPeriod/to', message: 'must not be before "from"' }];
}

/** Lists the fields whose values differ. */
export function listChangedFields(before: Invoice, after: Invoice): string[] {
  return [...DRAFT_FIELDS, 'metadata' as const].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}
