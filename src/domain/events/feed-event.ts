import type { CustomerRecord } from '../customer/customer.ts';
import type { InvoiceHistoryEvent } from '../invoice/history.ts';
import type { Invoice } from '../invoice/invoice.ts';
import type { Payment } from '../invoice/payment.ts';
import type { Answers } from '../quote/acceptance/answers.ts';
import type { Actor, HistoryEvent } from '../quote/history.ts';
import type { QuoteSummary } from '../quote/list/quote-summary.ts';
import type { Message } from '../quote/message.ts';
import type { Proposal } from '../quote/proposal/proposal.ts';
import type { Quote } from '../quote/quote.ts';
import type { Series } from '../quote/recurring/series.ts';

/** The data of each event type: the object after the event, and details of the event. */
export interface FeedData {
  'quote.created': QuoteData;
  /** `fields` lists all changed fields; `previous` holds their old values, except the items. */
  'quote.updated': QuoteData & { fields: string[]; previous: PreviousQuote };
  'quote.sent': QuoteData & SentData;
  'quote.send_failed': QuoteData & SendFailedData;
  'quote.bounced': QuoteData & BouncedData;
  'quote.viewed': QuoteData;
  'quote.reminded': QuoteData & RemindedData;
  'quote.signed': QuoteData & SignedData;
  'quote.accepted': QuoteData & { answers: Answers };
  'quote.declined': QuoteData;
  'quote.expiring': QuoteData;
  'quote.expired': QuoteData;
  'quote.converted': QuoteData;
  'quote.deleted': QuoteData;
  'quote.links_revoked': QuoteData;
  'quote.reminders_stopped': QuoteData;
  'quote.approval_requested': QuoteData & ApprovalData;
  'quote.approved': QuoteData & ApprovalData;
  'quote.rejected': QuoteData & ApprovalData;
  'series.started': QuoteData & { series: Series };
  'series.ended': QuoteData & { series: Series };
  'message.received': QuoteData & { message: Message };
  'message.sent': QuoteData & { message: Message; to: string | null; captured?: boolean };
  'renewal.requested': QuoteData & { text: string | null };
  'quote.change_requested': QuoteData & { proposal: Proposal; message: Message };
  'quote.change_declined': FeedData['message.sent'] & { proposal: Proposal };
  'invoice.created': QuoteData & { invoice: Invoice };
  'invoice.issued': InvoiceData;
  'invoice.sent': InvoiceData & Omit<SentData, 'revision'>;
  'invoice.send_failed': InvoiceData & SendFailedData;
  'invoice.bounced': InvoiceData & BouncedData;
  'invoice.viewed': InvoiceData;
  'invoice.reminded': InvoiceData & RemindedData;
  'invoice.links_revoked': InvoiceData;
  'invoice.paid': InvoiceData;
  'invoice.overdue': InvoiceData;
  'payment.recorded': InvoiceData & { payment: Payment };
  'payment.removed': InvoiceData & { payment: Payment };
  /** A positive amount: the refund failed. */
  'payment.refunded': InvoiceData & { payment: Payment };
  /** A positive amount: the dispute was won. */
  'payment.disputed': InvoiceData & { payment: Payment };
  /** `invoice` is the credited invoice after the event. */
  'credit_note.created': InvoiceData & { creditNote: Invoice };
  'customer.created': { customer: CustomerRecord };
  'customer.updated': { customer: CustomerRecord; previous: Partial<CustomerRecord> };
  'customer.deleted': { customer: CustomerRecord };
  /** Also in place of every earlier event that was about the customer. */
  'customer.erased': { customerId: string };
}

interface QuoteData {
  quote: QuoteSummary;
}

interface InvoiceData {
  invoice: Invoice;
}

interface SentData {
  to: string;
  cc: string[];
  captured: boolean;
  messageId: string;
  revision: number;
  documentSha256: string;
}

interface RemindedData {
  to: string;
  captured?: boolean;
}

interface SendFailedData {
  to: string;
  cc: string[];
  outcome: string;
  response: string;
  messageId: string;
}

interface BouncedData {
  to: string;
  /** Enhanced status code such as `5.1.1`. */
  status: string | null;
  /** The reason in words. */
  reason: string;
  /** Response of the mail server that rejected the email. */
  response: string | null;
  messageId: string;
}

interface SignedData {
  /** As the signer typed it. */
  name: string;
  email: string;
  revision: number;
  documentSha256: string;
}

interface ApprovalData {
  /** The revision and the content that it is about. */
  revision: number;
  sha256: string;
  note: string | null;
}

type PreviousQuote = Partial<Omit<Quote, 'items'>>;

export type FeedType = keyof FeedData;

