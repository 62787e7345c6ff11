import type { Deps } from '../app/deps.ts';
import { DAY_MS } from '../domain/calendar.ts';
import { IMPORT_DAYS } from '../domain/invoice/statement/payment-import.ts';
import type { Sql } from '../store/database.ts';
import { deleteGrantsBefore, deleteTokensBefore } from '../store/tables/apps/grants.ts';
import { deleteUnusedAppsBefore } from '../store/tables/apps/registered-apps.ts';
import { deleteDocumentsUnusedSince } from '../store/tables/documents.ts';
import { deleteIdempotencyBefore, KEY_TTL_MS } from '../store/tables/idempotency.ts';
import {
  deletePaymentImportsBefore,
  deleteUnmatchedLinesBefore,
} from '../store/tables/invoice/bank-lines.ts';
import { deleteMailSignInsBefore } from '../store/tables/mail/mail-sign-ins.ts';
import { deleteOutboxBefore, failHeldOutbox } from '../store/tables/mail/outbox.ts';
import { deleteRecipientsBefore } from '../store/tables/mail/sendings.ts';
import { endSentMail } from '../store/tables/mail/sent-mails.ts';
import { deleteSpentCodesBefore } from '../store/tables/person/codes.ts';
import { deleteInvitationsBefore } from '../store/tables/person/invitations.ts';
import { deleteResetCodesBefore } from '../store/tables/person/reset-codes.ts';
import { deleteSessionAccountsBefore } from '../store/tables/person/session-accounts.ts';
import { deleteSessionsBefore } from '../store/tables/person/sessions.ts';
import { deleteUserMailsBefore } from '../store/tables/person/user-mails.ts';
import { deleteWrongCodesBefore } from '../store/tables/person/wrong-codes.ts';
import { deleteRateWindowsBefore } from '../store/tables/rate-windows.ts';
import { deleteOldEvents } from './events/list-feed.ts';
import { deleteOldDeliveries } from './events/webhooks/delete-old-deliveries.ts';
import { forgetEndedConnections } from './payments/connections.ts';
import { SESSION_IDLE_MS, SESSION_MS } from './people/sessions.ts';
import { deleteUnusedFiles } from './quotes/attachments/read-attachment.ts';
import { isToCustomer, type QueuedMail } from './sending/outbox/queue-mail.ts';

/** Longest time that an email waits for an owner to sign in to the mail account again. */
const MAX_HELD_MS = 14 * DAY_MS;

/** Deletes expired and unused data. */
export async function cleanUp({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const now = clock();
  const unused = now - (Math.max(30, config.pdfUrlDays) + 2) * DAY_MS;
  await db.write((tx) => deleteIdempotencyBefore(tx, now - KEY_TTL_MS));
  await db.write((tx) => deleteRecipientsBefore(tx, now - DAY_MS));
  await db.write((tx) => deleteDocumentsUnusedSince(tx, unused));
  await db.write((tx) => deleteOutboxBefore(tx, now - 30 * DAY_MS, now - 400 * DAY_MS));
  await db.write((tx) => failHeldMails(tx, now));
  await db.write((tx) => deleteSessionsBefore(tx, now - SESSION_MS, now - SESSION_IDLE_MS));
  await db.write((tx) => deleteSessionAccountsBefore(tx, now - SESSION_MS));
  await db.write((tx) => deleteMailSignInsBefore(tx, now));
  // Expired ones stay a day, so that an app is told to use its refresh token, and not that nobody knows its token.
  for (const remove of [deleteUnusedAppsBefore, deleteGrantsBefore, deleteTokensBefore]) {
    await db.write((tx) => remove(tx, now - DAY_MS));
  }
  await db.write((tx) => deletePaymentImportsBefore(tx, now - IMPORT_DAYS * DAY_MS));
  await db.write((tx) => deleteUnmatchedLinesBefore(tx, now - 400 * DAY_MS));
  await db.write(async (tx) => {
    for (const remove of [deleteSpentCodesBefore, deleteInvitationsBefore, deleteUserMailsBefore]) {
      await remove(tx, now);
    }
    // Limits still count both for a day.
    for (const remove of [deleteResetCodesBefore, deleteWrongCodesBefore]) await remove(tx, now - DAY_MS);
  });
  await deleteOldEvents(db, now - config.eventsDays * DAY_MS, now);
  await deleteOldDeliveries(db, now);
  await forgetEndedConnections({ db, clock });
  await deleteUnusedFiles({ db, clock });
  await db.write((tx) => deleteRateWindowsBefore(tx, now - DAY_MS));
}

async function failHeldMails(tx: Sql, now: number): Promise<void> {
  for (const { account_id: accountId, kind, doc } of await failHeldOutbox(tx, now - MAX_HELD_MS)) {
    if (!isToCustomer(kind)) continue;
    const { messageId } = (JSON.parse(doc) as QueuedMail).message;
    await endSentMail(tx, accountId, messageId, { state: 'failed', at: now });
  }
}
