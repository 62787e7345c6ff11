/** Particulars that the law of a seller's country requires on an invoice, besides those that every invoice has. */
export type LegalParticular =
  | 'sellerAddress'
  | 'sellerTaxId'
  | 'sellerTaxIdOrNumber'
  | 'sellerRegistration'
  | 'customerAddress'
  | 'customerTaxId'
  | 'customerRegistration'
  | 'customerRegion'
  | 'supplyDate'
  | 'operationCategory'
  | 'itemCode'
  | 'placeOfSupply'
  | 'nationalCurrency';

/** Also a period that contradicts the items, what a Swiss QR-bill needs, and an exemption of which no law is known. */
export type ParticularName = LegalParticular | 'supplyPeriod' | 'qrBillAddress' | 'smallBusinessLaw';

export interface Requirements {
  /** The law that requires them, as lawyers of the country cite it. */
  law: string;
  requires: readonly LegalParticular[];
  /** Other laws, for single particulars. */
  laws?: Partial<Record<LegalParticular, string>>;
  /** Invoices of at most this total need less. */
  small?: { max: number; currency: string; requires: readonly LegalParticular[]; isForPersons?: true };
  /** The currency in which the tax must be stated too. */
  currency?: string;
  /** The seller's tax identifier is needed whether or not anything is taxed. */
  isTaxIdAlwaysNeeded?: true;
  /** The form of the seller's tax identifier. */
  taxIdPattern?: RegExp;
  /** The customer's tax identifier is needed only above this total. */
  customerTaxIdAbove?: { total: number; currency: string };
}

const SELLER_IN_EU = ['sellerAddress', 'sellerTaxId', 'customerAddress', 'nationalCurrency'] as const;
const SMALL_IN_EU = { max: 100_00, currency: 'EUR', requires: ['sellerAddress', 'sellerTaxId'] } as const;