export interface FeedEvent<Type extends FeedType = FeedType> {
  id: string;
  type: Type;
  timestamp: string;
  actor: Actor;
  data: FeedData[Type];
}

const APPROVAL_DATA = ['revision', 'sha256', 'note'] as const;

/** The feed type of each history event, or `null` if it is in the history only, and the fields that the feed copies. */
export const FEED_EVENT_BY_HISTORY_TYPE: Record<
  HistoryEvent['type'],
  { type: FeedType | null; data: readonly string[] }
> = {
  created: { type: 'quote.created', data: [] },
  updated: { type: 'quote.updated', data: ['fields'] },
  sent: {
    type: 'quote.sent',
    data: ['to', 'cc', 'captured', 'messageId', 'revision', 'documentSha256'],
  },
  send_failed: { type: 'quote.send_failed', data: ['to', 'cc', 'outcome', 'response', 'messageId'] },
  bounced: { type: 'quote.bounced', data: ['to', 'status', 'reason', 'response', 'messageId'] },
  viewed: { type: 'quote.viewed', data: [] },
  reminded: { type: 'quote.reminded', data: ['to', 'captured'] },
  signed: { type: 'quote.signed', data: ['name', 'email', 'revision', 'documentSha256'] },
  accepted: { type: 'quote.accepted', data: ['answers'] },
  declined: { type: 'quote.declined', data: [] },
  question: { type: 'message.received', data: [] },
  auto_replied: { type: null, data: [] },
  message_sent: { type: 'message.sent', data: ['to', 'captured'] },
  renewal_requested: { type: 'renewal.requested', data: ['text'] },
  change_requested: { type: 'quote.change_requested', data: [] },
  change_declined: { type: 'quote.change_declined', data: ['to', 'captured'] },
  links_revoked: { type: 'quote.links_revoked', data: [] },
  reminders_stopped: { type: 'quote.reminders_stopped', data: [] },
  expired: { type: 'quote.expired', data: [] },
  approval_requested: { type: 'quote.approval_requested', data: APPROVAL_DATA },
  approved: { type: 'quote.approved', data: APPROVAL_DATA },
  rejected: { type: 'quote.rejected', data: APPROVAL_DATA },
  invoiced: { type: 'invoice.created', data: [] },
  converted: { type: 'quote.converted', data: [] },
  period_invoiced: { type: 'invoice.created', data: [] },
  series_started: { type: 'series.started', data: ['series'] },
  series_ended: { type: 'series.ended', data: ['series'] },
};

/** The feed type of each event of an invoice; `null` for events that are in its history only. */
export const FEED_TYPE_BY_INVOICE_EVENT: Record<InvoiceHistoryEvent['type'], FeedType | null> = {
  created: null,
  updated: null,
  issued: 'invoice.issued',
  sent: 'invoice.sent',
  send_failed: 'invoice.send_failed',
  bounced: 'invoice.bounced',
  viewed: 'invoice.viewed',
  reminded: 'invoice.reminded',
  links_revoked: 'invoice.links_revoked',
  payment_recorded: 'payment.recorded',
  payment_removed: 'payment.removed',
  payment_refunded: 'payment.refunded',
  payment_disputed: 'payment.disputed',
  payment_not_booked: null,
  paid: 'invoice.paid',
  overdue: 'invoice.overdue',
  credited: 'credit_note.created',
};

/** The fields of the data of an invoice's event that the feed copies. */
export const FEED_DATA_BY_INVOICE_EVENT: Partial<Record<InvoiceHistoryEvent['type'], readonly string[]>> = {
  sent: ['to', 'cc', 'captured', 'messageId', 'documentSha256'],
  send_failed: FEED_EVENT_BY_HISTORY_TYPE.send_failed.data,
  bounced: FEED_EVENT_BY_HISTORY_TYPE.bounced.data,
  reminded: FEED_EVENT_BY_HISTORY_TYPE.reminded.data,
};

export const FEED_TYPES: readonly FeedType[] = [
  ...new Set(Object.values(FEED_EVENT_BY_HISTORY_TYPE).flatMap(({ type }) => type ?? [])),
  'quote.expiring',
  'quote.deleted',
  ...Object.values(FEED_TYPE_BY_INVOICE_EVENT).filter((type) => type !== null),
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.erased',
];

/** Returns the old values of the fields that differ between two versions of an object. */
export function findPreviousValues<T extends object>(
  before: T,
  after: T,
  ignored: readonly (keyof T)[],
): Partial<T> {
  const changed = (Object.keys(before) as (keyof T)[]).filter(
    (field) => !ignored.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, before[field]])) as Partial<T>;
}
