/** A message that is ready to be handed over. All header values are plain text; the mailer encodes them. */
export interface MailMessage {
  messageId: string;
  from: MailAddress;
  replyTo: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Uint8Array; cid?: string }[];
  headers: Record<string, string>;
}

export interface MailAddress {
  name: string | null;
  address: string;
}

/**
 * What became of a message.
 * `taken`: the server answered 250 for at least the `to` recipients.
 * `refused`: the server said no for good (5xx), nothing was delivered.
 * `unavailable`: no server, or a temporary no (4xx): nothing was delivered, a later try may succeed.
 * `timeout`: the time was up before the message had been handed over whole.
 * `unknown`: the message was handed over whole, and the answer was lost.
 */
export type MailOutcome =
  | { outcome: 'taken'; response: string }
  | {
      outcome: 'refused' | 'unavailable' | 'timeout' | 'unknown';
      response: string;
      /** Why there was no session at all. */
      reason?: ConnectFailure;
    };

export type ConnectFailure = 'name' | 'login' | 'certificate' | 'encryption' | 'protocol' | 'connection';

/** Hands one message to a mail system and says what became of it. Never throws for what the mail system did. */
export interface Mailer {
  deliver(message: MailMessage): Promise<MailOutcome>;
  close(): Promise<void>;
}
