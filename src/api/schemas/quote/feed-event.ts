import type { Static, TProperties, TSchema } from 'typebox';
import type { FeedData, FeedEvent, FeedType } from '../../../domain/events/feed-event.ts';
import { answers } from '../acceptance/questions.ts';
import { ProposalSchema } from '../agreement/proposal.ts';
import { CustomerSchema } from '../customer.ts';
import { EventSchema } from '../event.ts';
import { nullable, timestamp } from '../fields.ts';
import { PaymentSchema } from '../invoice/payment.ts';
import { InvoiceSchema } from '../invoice.ts';
import { QuoteSchema } from '../quote.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { MessageSchema } from './message.ts';
import { QuoteSummarySchema } from './quote-summary.ts';
import { SeriesSchema } from './series.ts';

const { items: _items, publicUrl: _publicUrl, ...more } = QuoteSchema.properties;
const { cost: _cost, margin: _margin, marginPercent: _percent, ...shown } = more;
const fields = { additionalProperties: false } as const;
const quoteData = { quote: QuoteSummarySchema };
const invoiceData = { invoice: InvoiceSchema };
const PREVIOUS = 'Previous values of the fields that changed';
const address = Type.String({ description: 'Email address' });

const captured = Type.Boolean({
  description: 'Whether the email is stored in the mailbox instead of being sent',
});
const sentMail = {
  to: address,
  cc: Type.Array(address),
  captured,
  messageId: Type.String(),
};
const remindedMail = { to: address, captured: Type.Optional(captured) };
const writtenMessage = {
  message: MessageSchema,
  to: nullable(Type.String({ description: 'Email address; `null` while no link is open' })),
  captured: Type.Optional(captured),
};
const sentPdf = { documentSha256: Type.String({ description: 'Of the PDF that was sent' }) };
const failedMail = {
  to: address,
  cc: Type.Array(address),
  outcome: Type.String({ description: '`refused`, `unavailable`, `timeout`, `unknown` or `sign_in_needed`' }),
  response: Type.String({ description: 'Reply of the mail server' }),
  messageId: Type.String(),
};

const bouncedMail = {
  to: address,
  status: nullable(Type.String({ description: 'Enhanced status code such as `5.1.1`' })),
  reason: Type.String({ description: 'The reason in words' }),
  response: nullable(Type.String({ description: 'Reply of the mail server that rejected the email' })),
  messageId: Type.String({ description: 'Of the email that came back' }),
};

const approvalData = {
  ...quoteData,
  revision: Type.Integer({ description: 'The revision that it is about' }),
  sha256: Type.String({ description: 'SHA-256 of the content that it is about' }),
  note: nullable(Type.String({ description: 'The text that the person wrote with it' })),
};

const seriesData = { ...quoteData, series: SeriesSchema };

