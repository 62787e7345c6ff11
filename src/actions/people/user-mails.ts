import type { MailContent } from '../../adapters/mail/mail-content.ts';
import type { Config } from '../../app/config/config.ts';
import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { newId } from '../../domain/ids.ts';
import type { MailMessage } from '../../domain/mail/mail.ts';
import { formatMessageId } from '../../domain/mail/mail-address.ts';
import { deliveryDeadline } from '../../domain/mail/send-timeouts.ts';
import type { Sql } from '../../store/database.ts';
import {
  claimUserMails,
  deleteUserMail,
  enqueueUserMail,
  isUserMailDue,
  postponeUserMail,
  type UserMailRow,
} from '../../store/tables/person/user-mails.ts';
import { seal, unseal } from '../sending/links/sealed-token.ts';

const PURPOSE = 'user mail';
const LEASE_MS = 60_000;
const FIRST_RETRY_MS = 10_000;
export const MAX_USER_MAIL_DELAY_MS = 10 * 60_000;
const BATCH = 5;

/**
 * Queues an email to a user. Such emails belong to the installation and are shown at no account's outbox. They contain
 * links and codes for the console, so they are stored encrypted, and only as long as these are valid.
 */
export async function queueUserMail(
  tx: Sql,
  { config, secret }: { config: Pick<Config, 'mailFrom'>; secret: string },
  { to, content, expiresAt }: { to: string; content: MailContent; expiresAt: number },
  now: number,
): Promise<void> {
  const id = newId('mail', now);
  const message: MailMessage = {
    messageId: formatMessageId(id, config.mailFrom),
    from: { name: 'Proffer', address: config.mailFrom },
    replyTo: null,
    to: [{ name: null, address: to }],
    cc: [],
    ...content,
    attachments: [],
  };
  const doc = seal(secret, PURPOSE, [JSON.stringify(message)]);
  await enqueueUserMail(tx, { id, doc, expiresAt }, now);
}

/** Delivers all due emails if there is a mail server. */
export async function deliverUserMails(deps: Deps): Promise<void> {
  const { db, mailer, clock } = deps;
  if (mailer === null) return;
  while (await isUserMailDue(db.read, clock())) {
    const now = clock();
    const rows = await db.write((tx) => claimUserMails(tx, now, now + LEASE_MS, BATCH));
    await Promise.all(rows.map((row) => deliver(deps, row, now + LEASE_MS)));
  }
}

async function deliver(deps: Deps, row: UserMailRow, leaseEnd: number): Promise<void> {
  const { db, mailer, clock, log } = deps;
  try {
    const [text] = unseal(deps, PURPOSE, row.doc) ?? [];
    // The email cannot be decrypted if the secret has changed since.
    const message = text === undefined ? undefined : (JSON.parse(text) as MailMessage);
    const isOver = message === undefined || row.expires_at <= clock();
    const result = isOver ? undefined : await mailer?.deliver(message, deliveryDeadline(leaseEnd));
    if (result) deps.metrics.mails.inc({ outcome: result.outcome });
    const isDone = isOver || result?.outcome === 'taken' || result?.outcome === 'refused';
    if (result?.outcome === 'refused') log.warn('the mail server rejected an email to a user');
    await db.write((tx) => (isDone ? deleteUserMail(tx, row.id) : retryLater(tx, row, clock())));
  } catch (error) {
    log.error({ err: safeError(error) }, 'email to a user failed');
    await db.write((tx) => retryLater(tx, row, clock()));
  }
}

async function retryLater(tx: Sql, { id, attempts }: UserMailRow, now: number): Promise<void> {
  await postponeUserMail(
    tx,
    id,
    now + Math.min(MAX_USER_MAIL_DELAY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1)),
  );
}
