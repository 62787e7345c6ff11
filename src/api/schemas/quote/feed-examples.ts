import {
  FEED_EVENT_BY_HISTORY_TYPE,
  type FeedData,
  type FeedEvent,
  type FeedType,
} from '../../../domain/events/feed-event.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { BOUNCE_REASONS } from '../../../domain/mail/bounce-reason.ts';
import type { Actor, HistoryEvent } from '../../../domain/quote/history.ts';
import type { QuoteSummary } from '../../../domain/quote/list/quote-summary.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { PROPOSAL_EXAMPLE } from '../agreement/proposal.ts';
import { CUSTOMER_EXAMPLE } from '../customer.ts';
import { EVENT_EXAMPLE } from '../event.ts';
import { CREDIT_NOTE_EXAMPLE, INVOICE_EXAMPLE, ISSUED_EXAMPLE } from '../invoice/invoice-example.ts';
import { PAYMENT_EXAMPLE, REFUND_EXAMPLE } from '../invoice/payment.ts';
import { APPROVAL_EXAMPLE, APPROVED_EXAMPLE } from './approval.ts';
import { MESSAGE_EXAMPLE } from './message.ts';
import { QUOTE_EXAMPLE, RECURRING_QUOTE_EXAMPLE, SERIES_EXAMPLE } from './quote-example.ts';

const { id, at, actor: key } = EVENT_EXAMPLE;
const customer: Actor = { type: 'customer' };
const to = CUSTOMER_EXAMPLE.email;
const messageId = '<01k0a1b2c3d4e5f6g7h8j9kmnp@proffer.example>';

const sent = {
  ...{ to, cc: [], captured: false, messageId },
  documentSha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
};
const failed = { to, cc: [], outcome: 'refused', response: '550 5.1.1 no such mailbox', messageId };
const bounced = {
  ...{ to, status: '5.1.1', reason: BOUNCE_REASONS.noMailbox },
  ...{ response: 'smtp; 550 5.1.1 no such mailbox', messageId },
};

const PAID_EXAMPLE: Invoice = {
  ...ISSUED_EXAMPLE,
  status: 'PAID',
  amountPaid: ISSUED_EXAMPLE.total,
  amountDue: 0,
  paidAt: PAYMENT_EXAMPLE.createdAt,
};

const fromCustomer: Message = {
  ...MESSAGE_EXAMPLE,
  from: 'customer',
  author: 'Jo Miller',
  text: 'Could you start in May?',
  via: 'page',
};

type Examples = { [Type in FeedType]: FeedEvent<Type> };
/** Event types whose data is the quote alone. */
type QuoteOnlyType = {
  [Type in FeedType]: Pick<FeedData['quote.created'], 'quote'> extends FeedData[Type] ? Type : never;
}[FeedType];

