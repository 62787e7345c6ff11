import type { KNOWN_PAYMENT_METHODS } from '../domain/invoice.ts';

/**
 * A text with a `{place}` for each of these names, in any order: a translation that forgets or misspells one does not
 * compile. `fill` puts the values in.
 */
type Template<Name extends string> = (
  Name extends string
    ? (each: `${string}{${Name}}${string}`) => void
    : never
) extends (all: infer All) => void
  ? All & string
  : never;

/** All that one language says: the words that stand in several places once, then what each place says alone. */
export interface Messages {
  words: Words;
  page: PageMessages;
  mail: MailMessages;
  document: DocumentMessages;
}

export interface Words {
  quote: string;
  quoteNumbered: Template<'number'>;
  from: string;
  preparedFor: string;
  date: string;
  validUntil: string;
  revision: string;
  reference: string;
  description: string;
  quantity: string;
  unitPrice: string;
  /** Above the rates of the items. */
  amount: string;
  itemNumber: Template<'sku'>;
  /** Beside a line that the customer may take or leave. */
  optionalItem: string;
  /** The alternatives of which one is taken. */
  choice: Template<'choice'>;
  selected: string;
  notSelected: string;
  /** What the customer may choose. */
  quantityRange: Template<'min' | 'max'>;
  quantitySteps: Template<'min' | 'max' | 'step'>;
  subtotal: string;
  discount: string;
  /** Behind a tax: the amount that it is computed on. */
  taxBase: Template<'base'>;
  total: string;
  terms: string;
  dueDate: string;
  paymentSchedule: string;
  /** When a stage is due; the days are said with their number, as in “14 days”. */
  dueOnAcceptance: string;
  dueAfterAcceptance: Template<'days'>;
  dueAtStart: string;
  dueAfterStart: Template<'days'>;
  dueOnCompletion: string;
  dueAfterCompletion: Template<'days'>;
  name: string;
  signature: string;
  accepted: string;
  acceptedBy: string;
  acceptedOn: string;
  reason: string;
  fingerprint: string;
  attachments: string;
}

/** The customer's page. */
export interface PageMessages {
  items: string;
  downloadPdf: string;

  // What state it is in
  statusOpen: string;
  statusDeclined: string;
  statusExpired: string;
  statusInvoiced: string;
  statusDraft: string;
  acceptedByText: Template<'name' | 'date'>;
  acceptedText: Template<'date'>;
  declinedText: Template<'date'>;
  expiredText: Template<'date'>;
  invoicedText: Template<'seller'>;
  draftText: Template<'seller'>;

  invoicePdf: string;

  // What changed since the page was opened last
  changes: string;
  changesSince: string;
  lineAdded: string;
  lineRemoved: string;
  lineChanged: string;
  previously: Template<'value'>;
  totalBefore: string;
  totalNow: string;
  textChanged: string;

  // The decision on record
  record: string;
  recordDecision: string;
  recordTime: string;

  // Forms
  yourDecision: string;
  acceptHeading: string;
  accept: string;
  acceptButton: string;
  acceptStatement: Template<'number' | 'total'>;
  acceptStatementTerms: Template<'number' | 'total'>;
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
  askHint: Template<'seller'>;
  askButton: string;
  messages: string;
  /** Beside a message of the customer that the business has read. */
  messageRead: string;
  earlierMessages: string;
  latestMessages: string;
  renew: string;
  renewText: Template<'seller'>;
  message: string;

  // What became of the last form
  noticeChanged: string;
  noticeDecided: string;
  noticeClosed: string;
  /** Where scripts do not run: asks for the sums of what is chosen. */
  recalculate: string;
  noneOfThese: string;
  noticeUnselected: string;
  noticeAccepted: string;
  noticeDeclined: string;
  noticeQuestion: Template<'seller'>;
  noticeRenewal: Template<'seller'>;
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

/** The emails. Values come in as plain text; what is markup is escaped afterwards. */
interface MailMessages {
  /** “Total: 12 €”, with the colon as the language sets it. */
  pair: Template<'label' | 'value'>;
  greeting: Template<'name'>;
  quoteIntro: Template<'seller'>;
  viewQuote: string;
  attached: string;
  /** Before the address of the button, for those whose client does not show it. */
  openAddress: string;

  quoteAccepted: Template<'number'>;
  acceptedCopyIntro: Template<'seller'>;
  acceptedAttached: string;

  customer: string;
  acceptedNotice: Template<'customer'>;
  declinedNotice: Template<'customer'>;
  quoteDeclined: Template<'number'>;
  declinedOn: string;
  noReason: string;

  questionAbout: Template<'number'>;
  questionIntro: Template<'name'>;
  replyGoesTo: Template<'address'>;

  messageAbout: Template<'number'>;
  messageIntro: Template<'name'>;
  messageHint: string;
  renewalAsked: Template<'number'>;
  renewalIntro: Template<'customer'>;
  renewalHint: string;

  reminderSubject: Template<'number' | 'date'>;
  reminderIntro: Template<'seller'>;

  /** To the owner, who tries out whether mail works. */
  testSubject: string;
  testIntro: Template<'seller'>;
}

/** The PDF of a quote or an invoice. */
interface DocumentMessages {
  invoice: string;
  draft: string;
  billTo: string;
  paymentMethod: string;
  paymentMethods: Record<(typeof KNOWN_PAYMENT_METHODS)[number], string>;
  quoteReference: string;
  amountDue: string;
  /** Above where an invoice is paid. */
  bankDetails: string;
  accountHolder: string;
  bankName: string;
  /** Below the code that a bank's program reads, and what it says to who cannot see it. */
  scanToPay: string;
  paymentCode: Template<'total' | 'name'>;
  /** What an invoice of a stage is called: of the first, of one between, and of the one after which nothing is left. */
  depositInvoice: string;
  partialInvoice: string;
  finalInvoice: string;
  previousInvoices: string;
  /** Above the place for the signature. */
  acceptance: string;
  acceptanceText: Template<'number' | 'total'>;
  /** Beside the place for the signature: leads to the page, and what its code says to who cannot see it. */
  acceptOnline: string;
  onlineCode: string;
  validityText: Template<'date'>;
  placeAndDate: string;
  /** The record of an acceptance. */
  acceptedByOwner: Template<'name'>;
  acceptedRevision: string;
  signatureOf: Template<'name'>;
  logoOf: Template<'name'>;
  page: Template<'page' | 'pages'>;
}