/** Amounts are in the smallest unit of their currency. docs/documents.md names the sources. */
export const REQUIREMENTS: ReadonlyMap<string, Requirements> = new Map(
  Object.entries<Requirements>({
    AE: {
      law: 'Cabinet Decision No. 52 of 2017, Article 59',
      requires: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId', 'nationalCurrency'],
      small: { max: 10_000_00, currency: 'AED', requires: ['sellerAddress', 'sellerTaxId'] },
      currency: 'AED',
    },
    AT: {
      law: '§ 11 Abs. 1 UStG 1994',
      requires: [...SELLER_IN_EU, 'customerTaxId', 'supplyDate'],
      small: { max: 400_00, currency: 'EUR', requires: ['sellerAddress', 'supplyDate'] },
      currency: 'EUR',
      customerTaxIdAbove: { total: 10_000_00, currency: 'EUR' },
    },
    AU: {
      law: 'A New Tax System (Goods and Services Tax) Act 1999, section 29-70',
      requires: ['sellerTaxId', 'nationalCurrency'],
      small: { max: 82_50, currency: 'AUD', requires: [] },
      currency: 'AUD',
    },
    BE: {
      law: 'AR n° 1 / KB nr. 1 (1992), art. 5, § 1',
      requires: [...SELLER_IN_EU, 'customerTaxId'],
      small: SMALL_IN_EU,
      currency: 'EUR',
      isTaxIdAlwaysNeeded: true,
    },
    CA: {
      law: 'Input Tax Credit Information (GST/HST) Regulations, section 3',
      requires: ['sellerTaxId'],
      small: { max: 99_99, currency: 'CAD', requires: [] },
    },
    CH: {
      law: 'Art. 26 Abs. 2 MWSTG',
      requires: ['sellerAddress', 'sellerTaxId', 'customerAddress'],
      small: { max: 400_00, currency: 'CHF', requires: ['sellerAddress', 'sellerTaxId'] },
    },
    DE: {
      law: '§ 14 Abs. 4 UStG',
      requires: ['sellerAddress', 'sellerTaxIdOrNumber', 'customerAddress', 'supplyDate'],
      small: { max: 250_00, currency: 'EUR', requires: ['sellerAddress'] },
    },
    ES: {
      law: 'Real Decreto 1619/2012, artículo 6',
      requires: [...SELLER_IN_EU, 'customerTaxId'],
      small: { max: 400_00, currency: 'EUR', requires: ['sellerTaxId'] },
      currency: 'EUR',
      isTaxIdAlwaysNeeded: true,
    },
    FR: {
      law: 'CGI, annexe II, article 242 nonies A',
      laws: {
        sellerRegistration: 'Code de commerce, article R. 123-237',
        customerRegistration: 'décret n° 2022-1299 du 7 octobre 2022',
        operationCategory: 'décret n° 2022-1299 du 7 octobre 2022',
      },
      requires: [...SELLER_IN_EU, 'sellerRegistration', 'customerRegistration', 'operationCategory'],
      currency: 'EUR',
    },
    GB: {
      law: 'Value Added Tax Regulations 1995, regulation 14',
      requires: [...SELLER_IN_EU, 'supplyDate'],
      small: { max: 250_00, currency: 'GBP', requires: ['sellerAddress', 'sellerTaxId', 'supplyDate'] },
      currency: 'GBP',
    },
    IE: {
      law: 'Value-Added Tax Regulations 2010, regulation 20',
      requires: SELLER_IN_EU,
      small: SMALL_IN_EU,
      currency: 'EUR',
    },
    IN: {
      law: 'CGST Rules 2017, rule 46',
      requires: [
        'sellerAddress',
        'sellerTaxId',
        'customerAddress',
        'customerTaxId',
        'customerRegion',
        'itemCode',
        'placeOfSupply',
      ],
      laws: { placeOfSupply: 'IGST Act 2017, sections 7, 8, 10 and 12' },
      small: {
        max: 49_999_99,
        currency: 'INR',
        requires: ['sellerAddress', 'sellerTaxId', 'itemCode', 'placeOfSupply'],
        isForPersons: true,
      },
    },
    IT: {
      law: 'D.P.R. 633/1972, art. 21',
      requires: [...SELLER_IN_EU, 'customerTaxId'],
      small: { max: 400_00, currency: 'EUR', requires: ['sellerAddress', 'sellerTaxId'] },
      currency: 'EUR',
      isTaxIdAlwaysNeeded: true,
    },
    JP: {
      law: '消費税法第57条の4',
      requires: ['sellerTaxId', 'supplyDate'],
      taxIdPattern: /^T\d{13}$/,
    },
    LU: {
      law: 'loi du 12 février 1979 concernant la TVA, article 63',
      requires: SELLER_IN_EU,
      small: SMALL_IN_EU,
      currency: 'EUR',
    },
    NL: {
      law: 'Wet op de omzetbelasting 1968, artikel 35a',
      laws: { sellerRegistration: 'Handelsregisterwet 2007, artikel 27' },
      requires: [...SELLER_IN_EU, 'sellerRegistration'],
      small: { max: 100_00, currency: 'EUR', requires: ['sellerAddress', 'sellerRegistration'] },
      currency: 'EUR',
    },
    PL: {
      law: 'ustawa o VAT, art. 106e',
      requires: [...SELLER_IN_EU, 'customerTaxId'],
      small: { max: 450_00, currency: 'PLN', requires: ['sellerAddress', 'sellerTaxId'] },
      currency: 'PLN',
    },
    PT: {
      law: 'CIVA, artigo 36.º, n.º 5',
      requires: [...SELLER_IN_EU, 'customerTaxId'],
      small: { max: 100_00, currency: 'EUR', requires: ['sellerTaxId'] },
      currency: 'EUR',
    },
    // No federal law prescribes particulars; the states want the sales tax stated separately, as it always is.
    US: { law: 'sales tax law of the state', requires: [] },
  }),
);
