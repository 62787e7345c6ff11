import { type Addressee, listAddressLines } from '../domain/account/particulars/postal-address.ts';
import { type Customer, inferCustomerKind } from '../domain/customer/customer.ts';
import type { Language } from '../domain/languages.ts';
import { getCountryName } from './countries.ts';
import { addRegion, type Locale, resolveLocale } from './locale.ts';

/**
 * Conventions for the documents of a country. The seller's country decides, not the reader's language. A country
 * that is not listed has none.
 */
export interface Conventions {
  /** Replaces A4. */
  paper?: 'us-letter';
  /** Replaces the Gregorian calendar. */
  calendar?: 'buddhist';
  /**
   * Heading above the signature line of a quote, and the handwritten wording requested from the signer, in the
   * country's language.
   */
  approval?: { heading: string; language: Language; request: string };
  /** Suffix of the customer's name. */
  honorifics?: Record<Customer['kind'], string>;
  /** Repeats the total above the items. */
  totalOnTop?: true;
  /** Label of the box for the seller's seal. */
  seal?: string;
  /** Adds the total in words, in lakh and crore. */
  totalInWords?: true;
  /** Prints labels in the account's second language next to the reader's. */
  twoLanguages?: true;
  /** The law wants the words “tax invoice” on the invoice of a seller with a tax identifier. */
  taxInvoice?: true;
  /** The words that the law wants on the credit note of a seller with a tax identifier, in its languages. */
  creditNote?: { en: string } & Partial<Record<Language, string>>;
  /** Title of the invoice of such a seller if nothing on it is taxable. */
  untaxedInvoice?: string;
  /** Label of the date of supply for readers of English. */
  supplyDate?: string;
  /** Label of the number of an item on invoices. */
  itemCode?: string;
  /** Prints the customer's region as the place of supply. */
  placeOfSupply?: string;
}

const LETTER: Conventions = { paper: 'us-letter' };
const GULF: Conventions = { twoLanguages: true };
/** The Gulf states with a value added tax. */
const GULF_WITH_VAT: Conventions = { ...GULF, taxInvoice: true };

const CONVENTIONS: Record<string, Conventions> = {
  // Article 60 of the Executive Regulation, Cabinet Decision No. 52 of 2017.
  AE: { ...GULF_WITH_VAT, creditNote: { en: 'Tax credit note', ar: 'إشعار دائن ضريبي' } },
  // Section 29-75 of the GST Act 1999.
  AU: { taxInvoice: true, creditNote: { en: 'Credit note / Adjustment note' } },
  BH: GULF_WITH_VAT,
  CA: LETTER,
  CL: LETTER,
  CO: LETTER,
  CR: LETTER,
  DO: LETTER,
  FR: {
    approval: {
      heading: 'Bon pour accord',
      language: 'fr',
      request: 'La signature est précédée de la mention «\u00a0Bon pour accord\u00a0».',
    },
  },
  GB: { supplyDate: 'Tax point' },
  GT: LETTER,
  IN: {
    totalInWords: true,
    taxInvoice: true,
    untaxedInvoice: 'Bill of supply',
    itemCode: 'HSN/SAC {sku}',
    placeOfSupply: 'Place of supply',
  },
  JP: { honorifics: { company: '御中', person: '様' }, totalOnTop: true, seal: '印' },
  KW: GULF,
  MX: LETTER,
  OM: GULF_WITH_VAT,
  PA: LETTER,
  PH: LETTER,
  PR: LETTER,
  QA: GULF,
  SA: GULF_WITH_VAT,
  SG: { taxInvoice: true },
  TH: { calendar: 'buddhist' },
  US: LETTER,
  VE: LETTER,
};

const TAX_INVOICE: Partial<Record<Language, string>> = {
  en: 'Tax invoice',
  ar: 'فاتورة ضريبية',
  hi: 'टैक्स इनवॉइस',
};

/** The title of a tax invoice: the words of the law, behind the reader's own if those are in another language. */
export function formatTaxInvoice(word: string, language: Language): string {
  return TAX_INVOICE[language] ?? `${word} / ${TAX_INVOICE.en}`;
}

/** The title of a credit note. It never has the words of a tax invoice, because it is none. */
export function formatCreditNote(
  word: string,
  seller: { country: string | null; taxId: string | null },
  language: Language,
): string {
  const { creditNote } = findConventions(seller);
  if (!creditNote || !seller.taxId?.trim()) return word;
  return creditNote[language] ?? `${word} / ${creditNote.en}`;
}

const NONE: Conventions = {};

export function findConventions({ country }: { country: string | null }): Conventions {
  return (country !== null && Object.hasOwn(CONVENTIONS, country) && CONVENTIONS[country]) || NONE;
}

/** Countries where 发票 is the name of what the tax authority's system issues: any other invoice is called a bill in Chinese. */
const FAPIAO_COUNTRIES = new Set(['CN', 'TW']);

export function markFapiao({ country }: { country: string | null }): Pick<Locale, 'avoidsFapiao'> {
  return FAPIAO_COUNTRIES.has(country ?? '') ? { avoidsFapiao: true } : {};
}

/** The reader's locale with the region and the calendar of the seller's country. */
export function resolveSellerLocale(
  seller: { country: string | null },
  ...requested: (string | null)[]
): Locale {
  const { calendar } = findConventions(seller);
  const locale = addRegion(resolveLocale(...requested), seller.country);
  return { ...locale, ...(calendar && { calendar }), ...markFapiao(seller) };
}

/** The customer's name with the honorific of the seller's country, unless the name already ends with one. */
export function formatAddressee(seller: { country: string | null }, customer: Customer): string {
  const honorific = findConventions(seller).honorifics?.[inferCustomerKind(customer)];
  const name = customer.name.trim();
  return !honorific || /(御中|様|さま|殿|先生|各位)$/.test(name) ? customer.name : `${name} ${honorific}`;
}

/** Lists the lines of an address. One that is made of its parts names the country if the other party's differs. */
export function listPrintedAddress(
  party: Addressee,
  other: { country: string | null },
  locale: Locale,
): string[] {
  const lines = listAddressLines(party, other);
  const isForeign = party.country !== null && other.country !== null && party.country !== other.country;
  if (party.address?.trim() || lines.length === 0 || !isForeign) return lines;
  return [...lines, getCountryName(party.country ?? '', locale)];
}

/**
 * The second language of a document: the account's second one, or its first if the reader's language is the
 * second.
 */
export function findSecondLanguage(
  seller: { country: string | null; secondLanguage?: Language | null; locale: string },
  reader: Language,
): Language | null {
  const second = findConventions(seller).twoLanguages ? (seller.secondLanguage ?? null) : null;
  if (second !== reader) return second;
  const own = resolveLocale(seller.locale).language;
  return own === reader ? null : own;
}
