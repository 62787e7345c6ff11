import type { Deps } from '../../deps.ts';
import type { IncomingMail } from '../../domain/mail/incoming-mail.ts';
import type { Sql } from '../../store/database.ts';

/** The mailbox that a mail was read from. */
export interface ReadMailbox {
  accountId: string;
  /** Address that the account sends from. */
  address: string;
  /** Name of the server whose `Authentication-Results` are trusted; `null` if there is none. */
  authservId: string | null;
}

/** The place of a mail in its mailbox, by which its attachments can be fetched later. */
export interface MailPlace {
  uidValidity: string;
  uid: number;
}

export type ReceivedAs = 'reply' | 'bounce' | 'automatic' | 'ignored';

/**
 * Decides what a mail means to the account and records it, in the transaction that takes the mail: it is called once
 * for each mail.
 */
export async function receiveMail(
  _tx: Sql,
  _deps: Deps,
  _mailbox: ReadMailbox,
  _mail: IncomingMail,
  _place: MailPlace,
): Promise<ReceivedAs> {
  return 'ignored';
}
