import type { DocumentSource } from '../../domain/document.ts';
import { isCreditNote } from '../../domain/invoice/invoice.ts';
import { KNOWN_PAYMENT_METHODS } from '../../domain/invoice/payment/payment-method.ts';
import type { Language } from '../../domain/languages.ts';
import type { TaxCategory } from '../../domain/tax/tax-category.ts';
import { findConventions, formatCreditNote, formatTaxInvoice, markFapiao } from '../conventions.ts';
import { DOCUMENT, type MessageTexts, pickTexts } from '../messages.ts';

/** “Quote”, “Invoice”, “Partial invoice”, “Credit note” …, as the law of the seller's country wants it. */
export function formatDocumentName(source: DocumentSource, language: Language): string {
  const key = getNameKey(source);
  const name = pickTexts(DOCUMENT, { language, ...markFapiao(source.account) })[key];
  if (key === 'creditNote') return formatCreditNote(name, source.account, language);
  const isTax = isTaxInvoice(source);
  if (isTax === null) return name;
  if (isTax) return formatTaxInvoice(name, language);
  const { untaxedInvoice } = findConventions(source.account);
  if (!untaxedInvoice) return name;
  return language === 'en' ? untaxedInvoice : `${name} / ${untaxedInvoice}`;
}

/** Returns the message key of the document's name. */
function getNameKey(source: DocumentSource) {
  if (source.kind === 'quote') return 'quote';
  if (isCreditNote(source.invoice)) return 'creditNote';
  const { stage, previousInvoices } = source.invoice;
  const isFinal = stage === null || source.isFinal === true;
  if (isFinal) return previousInvoices.length === 0 ? 'invoice' : 'finalInvoice';
  return stage.index === 0 ? 'depositInvoice' : 'partialInvoice';
}

/** Whether the invoice must be called a tax invoice, or must not; `null` if the law does not care. */
function isTaxInvoice(source: DocumentSource): boolean | null {
  if (source.kind !== 'invoice' || !source.account.taxId?.trim()) return null;
  if (!findConventions(source.account).taxInvoice) return null;
  const { taxAmount, taxes } = source.invoice;
  if (taxAmount > 0) return true;
  const groups: readonly { rate: number; category?: TaxCategory }[] = taxes;
  const categories = groups.flatMap(({ category }) => category ?? []);
  if (categories.length === 0) return null;
  return categories.some((category) => !UNTAXABLE.has(category));
}

const UNTAXABLE = new Set<TaxCategory>(['exempt', 'small_business', 'out_of_scope']);

/** The name of a payment method. A word of the account's own, such as `PURCHASE_ORDER`, reads “Purchase order”. */
export function formatPaymentMethod(method: string, messages: MessageTexts<'document'>): string {
  const known = KNOWN_PAYMENT_METHODS.find((one) => one === method);
  if (known) return messages.paymentMethods[known];
  const words = method.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
