import type { DeliveredType } from '../../domain/events/delivery.ts';
import { EVENT_SCHEMAS } from '../schemas/quote/feed-event.ts';
import { FEED_EXAMPLES } from '../schemas/quote/feed-examples.ts';
import { PING_EXAMPLE, PingSchema } from '../schemas/webhook/ping.ts';

/** The summary of each request to a webhook endpoint. */
const SUMMARIES: Record<DeliveredType, string> = {
  'quote.created': 'A quote was created',
  'quote.updated': 'A quote was changed',
  'quote.sent': 'A quote was sent to the customer',
  'quote.send_failed': 'A quote could not be sent',
  'quote.bounced': 'An email about a quote came back',
  'quote.viewed': 'The customer opened the page of a quote',
  'quote.reminded': 'The customer was reminded of a quote',
  'quote.signed': 'One of several signers signed a quote',
  'quote.accepted': 'A quote was accepted',
  'quote.declined': 'A quote was declined',
  'quote.expiring': 'A quote expires soon',
  'quote.expired': 'A quote expired',
  'quote.converted': 'A quote was converted to an invoice',
  'quote.deleted': 'A quote was deleted',
  'quote.links_revoked': 'The links to the page of a quote were revoked',
  'quote.reminders_stopped': 'The customer asked for no more reminders of a quote',
  'quote.approval_requested': 'Somebody asked for approval of a quote',
  'quote.approved': 'A quote was approved',
  'quote.rejected': 'A quote was not approved',
  'quote.change_requested': 'The customer asked for changes of a quote',
  'quote.change_declined': 'The account declined the changes that the customer asked for',
  'series.started': 'The conversion of a quote began a series of invoices',
  'series.ended': 'No further invoice of a series will be made',
  'message.received': 'The customer wrote a message about a quote',
  'message.sent': 'A message about a quote was sent to the customer',
  'renewal.requested': 'The customer asked to renew an expired quote',
  'invoice.created': 'An invoice was created',
  'invoice.issued': 'An invoice was issued',
  'invoice.sent': 'The mail server accepted the invoice',
  'invoice.send_failed': 'An email with an invoice could not be delivered',
  'invoice.bounced': 'An email about an invoice came back',
  'invoice.viewed': 'The customer opened the page of an invoice',
  'invoice.reminded': 'The customer was reminded of an overdue invoice',
  'invoice.links_revoked': 'The links of an invoice were revoked',
  'invoice.paid': 'Nothing is due on an invoice any more',
  'invoice.overdue': 'The due date of an invoice has passed',
  'payment.recorded': 'A payment was recorded',
  'payment.removed': 'A payment was removed',
  'payment.refunded': 'A payment was refunded, or its refund failed',
  'payment.disputed': 'A payment was disputed, or the dispute was won',
  'credit_note.created': 'A credit note was created',
  'customer.created': 'A customer was created',
  'customer.updated': 'A customer was changed',
  'customer.deleted': 'A customer was deleted',
  'customer.erased': 'A customer was erased; also in place of events about the customer',
  ping: 'A test of the endpoint',
};

const text = { type: 'string' };
const HEADERS = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event, the same for every attempt: store it to process each event once',
    schema: text,
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When the attempt was made, in seconds since 1970',
    schema: { type: 'integer', format: 'int64' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: '`v1,` and the signature in Base64; after a rotation two of them, separated by a space',
    schema: text,
  },
];

/** Describes the requests that the service sends, by event type. */
export function describeWebhooks(refer: (schema: object) => object): Record<string, object> {
  const types = Object.keys(SUMMARIES) as DeliveredType[];
  return Object.fromEntries(types.map((type) => [type, { post: describeOperation(type, refer) }]));
}

function describeOperation(type: DeliveredType, refer: (schema: object) => object): object {
  const isPing = type === 'ping';
  return {
    operationId: `receive${toOperationName(type)}`,
    tags: ['Webhooks'],
    summary: SUMMARIES[type],
    description: `${SUMMARIES[type]}. Sent to webhook endpoints ${isPing ? 'by `POST …/test`' : `that have \`${type}\` among their \`types\``}, signed as defined by Standard Webhooks.`,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: refer(isPing ? PingSchema : EVENT_SCHEMAS[type]),
          example: isPing ? PING_EXAMPLE : FEED_EXAMPLES[type],
        },
      },
    },
    responses: {
      200: { description: 'Received. Any 2xx status within 15 seconds confirms it' },
      410: { description: 'No longer wanted: the endpoint is disabled. Any other status is retried' },
    },
  };
}

/** Converts `quote.send_failed` to `QuoteSendFailed`. */
function toOperationName(type: string): string {
  return type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
