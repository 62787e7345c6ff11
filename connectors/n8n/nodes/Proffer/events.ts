import type { INodePropertyOptions } from 'n8n-workflow';

/** The event types of the API, sorted by name as n8n wants options. A test compares them with the OpenAPI document. */
export const EVENT_TYPES = [
  ...['credit_note.created', 'customer.created', 'customer.deleted', 'customer.erased', 'customer.updated'],
  ...['invoice.bounced', 'invoice.created', 'invoice.issued', 'invoice.links_revoked', 'invoice.overdue'],
  ...['invoice.paid', 'invoice.reminded', 'invoice.send_failed', 'invoice.sent', 'invoice.viewed'],
  ...['message.received', 'message.sent'],
  ...['payment.disputed', 'payment.recorded', 'payment.refunded', 'payment.removed'],
  ...['quote.accepted', 'quote.approval_requested', 'quote.approved', 'quote.bounced'],
  ...['quote.change_declined', 'quote.change_requested', 'quote.converted'],
  ...['quote.created', 'quote.declined', 'quote.deleted', 'quote.expired', 'quote.expiring'],
  ...[
    'quote.links_revoked',
    'quote.rejected',
    'quote.reminded',
    'quote.reminders_stopped',
    'quote.send_failed',
  ],
  ...['quote.sent', 'quote.signed', 'quote.updated', 'quote.viewed', 'renewal.requested'],
  ...['series.ended', 'series.started'],
];

export const EVENT_OPTIONS: INodePropertyOptions[] = [
  { name: 'All Events', value: '*' },
  ...EVENT_TYPES.map((value) => ({ name: toTitle(value), value })),
];

/** Writes `quote.links_revoked` as `Quote: Links Revoked`. */
function toTitle(type: string): string {
  const [noun = '', verb = ''] = type.split('.').map((part) =>
    part
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
  );
  return `${noun}: ${verb}`;
}
