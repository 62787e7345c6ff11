import { createHash } from 'node:crypto';
import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import type { IncomingMail, ReceivedPlace } from '../../../domain/mail/incoming-mail.ts';
import type { MailSummary } from '../../../domain/mail/mailbox.ts';
import type { Sql } from '../../../store/database.ts';
import type { MailAccountRow } from '../../../store/tables/mail/mail-accounts.ts';
import {
  advanceMailbox,
  lockLeasedMailbox,
  type MailboxLease,
} from '../../../store/tables/mail/mailboxes.ts';
import {
  insertReceivedMail,
  type ReceivedMailRow,
  relocateTakenMail,
} from '../../../store/tables/mail/received-mails.ts';
import { receiveMail } from './receive-mail.ts';

/** Longer than a visit, so that the lease of a living process does not end. */
export const LEASE_MS = 120_000;
/** Bytes of a mail that identify it if it has no Message-ID. */
const IDENTIFYING_BYTES = 65_536;
/** When a mailbox is renumbered, mails of this time are looked at again. */
const REREAD_MS = 7 * DAY_MS;

/** Another process reads the mailbox now, or the account has disconnected it. */
export class LeaseLost extends Error {}

/** A mail that was fetched, or the reason why it is skipped: one that is `gone` was deleted since it was listed. */
export type FoundMail =
  | { mail: IncomingMail; digest: string; contentDigest: string }
  | ('too_large' | 'unreadable' | 'old' | 'gone');

/**
 * Records what a mail means and that it was read, in one transaction. Only the holder of the lease can do that, and each
 * UID and each Message-ID once.
 */
export async function takeMail(
  deps: Deps,
  lease: MailboxLease,
  account: MailAccountRow,
  uidValidity: string,
  { uid, receivedAt }: MailSummary,
  found: FoundMail,
): Promise<void> {
  const now = deps.clock();
  await deps.db.write(
    async (tx) => {
      const mailbox = await lockLeasedMailbox(tx, lease);
      if (mailbox?.uid_validity !== uidValidity || mailbox.last_uid >= uid) throw new LeaseLost();
      const place = { mailboxId: mailbox.id, uidValidity, uid };
      const outcome = await decideOutcome(tx, deps, account, place, found);
      if (outcome !== 'ignored') {
        const { digest, contentDigest, messageId } = describeMail(found);
        await insertReceivedMail(tx, {
          ...{ account_id: lease.accountId, mailbox_id: mailbox.id, uid_validity: uidValidity, uid },
          ...{ digest, content_digest: contentDigest, message_id: messageId, outcome, at: now },
          is_to_move: digest !== null && account.move_to !== null ? 1 : 0,
        });
      }
      const since = Math.max(mailbox.since, Math.min(receivedAt ?? 0, now) - REREAD_MS);
      const next = { ...mailbox, uid_validity: uidValidity, last_uid: uid, since };
      await advanceMailbox(tx, lease, next, now + LEASE_MS);
    },
    { account: lease.accountId },
  );
  if (found === 'too_large' || found === 'unreadable') {
    deps.log.warn({ accountId: lease.accountId, reason: found }, 'a mail in a mailbox was skipped');
  }
}

async function decideOutcome(
  tx: Sql,
  deps: Deps,
  { account_id: accountId, from_address: address, authserv_id: authservId }: MailAccountRow,
  place: ReceivedPlace,
  found: FoundMail,
): Promise<ReceivedMailRow['outcome'] | 'ignored'> {
  if (found === 'old' || found === 'gone') return 'ignored';
  if (typeof found === 'string') return found;
  if (await relocateTakenMail(tx, accountId, found, place)) return 'ignored';
  return receiveMail(tx, deps, { accountId, address, authservId }, found.mail, place);
}

function describeMail(found: FoundMail) {
  return typeof found === 'string'
    ? { digest: null, contentDigest: null, messageId: null }
    : { ...found, messageId: found.mail.messageId };
}

/** Recognizes a mail that was taken, whatever its UID is. */
export function computeDigest(mail: IncomingMail, beginning: Uint8Array): string {
  return createHash('sha256')
    .update(mail.messageId ?? beginning)
    .digest('hex');
}

/** Identifies a mail to the last byte. It is computed in a thread, because a mail can be large. */
export async function computeContentDigest(source: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', source as Uint8Array<ArrayBuffer>);
  return Buffer.from(digest).toString('hex');
}

/** Copies the beginning of a mail, because the source may be handed over to the thread that parses it. */
export function copyBeginning(source: Uint8Array): Uint8Array {
  return source.slice(0, IDENTIFYING_BYTES);
}