/** One example per event type; those with the quote alone may be left to `createQuoteExamples`. */
const EXAMPLES: Omit<Examples, QuoteOnlyType> & Partial<Examples> = {
  'quote.created': example('quote.created', { quote: quoteAfter('created') }),
  'quote.updated': example('quote.updated', {
    quote: quoteAfter('updated'),
    fields: ['title'],
    previous: { title: 'Website' },
  }),
  'quote.sent': example('quote.sent', {
    quote: quoteAfter('sent', { status: 'SENT', sentAt: at }),
    ...sent,
    revision: 1,
  }),
  'quote.approval_requested': example('quote.approval_requested', {
    quote: quoteAfter('approval_requested', { approval: APPROVAL_EXAMPLE }),
    ...{ revision: 1, sha256: APPROVAL_EXAMPLE.sha256, note: APPROVAL_EXAMPLE.note },
  }),
  'quote.approved': example('quote.approved', {
    quote: quoteAfter('approved', { approval: APPROVED_EXAMPLE }),
    ...{ revision: 1, sha256: APPROVED_EXAMPLE.sha256, note: null },
  }),
  'quote.rejected': example('quote.rejected', {
    quote: quoteAfter('rejected', { approval: { ...APPROVED_EXAMPLE, state: 'rejected' } }),
    ...{ revision: 1, sha256: APPROVED_EXAMPLE.sha256, note: 'Too cheap' },
  }),
  'quote.send_failed': example('quote.send_failed', {
    quote: quoteAfter('send_failed'),
    ...failed,
  }),
  'quote.bounced': example(
    'quote.bounced',
    { quote: quoteAfter('bounced', { status: 'SENT', sentAt: at }), ...bounced },
    system(),
  ),
  'quote.viewed': example('quote.viewed', { quote: quoteAfter('viewed', { status: 'SENT' }) }, customer),
  'quote.reminded': example('quote.reminded', {
    quote: quoteAfter('reminded', { status: 'SENT' }),
    to,
    captured: false,
  }),
  'quote.signed': example(
    'quote.signed',
    {
      quote: quoteAfter('signed', { status: 'SENT', sentAt: at }),
      ...{ name: 'Ada Lovelace', email: to, revision: 1, documentSha256: sent.documentSha256 },
    },
    customer,
  ),
  'quote.accepted': example('quote.accepted', { quote: accepted('accepted'), answers: {} }, customer),
  'quote.declined': example(
    'quote.declined',
    { quote: quoteAfter('declined', { status: 'DECLINED', declinedAt: at, declineReason: 'Too late' }) },
    customer,
  ),
  'quote.expiring': example('quote.expiring', { quote: quoteAfter('sent', { status: 'SENT' }) }, system()),
  'quote.expired': example(
    'quote.expired',
    { quote: quoteAfter('expired', { status: 'EXPIRED' }) },
    system(),
  ),
  'quote.converted': example('quote.converted', { quote: converted() }),
  'quote.deleted': example('quote.deleted', { quote: { ...quoteAfter('created'), lastEvent: null } }),
  'quote.links_revoked': example('quote.links_revoked', { quote: quoteAfter('links_revoked') }),
  'quote.reminders_stopped': example(
    'quote.reminders_stopped',
    { quote: quoteAfter('reminders_stopped', { status: 'SENT' }) },
    customer,
  ),
  'series.started': example('series.started', { quote: recurring('series_started'), series: SERIES_EXAMPLE }),
  'series.ended': example(
    'series.ended',
    {
      quote: recurring('series_ended'),
      series: { ...SERIES_EXAMPLE, invoiced: 24, nextDate: null, state: 'ended' },
    },
    system(),
  ),
  'message.received': example(
    'message.received',
    {
      quote: quoteAfter('question', { status: 'SENT' }),
      message: fromCustomer,
    },
    customer,
  ),
  'message.sent': example('message.sent', {
    quote: quoteAfter('message_sent', { status: 'SENT' }),
    message: MESSAGE_EXAMPLE,
    to,
    captured: false,
  }),
  'renewal.requested': example(
    'renewal.requested',
    {
      quote: quoteAfter('renewal_requested', { status: 'EXPIRED' }),
      text: 'We would still like to go ahead.',
    },
    customer,
  ),
  'quote.change_requested': example(
    'quote.change_requested',
    { quote: quoteAfter('change_requested'), proposal: PROPOSAL_EXAMPLE, message: fromCustomer },
    customer,
  ),
  'quote.change_declined': example('quote.change_declined', {
    ...{ quote: quoteAfter('change_declined'), message: MESSAGE_EXAMPLE, to, captured: false },
    proposal: {
      ...PROPOSAL_EXAMPLE,
      state: 'declined',
      decidedAt: at,
      decidedBy: key,
      answer: MESSAGE_EXAMPLE.text,
    },
  }),
  'invoice.created': example('invoice.created', { quote: converted(), invoice: INVOICE_EXAMPLE }),
  'invoice.issued': example('invoice.issued', { invoice: ISSUED_EXAMPLE }),
  'invoice.sent': example('invoice.sent', { invoice: { ...ISSUED_EXAMPLE, sentAt: at }, ...sent }),
  'invoice.send_failed': example('invoice.send_failed', { invoice: ISSUED_EXAMPLE, ...failed }),
  'invoice.bounced': example('invoice.bounced', { invoice: ISSUED_EXAMPLE, ...bounced }, system()),
  'invoice.viewed': example('invoice.viewed', { invoice: { ...ISSUED_EXAMPLE, viewedAt: at } }, customer),
  'invoice.reminded': example('invoice.reminded', {
    invoice: { ...ISSUED_EXAMPLE, overdue: true },
    to,
    captured: false,
  }),
  'invoice.links_revoked': example('invoice.links_revoked', { invoice: ISSUED_EXAMPLE }),
  'invoice.paid': example('invoice.paid', { invoice: PAID_EXAMPLE }),
  'invoice.overdue': example('invoice.overdue', { invoice: { ...ISSUED_EXAMPLE, overdue: true } }, system()),
  'payment.recorded': example('payment.recorded', { invoice: PAID_EXAMPLE, payment: PAYMENT_EXAMPLE }),
  'payment.removed': example('payment.removed', { invoice: ISSUED_EXAMPLE, payment: PAYMENT_EXAMPLE }),
  'payment.refunded': example('payment.refunded', { invoice: ISSUED_EXAMPLE, payment: REFUND_EXAMPLE }),
  'payment.disputed': example('payment.disputed', {
    invoice: ISSUED_EXAMPLE,
    payment: { ...REFUND_EXAMPLE, kind: 'dispute', providerId: 'dp_1PqLkA2eZvKYlo2C' },
  }),
  'credit_note.created': example('credit_note.created', {
    invoice: {
      ...ISSUED_EXAMPLE,
      status: 'CREDITED',
      amountCredited: CREDIT_NOTE_EXAMPLE.total,
      amountDue: 0,
    },
    creditNote: CREDIT_NOTE_EXAMPLE,
  }),
  'customer.created': example('customer.created', { customer: CUSTOMER_EXAMPLE }),
  'customer.updated': example('customer.updated', {
    customer: CUSTOMER_EXAMPLE,
    previous: { name: 'Northwind Ltd' },
  }),
  'customer.deleted': example('customer.deleted', { customer: CUSTOMER_EXAMPLE }),
  'customer.erased': example('customer.erased', { customerId: CUSTOMER_EXAMPLE.id }),
};

