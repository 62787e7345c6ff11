/** Who did it: an API key, a person in the console, the customer on the page, or time itself. */
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
    | 'viewed'
    | 'accepted'
    | 'declined'
    | 'question'
    | 'message_sent'
    | 'renewal_requested'
    | 'reminded'
    | 'links_revoked'
    | 'expired'
    /** a stage of its payment schedule, and something is left */
    | 'invoiced'
    | 'converted';
  at: string;
  actor: Actor;
  data: Record<string, unknown>;
}
