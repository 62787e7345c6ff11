import type { Checkout } from '../../../domain/invoice/payment/checkout.ts';
import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';

interface Row {
  account_id: string;
  id: string;
  invoice_id: string;
  link_id: string | null;
  connection_id: string;
  provider: Checkout['provider'];
  provider_id: string | null;
  amount: number;
  currency: string;
  state: Checkout['state'];
  url: string | null;
  problem: Checkout['problem'];
  polls: number;
  next_poll_at: number | null;
  created_at: number;
}

const COLUMNS = `account_id, id, invoice_id, connection_id, provider, provider_id, amount, currency, state, url, problem,
  polls, next_poll_at, created_at, link_id`;

export async function insertCheckout(tx: Sql, checkout: Checkout, tokenHash: string): Promise<void> {
  await tx.run(
    `INSERT INTO checkouts (${COLUMNS}, token_hash) VALUES ${formatPlaceholders(1, 16)}`,
    ...[checkout.accountId, checkout.id, checkout.invoiceId, checkout.connectionId, checkout.provider],
    ...[checkout.providerId, checkout.amount, checkout.currency, checkout.state, checkout.url],
    ...[checkout.problem, checkout.polls, checkout.nextPollAt, checkout.createdAt, checkout.linkId],
    tokenHash,
  );
}

/** Finds the checkout that the customer may still pay, or whose money is on its way. */
export async function findActiveCheckout(
  sql: Sql,
  accountId: string,
  invoiceId: string,
): Promise<Checkout | undefined> {
  const row = await sql.get<Row>(
    `SELECT ${COLUMNS} FROM checkouts
     WHERE account_id = ? AND invoice_id = ? AND state IN ('open', 'processing')`,
    ...[accountId, invoiceId],
  );
  return row && toCheckout(row);
}

export async function findCheckout(sql: Sql, accountId: string, id: string): Promise<Checkout | undefined> {
  const row = await sql.get<Row>(
    `SELECT ${COLUMNS} FROM checkouts WHERE account_id = ? AND id = ?`,
    ...[accountId, id],
  );
  return row && toCheckout(row);
}

/** Finds the checkout behind the token of its return page. */
export async function findCheckoutByToken(sql: Sql, tokenHash: string): Promise<Checkout | undefined> {
  const row = await sql.get<Row>(`SELECT ${COLUMNS} FROM checkouts WHERE token_hash = ?`, tokenHash);
  return row && toCheckout(row);
}

/** Finds the checkout that a connection knows under the provider's identifier. */
export async function findCheckoutByProviderId(
  sql: Sql,
  { accountId, connectionId, providerId }: { accountId: string; connectionId: string; providerId: string },
): Promise<Checkout | undefined> {
  const row = await sql.get<Row>(
    `SELECT ${COLUMNS} FROM checkouts WHERE account_id = ? AND connection_id = ? AND provider_id = ?`,
    ...[accountId, connectionId, providerId],
  );
  return row && toCheckout(row);
}

/** Stores what changed. `now` is when it ended, if it has not ended before. */
export async function updateCheckout(tx: Sql, checkout: Checkout, now: number): Promise<void> {
  const hasEnded = checkout.state === 'paid' || checkout.state === 'ended';
  await tx.run(
    `UPDATE checkouts SET provider_id = ?, state = ?, url = ?, problem = ?, next_poll_at = ?,
       ended_at = CASE WHEN ? = 1 THEN coalesce(ended_at, ?) END
     WHERE account_id = ? AND id = ?`,
    ...[checkout.providerId, checkout.state, checkout.url, checkout.problem, checkout.nextPollAt],
    ...[hasEnded ? 1 : 0, now, checkout.accountId, checkout.id],
  );
}

/** Forgets which link led to the checkout, because a second one does now. */
export async function clearCheckoutLink(tx: Sql, { accountId, id }: Checkout): Promise<void> {
  await tx.run('UPDATE checkouts SET link_id = NULL WHERE account_id = ? AND id = ?', ...[accountId, id]);
}

/** Makes the open checkout of an invoice due for a poll, which ends it if another amount is due now. */
export async function pollCheckoutOfInvoice(
  tx: Sql,
  accountId: string,
  invoiceId: string,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE checkouts SET next_poll_at = ? WHERE account_id = ? AND invoice_id = ? AND state = 'open'`,
    ...[now, accountId, invoiceId],
  );
}

/** Makes a checkout due that is not polled any more, such as a paid one. */
export async function watchCheckout(tx: Sql, accountId: string, id: string, now: number): Promise<void> {
  await tx.run(
    'UPDATE checkouts SET next_poll_at = ? WHERE account_id = ? AND id = ? AND next_poll_at IS NULL',
    ...[now, accountId, id],
  );
}

/**
 * Claims checkouts that are due until the lease ends: no other process polls them, and if this process dies they are due
 * again. The condition is repeated because a second process may have waited for the first one's lock.
 */
export async function claimDueCheckouts(
  tx: Sql,
  now: number,
  leaseUntil: number,
  limit: number,
): Promise<Checkout[]> {
  const rows = await tx.all<Row>(
    `UPDATE checkouts SET next_poll_at = ?, polls = polls + 1
     WHERE next_poll_at <= ? AND (account_id, id) IN
       (SELECT account_id, id FROM checkouts WHERE next_poll_at <= ? ORDER BY next_poll_at ${formatLimit(limit).sql})
     RETURNING ${COLUMNS}`,
    ...[leaseUntil, now, now],
  );
  return rows.map(toCheckout);
}

/** Schedules the next poll of a claimed checkout, unless something else has happened to it since. */
export async function scheduleCheckoutPoll(
  tx: Sql,
  { accountId, id, nextPollAt: leaseUntil }: Checkout,
  nextPollAt: number,
): Promise<void> {
  await tx.run(
    'UPDATE checkouts SET next_poll_at = ? WHERE account_id = ? AND id = ? AND next_poll_at = ?',
    ...[nextPollAt, accountId, id, leaseUntil],
  );
}

export async function findNextCheckoutPoll(sql: Sql): Promise<number | undefined> {
  const row = await sql.get<{ at: number | null }>(
    'SELECT min(next_poll_at) AS at FROM checkouts WHERE next_poll_at IS NOT NULL',
  );
  return row?.at ?? undefined;
}

function toCheckout(row: Row): Checkout {
  return {
    accountId: row.account_id,
    id: row.id,
    invoiceId: row.invoice_id,
    linkId: row.link_id,
    connectionId: row.connection_id,
    provider: row.provider,
    providerId: row.provider_id,
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    url: row.url,
    problem: row.problem,
    polls: row.polls,
    nextPollAt: row.next_poll_at,
    createdAt: row.created_at,
  };
}