/** The `data` of each event type. */
const DATA = {
  'quote.created': quoteData,
  'quote.updated': {
    ...quoteData,
    fields: Type.Array(Type.String(), { description: 'Names of the fields that changed' }),
    previous: Type.Partial(Type.Object(shown), {
      ...fields,
      title: 'PreviousQuote',
      description: `${PREVIOUS}, but for \`items\``,
    }),
  },
  'quote.sent': { ...quoteData, ...sentMail, revision: Type.Integer(), ...sentPdf },
  'quote.send_failed': { ...quoteData, ...failedMail },
  'quote.bounced': { ...quoteData, ...bouncedMail },
  'quote.viewed': quoteData,
  'quote.reminded': { ...quoteData, ...remindedMail },
  'quote.signed': {
    ...quoteData,
    name: Type.String({ description: 'As the signer typed it' }),
    email: address,
    revision: Type.Integer({ description: 'The revision that was signed' }),
    documentSha256: Type.String({ description: 'Of the PDF that all signers sign' }),
  },
  'quote.accepted': { ...quoteData, answers },
  'quote.declined': quoteData,
  'quote.expiring': quoteData,
  'quote.expired': quoteData,
  'quote.converted': quoteData,
  'quote.deleted': quoteData,
  'quote.links_revoked': quoteData,
  'quote.reminders_stopped': quoteData,
  'quote.approval_requested': approvalData,
  'quote.approved': approvalData,
  'quote.rejected': approvalData,
  'series.started': seriesData,
  'series.ended': seriesData,
  'message.received': { ...quoteData, message: MessageSchema },
  'message.sent': { ...quoteData, ...writtenMessage },
  'renewal.requested': {
    ...quoteData,
    text: nullable(Type.String({ description: 'Message of the customer' })),
  },
  'quote.change_requested': { ...quoteData, proposal: ProposalSchema, message: MessageSchema },
  'quote.change_declined': {
    ...quoteData,
    proposal: ProposalSchema,
    ...writtenMessage,
  },
  'invoice.created': { ...quoteData, invoice: InvoiceSchema },
  'invoice.issued': invoiceData,
  'invoice.sent': { ...invoiceData, ...sentMail, ...sentPdf },
  'invoice.send_failed': { ...invoiceData, ...failedMail },
  'invoice.bounced': { ...invoiceData, ...bouncedMail },
  'invoice.viewed': invoiceData,
  'invoice.reminded': { ...invoiceData, ...remindedMail },
  'invoice.links_revoked': invoiceData,
  'invoice.paid': invoiceData,
  'invoice.overdue': invoiceData,
  'payment.recorded': { ...invoiceData, payment: PaymentSchema },
  'payment.removed': { ...invoiceData, payment: PaymentSchema },
  'payment.refunded': { ...invoiceData, payment: PaymentSchema },
  'payment.disputed': { ...invoiceData, payment: PaymentSchema },
  'credit_note.created': { ...invoiceData, creditNote: InvoiceSchema },
  'customer.created': { customer: CustomerSchema },
  'customer.updated': {
    customer: CustomerSchema,
    previous: Type.Partial(Type.Object(CustomerSchema.properties), {
      ...fields,
      title: 'PreviousCustomer',
      description: PREVIOUS,
    }),
  },
  'customer.deleted': { customer: CustomerSchema },
  'customer.erased': { customerId: Type.String({ description: 'The customer that was erased' }) },
} satisfies Record<FeedType, TProperties>;

const quoteUpdated = Type.Object(DATA['quote.updated'], fields);
true satisfies Same<Static<typeof quoteUpdated>, FeedData['quote.updated']>;

/** `quote.send_failed` → `QuoteSendFailedEvent` */
function toSchemaName(type: string): string {
  return `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** Names of data that several types share. */
const SHARED_TITLES = new Map<TProperties, string>([
  [quoteData, 'QuoteEventData'],
  [invoiceData, 'InvoiceEventData'],
  [approvalData, 'ApprovalEventData'],
  [seriesData, 'SeriesEventData'],
]);

export const EVENT_SCHEMAS = Object.fromEntries(
  Object.entries(DATA).map(([type, data]) => [type, createEventSchema(type, data)]),
) as Record<FeedType, TSchema>;

function createEventSchema(type: string, data: TProperties): TSchema {
  const title = SHARED_TITLES.get(data) ?? `${toSchemaName(type)}Data`;
  return Type.Object(
    {
      id: Type.String({ description: 'The same in the history of the quote, where that has it too' }),
      type: Type.Unsafe<string>({ type: 'string', const: type }),
      timestamp,
      actor: EventSchema.properties.actor,
      data: Type.Object(data, { ...fields, title }),
    },
    { ...fields, title: toSchemaName(type) },
  );
}

export const FeedEventSchema = Type.Unsafe<FeedEvent>({
  title: 'Event',
  description:
    'Something that happened in the account. More types may come: leave alone what you do not know',
  oneOf: Object.values(EVENT_SCHEMAS),
});

export const FeedPageSchema = Type.Object(
  {
    data: Type.Array(FeedEventSchema),
    next: Type.String({
      description: 'Continue from here: the next `after`, also when there is nothing more yet',
    }),
    hasMore: Type.Boolean({ description: 'Whether there are already more events after `next`' }),
  },
  { ...fields, title: 'EventFeed' },
);