export const FEED_EXAMPLES = { ...createQuoteExamples(), ...EXAMPLES } as Examples;

function createQuoteExamples(): Partial<Examples> {
  const events = Object.entries(FEED_EVENT_BY_HISTORY_TYPE) as [
    HistoryEvent['type'],
    { type: FeedType | null },
  ][];
  return Object.fromEntries(
    events.flatMap(([past, { type }]) =>
      type === null ? [] : [[type, example(type, { quote: quoteAfter(past) } as FeedData[FeedType])]],
    ),
  );
}

/** A message that somebody else wrote by email; that of the customer is in `EXAMPLES`. */
const FROM_OTHER_EXAMPLE = example(
  'message.received',
  {
    quote: quoteAfter('question', { status: 'SENT' }),
    message: { ...fromCustomer, from: 'other', author: 'sam@agency.example', via: 'email', verified: true },
  },
  system(),
);

export const FEED_EXAMPLE = {
  data: [FEED_EXAMPLES['quote.created'], FEED_EXAMPLES['message.received'], FROM_OTHER_EXAMPLE],
  next: 'pos_1',
  hasMore: false,
};

function example<Type extends FeedType>(
  type: Type,
  data: FeedData[Type],
  actor: Actor = key,
): FeedEvent<Type> {
  return { id, type, timestamp: at, actor, data };
}

function system(): Actor {
  return { type: 'system' };
}

function accepted(type: HistoryEvent['type'], more: Partial<Quote> = {}): QuoteSummary {
  return quoteAfter(type, { status: 'ACCEPTED', acceptedAt: at, acceptedBy: 'Jo Miller', ...more });
}

function converted(): QuoteSummary {
  return accepted('converted', { status: 'CONVERTED', convertedAt: at, invoiceId: INVOICE_EXAMPLE.id });
}

function recurring(type: HistoryEvent['type']): QuoteSummary {
  return quoteAfter(type, RECURRING_QUOTE_EXAMPLE);
}

function quoteAfter(type: HistoryEvent['type'], more: Partial<Quote> = {}): QuoteSummary {
  const { items: _items, ...summary } = { ...QUOTE_EXAMPLE, ...more };
  return { ...summary, customerName: CUSTOMER_EXAMPLE.name, views: 0, lastEvent: { type, at } };
}
