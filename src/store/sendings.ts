import type { MailOutcome } from '../domain/mail.ts';
import type { Sql } from './database.ts';

export interface Sending {
  id: string;
  quote_id: string;
  message_id: string;
  recipient: string;
  link_id: string;
  idempotency_key: string | null;
  state: 'pending' | MailOutcome['outcome'];
  created_at: number;
  running_until: number | null;
}

export async function insertSending(
  tx: Sql,
  accountId: string,
  sending: Omit<Sending, 'state'>,
  recipients: readonly string[],
): Promise<void> {
  await tx.run(
    `INSERT INTO sendings (account_id, quote_id, id, message_id, recipient, link_id, idempotency_key, state,
       created_at, running_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
    accountId,
    sending.quote_id,
    sending.id,
    sending.message_id,
    sending.recipient,
    sending.link_id,
    sending.idempotency_key,
    sending.created_at,
    sending.running_until,
  );
  for (const recipient of new Set(recipients.map((address) => address.toLowerCase()))) {
    await tx.run(
      'INSERT INTO sending_recipients (account_id, recipient, sending_id, created_at) VALUES (?, ?, ?, ?)',
      accountId,
      recipient,
      sending.id,
      sending.created_at,
    );
  }
}

/** Writes down what became of it; nothing was delivered to anybody when it failed, so that it does not count. */
export async function endSending(
  tx: Sql,
  accountId: string,
  sending: Pick<Sending, 'id' | 'quote_id'>,
  outcome: MailOutcome['outcome'],
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE sendings SET state = ?, running_until = NULL
     WHERE account_id = ? AND quote_id = ? AND id = ? AND state = 'pending'`,
    outcome,
    accountId,
    sending.quote_id,
    sending.id,
  );
  if (outcome !== 'taken' && outcome !== 'unknown') {
    await tx.run(
      'DELETE FROM sending_recipients WHERE account_id = ? AND sending_id = ?',
      accountId,
      sending.id,
    );
  }
  return changed > 0;
}

export function findRunningSending(
  tx: Sql,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<Sending | undefined> {
  return tx.get<Sending>(
    `SELECT * FROM sendings WHERE account_id = ? AND quote_id = ? AND state = 'pending' AND running_until > ?
     LIMIT 1`,
    accountId,
    quoteId,
    now,
  );
}

/** The last try with the same idempotency key: its Message-ID is used again. */
export function findEarlierTry(
  tx: Sql,
  accountId: string,
  quoteId: string,
  idempotencyKey: string,
): Promise<Sending | undefined> {
  return tx.get<Sending>(
    `SELECT * FROM sendings WHERE account_id = ? AND quote_id = ? AND idempotency_key = ?
     ORDER BY id DESC LIMIT 1`,
    accountId,
    quoteId,
    idempotencyKey,
  );
}

/** Sendings since a time that were or may have been delivered, the oldest one's time with them. */
export async function countForQuote(
  tx: Sql,
  accountId: string,
  quoteId: string,
  since: number,
): Promise<{ n: number; oldest: number | null }> {
  const row = await tx.get<{ n: number; oldest: number | null }>(
    `SELECT count(*) AS n, min(created_at) AS oldest FROM sendings
     WHERE account_id = ? AND quote_id = ? AND created_at > ? AND state IN ('pending', 'taken', 'unknown')`,
    accountId,
    quoteId,
    since,
  );
  return row ?? { n: 0, oldest: null };
}

export async function countForRecipient(
  tx: Sql,
  accountId: string,
  recipient: string,
  since: number,
): Promise<{ n: number; oldest: number | null }> {
  const row = await tx.get<{ n: number; oldest: number | null }>(
    `SELECT count(*) AS n, min(created_at) AS oldest FROM sending_recipients
     WHERE account_id = ? AND recipient = ? AND created_at > ?`,
    accountId,
    recipient.toLowerCase(),
    since,
  );
  return row ?? { n: 0, oldest: null };
}

/** Those whose process died: nobody waits for them any more. */
export function findAbandoned(sql: Sql, before: number): Promise<(Sending & { account_id: string })[]> {
  return sql.all(`SELECT * FROM sendings WHERE state = 'pending' AND running_until <= ? LIMIT 100`, before);
}

export function deleteRecipientsBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM sending_recipients WHERE created_at < ?', time);
}
