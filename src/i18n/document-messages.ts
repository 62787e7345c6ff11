import type { KNOWN_PAYMENT_METHODS } from '../domain/invoice.ts';
import { ja, ko, zhHans, zhHant } from './document-messages/east-asia.ts';
import { el, pl, sv, tr, uk } from './document-messages/north-and-east-europe.ts';
import { ar, he, hi, th } from './document-messages/south-and-west-asia.ts';
import { de, en, es, fr, it, nl, pt } from './document-messages/west-europe.ts';
import type { Translations } from './locale.ts';

/** What a document says. `{name}` marks a place that is filled. */
export interface DocumentMessages {
  quote: string;
  invoice: string;
  draft: string;
  preparedFor: string;
  billTo: string;
  from: string;
  number: string;
  date: string;
  validUntil: string;
  revision: string;
  dueDate: string;
  paymentMethod: string;
  paymentMethods: Record<(typeof KNOWN_PAYMENT_METHODS)[number], string>;
  quoteReference: string;
  taxId: string;
  description: string;
  quantity: string;
  unitPrice: string;
  tax: string;
  amount: string;
  subtotal: string;
  discount: string;
  /** `{rate}`: the tax of one rate; `{base}`: the amount it is computed on. */
  taxAt: string;
  taxBase: string;
  total: string;
  amountDue: string;
  terms: string;
  /** Above the place for the signature. */
  acceptance: string;
  acceptanceText: string;
  validityText: string;
  name: string;
  placeAndDate: string;
  signature: string;
  /** The record of an acceptance. */
  accepted: string;
  acceptedBy: string;
  acceptedOn: string;
  acceptedByOwner: string;
  acceptedRevision: string;
  documentHash: string;
  signatureOf: string;
  logoOf: string;
  /** `{page}` of `{pages}` */
  page: string;
}

export const DOCUMENT_MESSAGES: Translations<DocumentMessages> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  sv,
  ja,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
  ko,
  ar,
  he,
  hi,
  th,
  el,
  uk,
  tr,
};
