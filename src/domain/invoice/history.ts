import type { Actor } from '../quote/history.ts';

/** Something that happened to an invoice. */
export interface InvoiceHistoryEvent {
  id: string;
  type:
    | 'created'
    | 'updated'
    | 'issued'
    | 'payment_recorded'
    | 'payment_removed'
    | 'paid'
    | 'overdue'
    | 'credited';
  at: string;
  actor: Actor;
  data: Record<string, unknown>;
}
