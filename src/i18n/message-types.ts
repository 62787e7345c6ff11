import type { KNOWN_PAYMENT_METHODS } from '../domain/invoice/invoice.ts';
import type { Template } from './fill.ts';
import type { PaymentMessages } from './invoice/payment-messages.ts';
import type { ReminderMessages } from './invoice/reminder-messages.ts';

/** All texts of a language: the shared words, then the texts of each medium. */
export interface Messages {
  words: Words;
  page: PageMessages;
  mail: MailMessages;
  invoice: InvoiceMessages;
  payment: PaymentMessages;
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
  amount: string;
  itemNumber: Template<'sku'>;
  /** Label of an item that the customer can add or leave out. */
  optionalItem: string;
  /** Heading of a group of alternatives. */
  choice: Template<'choice'>;
  selected: string;
  notSelected: string;
  /** The quantities that the customer can choose. */
  quantityRange: Template<'min' | 'max'>;
  quantitySteps: Template<'min' | 'max' | 'step'>;
  /** Before the sum of the items of a section that have one tax rate. */
  itemsAtRate: Template<'rate' | 'tax'>;
  subtotal: string;
  discount: string;
  /** Follows a tax: the amount on which it is computed. */
  taxBase: Template<'base'>;
  /** Before the amount of a tax that the total includes. */
  taxIncluded: Template<'rate' | 'tax'>;
  total: string;
  terms: string;
  dueDate: string;
  paymentSchedule: string;
  /** When a stage is due. `{days}` is a formatted number of days, such as “14 days”. */
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
  /** The user who recorded a decision that the customer made by other means. */
  acceptedByOwner: Template<'name'>;
  acceptedOn: string;
  reason: string;
  fingerprint: string;
  attachments: string;
  /** Of a message that came by email. */
  emailNoText: string;
  emailCut: string;
}

/** The customer page. */
export interface PageMessages {
  items: string;
  downloadPdf: string;

  // Status
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

  // Changes since the last visit
  changes: string;
  changesSince: string;
  lineAdded: string;
  lineRemoved: string;
  lineChanged: string;
  previously: Template<'value'>;
  totalBefore: string;
  totalNow: string;
  textChanged: string;

  // Record of the decision
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
  invoiceAfterAccepting: Template<'amount'>;
  depositAfterAccepting: Template<'amount'>;
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
  /** Shown next to a customer's message that the account has read. */
  messageRead: string;
  earlierMessages: string;
  latestMessages: string;
  renew: string;
  renewText: Template<'seller'>;
  message: string;

  // Results of the last form
  noticeChanged: string;
  noticeDecided: string;
  noticeClosed: string;
  /** Button for browsers without scripts that recomputes the totals of the selection. */
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

  // Ends the reminders of a quote
  stopRemindersTitle: string;
  stopRemindersText: string;
  stopReminders: string;
  remindersStoppedTitle: string;
  remindersStoppedText: string;
}

/** The emails. Values are plain text; markup is escaped afterwards. */
interface MailMessages extends ReminderMessages {
  /** “Total: 12 €”, with the colon spacing of the language. */
  pair: Template<'label' | 'value'>;
  greeting: Template<'name'>;
  quoteIntro: Template<'seller'>;
  viewQuote: string;
  attached: string;
  /** Precedes the button's URL, for mail clients that do not show the button. */
  openAddress: string;

  quoteAccepted: Template<'number'>;
  acceptedCopyIntro: Template<'seller'>;
  acceptedAttached: string;

  customer: string;
  acceptedNotice: Template<'customer'>;
  invoiceNotIssued: Template<'number'>;
  invoiceNotIssuedHint: string;
  declinedNotice: Template<'customer'>;
  quoteDeclined: Template<'number'>;
  declinedOn: string;
  noReason: string;

  /** Tell the business about an email to the customer that failed later on. */
  emailFailed: string;
  emailFailedNotice: Template<'to' | 'number'>;
  emailUncertainNotice: Template<'to' | 'number'>;

  questionAbout: Template<'number'>;
  questionIntro: Template<'name'>;
  replyGoesTo: Template<'address'>;
  /** A reply by email that may be forged. */
  senderUnverified: string;

  messageAbout: Template<'number'>;
  messageIntro: Template<'name'>;
  messageHint: string;
  /** If replies to the email reach the business. */
  messageReplyHint: string;
  renewalAsked: Template<'number'>;
  renewalIntro: Template<'customer'>;
  renewalHint: string;

  /** The test email that an owner sends. */
  testSubject: string;
  testIntro: Template<'seller'>;
}

/** The page and the emails of an invoice or a credit note. */
interface InvoiceMessages {
  invoiceIntro: Template<'seller'>;
  /** `{number}` is that of the credited invoice. */
  creditNoteIntro: Template<'seller' | 'number'>;
  viewInvoice: string;
  viewCreditNote: string;
  invoiceAttached: string;
  creditNoteAttached: string;
  overdueSubject: Template<'number' | 'date'>;
  overdueIntro: Template<'seller' | 'date'>;
  overdueDisregard: string;

  // Status
  statusDue: string;
  statusOverdue: string;
  statusPaid: string;
  statusCredited: string;
  dueText: Template<'date'>;
  overdueText: Template<'date'>;
  paidText: Template<'date'>;
  creditedText: string;
  creditNoteText: Template<'number'>;

  // The amount due, and how to pay it
  amountPaid: string;
  amountCredited: string;
  /** Label of an amount that the seller owes. */
  amountOwed: string;
  howToPay: string;
  /** Label of the text to name in a transfer. */
  paymentReference: string;
  downloadXml: string;
}

/** The PDF of a quote or an invoice. */
interface DocumentMessages {
  invoice: string;
  draft: string;
  /** The mark of a quote that must be approved before it is sent. */
  notApproved: string;
  billTo: string;
  paymentMethod: string;
  paymentMethods: Record<(typeof KNOWN_PAYMENT_METHODS)[number], string>;
  quoteReference: string;
  amountDue: string;
  /** Heading above the bank details of an invoice. */
  bankDetails: string;
  accountHolder: string;
  bankName: string;
  /** Caption of the payment QR code, and its alternative text. */
  scanToPay: string;
  paymentCode: Template<'total' | 'name'>;
  /** Titles of stage invoices: the first, one in between, and the last. */
  depositInvoice: string;
  partialInvoice: string;
  finalInvoice: string;
  /** Title of the document that cancels all or part of an invoice. */
  creditNote: string;
  previousInvoices: string;
  supplyDate: string;
  supplyPeriod: string;
  /** Heading of the notes of an invoice. */
  notes: string;
  /** Column of amounts before tax. */
  net: string;
  /** Heading above the signature line. */
  acceptance: string;
  acceptanceText: Template<'number' | 'total'>;
  /** Caption next to the signature line that links to the customer page, and the alternative text of its QR code. */
  acceptOnline: string;
  onlineCode: string;
  validityText: Template<'date'>;
  placeAndDate: string;
  /** Record of an acceptance. */
  acceptedRevision: string;
  signatureOf: Template<'name'>;
  logoOf: Template<'name'>;
  page: Template<'page' | 'pages'>;
}
