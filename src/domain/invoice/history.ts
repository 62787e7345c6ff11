import type { Actor } from '../quote/history.ts';

/** Something that happened to an invoice. */
export interface InvoiceHistoryEvent {
  id: string;
  type:
    | 'created'
    | 'updated'
    | 'issued'
    | 'sent'
    | 'send_failed'
    | 'bounced'
    | 'viewed'
    | 'reminded'
    | 'links_revoked'
    | 'payment_recorded'
    | 'payment_removed'
    | 'payment_refunded'
    | 'payment_disputed'
    | 'payment_not_booked'
    | 'paid'
    | 'overdue'
    | 'credited';
  at: string;
  actor: Actor;
  data: Record<string, unknown>;
}
