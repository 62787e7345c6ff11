import type { Translations } from './locale.ts';
import { ar } from './page-messages/ar.ts';
import { de } from './page-messages/de.ts';
import { el } from './page-messages/el.ts';
import { en } from './page-messages/en.ts';
import { es } from './page-messages/es.ts';
import { fr } from './page-messages/fr.ts';
import { he } from './page-messages/he.ts';
import { hi } from './page-messages/hi.ts';
import { it } from './page-messages/it.ts';
import { ja } from './page-messages/ja.ts';
import { ko } from './page-messages/ko.ts';
import { nl } from './page-messages/nl.ts';
import { pl } from './page-messages/pl.ts';
import { pt } from './page-messages/pt.ts';
import { sv } from './page-messages/sv.ts';
import { th } from './page-messages/th.ts';
import { tr } from './page-messages/tr.ts';
import { uk } from './page-messages/uk.ts';
import { zhHans } from './page-messages/zh-Hans.ts';
import { zhHant } from './page-messages/zh-Hant.ts';

/** What the customer's pages say. `{name}` marks a place that the page fills. */
export interface PageMessages {
  // The document
  quoteNumber: string;
  from: string;
  preparedFor: string;
  sentOn: string;
  validUntil: string;
  items: string;
  description: string;
  quantity: string;
  unitPrice: string;
  tax: string;
  amount: string;
  subtotal: string;
  discount: string;
  taxOn: string;
  total: string;
  terms: string;
  downloadPdf: string;

  // What state it is in
  statusOpen: string;
  statusAccepted: string;
  statusDeclined: string;
  statusExpired: string;
  statusInvoiced: string;
  statusDraft: string;
  acceptedBy: string;
  acceptedOn: string;
  declinedOn: string;
  expiredText: string;
  invoicedText: string;
  draftText: string;

  // The answer on record
  record: string;
  recordDecision: string;
  recordName: string;
  recordTime: string;
  recordRevision: string;
  recordHash: string;
  reason: string;
  signature: string;

  // Forms
  answer: string;
  acceptHeading: string;
  accept: string;
  acceptButton: string;
  acceptStatement: string;
  acceptStatementTerms: string;
  recorded: string;
  fullName: string;
  optional: string;
  signatureHint: string;
  signatureClear: string;
  decline: string;
  declineHeading: string;
  declineButton: string;
  ask: string;
  question: string;
  askHint: string;
  askButton: string;
  renew: string;
  renewText: string;
  message: string;

  // What became of the last form
  noticeChanged: string;
  noticeDecided: string;
  noticeClosed: string;
  noticeAccepted: string;
  noticeDeclined: string;
  noticeQuestion: string;
  noticeRenewal: string;
  errorHeading: string;
  errorNameRequired: string;
  errorQuestionRequired: string;
  errorTooLong: string;
  errorSignature: string;

  // Pages without a quote
  notFoundTitle: string;
  notFoundText: string;
  tryAgainTitle: string;
  tryAgainText: string;
}

export const pageMessages: Translations<PageMessages> = {
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
