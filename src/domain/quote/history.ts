/**
 * The actor of an event: an API key or a connected app, a console user, the customer on the customer page, or the service
 * itself. `userId` is the person who connected the app; its `name` names both.
 */
export type Actor =
  | { type: 'key'; id: string; name: string; userId?: string }
  | { type: 'user'; id: string; name: string }
  | { type: 'customer' }
  | { type: 'system' };

/** Returns the person behind an actor: an app acts for the one who connected it. */
export function getActorUserId(actor: Actor): string | undefined {
  if (actor.type === 'user') return actor.id;
  return actor.type === 'key' ? actor.userId : undefined;
}

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
