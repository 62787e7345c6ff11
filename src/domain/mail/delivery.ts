export const DELIVERY_STATES = ['sent', 'unknown', 'failed', 'bounced'] as const;
/**
 * The state of an email to one recipient.
 * `sent`: a mail server accepted it. `unknown`: it may have arrived. `failed`: it was not sent. `bounced`: it came back.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An email about a document to one recipient. */
export interface Delivery {
  id: string;
  /** `quote`: the email with the quote itself. */
  kind: string;
  to: string;
  at: string;
  state: DeliveryState;
  /** Whether the email is stored in the mailbox of the service instead of being sent. */
  captured: boolean;
  messageId: string;
  /** Why the email failed or came back, in words; `null` for the others. */
  reason: string | null;
  /** Response of the mail server, if there is one. */
  response: string | null;
}
