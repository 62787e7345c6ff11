import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { IncomingMail } from '../../domain/mail/incoming-mail.ts';
import type { MailSummary } from '../../domain/mail/mailbox.ts';
import type { MailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { advanceMailbox, lockLeasedMailbox, type MailboxLease } from '../../store/tables/mail/mailboxes.ts';
import {
  insertReceivedMail,
  isMailTaken,
  type ReceivedMailRow,
} from '../../store/tables/mail/received-mails.ts';
import { receiveMail } from './receive-mail.ts';

/** Longer than a visit, so that the lease of a living process does not end. */
export const LEASE_MS = 120_000;
/** Bytes of a mail that identify it if it has no Message-ID. */
const IDENTIFYING_BYTES = 65_536;
/** When a mailbox is renumbered, mails of this time are looked at again. */
const REREAD_MS = 7 * DAY_MS;

/** Another process reads the mailbox now, or the account has disconnected it. */
export class LeaseLost extends Error {}

/** A mail that was fetched, or the reason why it is skipped. */
export type FoundMail = { mail: IncomingMail; digest: string } | 'too_large' | 'unreadable' | 'old';

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
      const { accountId } = lease;
      let outcome: ReceivedMailRow['outcome'] | 'ignored' = 'ignored';
      let digest: string | null = null;
      if (typeof found === 'string') {
        if (found !== 'old') outcome = found;
      } else if (!(await isMailTaken(tx, accountId, found.digest))) {
        const { from_address: address, authserv_id: authservId } = account;
        const place = { uidValidity, uid };
        digest = found.digest;
        outcome = await receiveMail(tx, deps, { accountId, address, authservId }, found.mail, place);
      }
      if (outcome !== 'ignored') {
        const isTaken = digest !== null && account.move_to !== null;
        await insertReceivedMail(tx, {
          ...{ account_id: accountId, mailbox_id: mailbox.id, uid_validity: uidValidity, uid },
          ...{ digest, outcome, is_to_move: isTaken ? 1 : 0, at: now },
        });
      }
      const arrived = Math.min(receivedAt ?? 0, now) - REREAD_MS;
      const since = Math.max(mailbox.since, arrived);
      const place = { ...mailbox, uid_validity: uidValidity, last_uid: uid, since };
      await advanceMailbox(tx, lease, place, now + LEASE_MS);
    },
    { account: lease.accountId },
  );
}

/** Identifies a mail, whatever its UID is. */
export function computeDigest(mail: IncomingMail, beginning: Uint8Array): string {
  return createHash('sha256')
    .update(mail.messageId ?? beginning)
    .digest('hex');
}

/** Copies the beginning of a mail, because the source may be handed over to the thread that parses it. */
export function copyBeginning(source: Uint8Array): Uint8Array {
  return source.slice(0, IDENTIFYING_BYTES);
}
