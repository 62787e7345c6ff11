/** The actor of an event: an API key, a console user, the customer on the customer page, or the service itself. */
export type Actor =
  | { type: 'key'; id: string; name: string }
  | { type: 'user'; id: string; name: string }
  | { type: 'customer' }
  | { type: 'system' };

/** Something that happened to a quote. */
export interface HistoryEvent {
  id: string;
  type:
    | 'created'
    | 'updated'
    | 'sent'
    | 'send_failed'
    /** An email came back. */
    | 'bounced'
    | 'viewed'
    /** One of several signers signed. */
    | 'signed'
    | 'accepted'
    | 'declined'
    | 'question'
    /** An automatic reply came by email; it is not a message. */
    | 'auto_replied'
    | 'message_sent'
    | 'renewal_requested'
    /** The customer asked for changes, and the account declined that. */
    | 'change_requested'
    | 'change_declined'
    | 'reminded'
    | 'links_revoked'
    /** The customer asked for no more reminders. */
    | 'reminders_stopped'
    | 'expired'
    | 'approval_requested'
    | 'approved'
    | 'rejected'
    /** A stage was invoiced, and something is left to invoice. */
    | 'invoiced'
    | 'converted'
    /** The invoice of a later period was made. */
    | 'period_invoiced'
    /** The conversion began a series of invoices. */
    | 'series_started'
    | 'series_ended';
  at: string;
  actor: Actor;
  data: Record<string, unknown>;
}
