import type { Account } from '../../../domain/account/account.ts';
import type { Customer } from '../../../domain/customer.ts';
import { inferCustomerKind } from '../../../domain/customer.ts';
import type { DocumentSource } from '../../../domain/document.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Language } from '../../../domain/languages.ts';
import type { TaxCategory } from '../../../domain/tax/tax-category.ts';
import { formatCalendarDate, formatCalendarRange } from '../../../i18n/format.ts';
import { listPaymentNotes, listTaxNotes } from '../../../i18n/tax/legal-notes.ts';
import { getRegistrationLabel, getTaxNumberLabel } from '../../../i18n/tax/party-labels.ts';
import { isolateFormatted, joinParts } from '../compose.ts';
import { flow, toOneLine, translateLabel, type ViewContext } from '../context.ts';
import type { DocumentData, Text } from '../document-view.ts';

/** Builds the facts about the supply: its day or days, and its place where the law wants it. */
export function buildSupplyFacts(context: ViewContext, invoice: Invoice): DocumentData['facts'] {
  const { locale, customs } = context;
  const { supplyDate, supplyPeriod, customer } = invoice;
  const facts: DocumentData['facts'] = [];
  if (supplyPeriod) {
    const days = formatCalendarRange(supplyPeriod.from, supplyPeriod.to, locale);
    facts.push([labelSupply(context, 'supplyPeriod'), joinParts([isolateFormatted(context, days)])]);
  } else if (supplyDate) {
    facts.push([labelSupply(context, 'supplyDate'), formatCalendarDate(supplyDate, locale)]);
  }
  const region = toOneLine(context, customer.region ?? '');
  if (customs.placeOfSupply && region !== '') facts.push([customs.placeOfSupply, flow(context, region)]);
  return facts;
}

/** The country's own label counts for readers of English. */
function labelSupply(context: ViewContext, name: 'supplyDate' | 'supplyPeriod'): Text {
  const own = name === 'supplyDate' && context.locale.language === 'en' && context.customs.supplyDate;
  return own || translateLabel(context, (t) => t[name], '\n');
}

interface NamedNumber {
  label: string | null;
  value: string | null;
}

/** Lists the numbers of a party besides its tax identifier. Parties stored with older documents lack them. */
export function listPartyNumbers(
  { locale }: ViewContext,
  party: Pick<Account, 'country'> & Partial<Pick<Account, 'taxNumber' | 'registrationNumber'>>,
): NamedNumber[] {
  const { taxNumber = null, registrationNumber = null } = party;
  return [
    { label: getTaxNumberLabel(locale.language), value: taxNumber },
    { label: getRegistrationLabel(party, locale.language), value: registrationNumber },
  ].filter(({ value }) => value?.trim());
}

/** Whether the invoice must be called a tax invoice, or must not; `null` if the law does not care. */
export function isTaxInvoice({ source, customs }: ViewContext): boolean | null {
  if (source.kind !== 'invoice' || !customs.taxInvoice || !source.account.taxId?.trim()) return null;
  const { taxAmount, taxes } = source.invoice;
  if (taxAmount > 0) return true;
  const groups: readonly { rate: number; category?: TaxCategory }[] = taxes;
  const categories = groups.flatMap(({ category }) => category ?? []);
  if (categories.length === 0) return null;
  return categories.some((category) => !UNTAXABLE.has(category));
}

const UNTAXABLE = new Set<TaxCategory>(['exempt', 'small_business', 'out_of_scope']);

/** Returns the terms of an invoice with the conditions of payment that the law adds. */
export function getInvoiceTerms(source: Extract<DocumentSource, { kind: 'invoice' }>): string {
  return joinTexts(source.invoice.terms, listPaymentNotes(toNoted(source)));
}

/** Returns the notes of an invoice with those about tax that the law adds. */
export function getInvoiceNotes(
  source: Extract<DocumentSource, { kind: 'invoice' }>,
  language: Language,
): string {
  return joinTexts(source.invoice.notes ?? null, listTaxNotes(toNoted(source), language));
}

function joinTexts(text: string | null, notes: readonly string[]): string {
  return [...(text?.trim() ? [text] : []), ...notes].join('\n');
}

function toNoted({ account, invoice }: Extract<DocumentSource, { kind: 'invoice' }>) {
  const customer: Customer = invoice.customer;
  return {
    sellerCountry: account.country,
    isForBusiness: inferCustomerKind(customer) === 'company',
    terms: invoice.terms,
    rates: invoice.taxes.map(({ rate }) => rate),
  };
}
