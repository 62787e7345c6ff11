import { formatLimit, type Sql } from '../../database.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';
import type { StoredQuote } from './quotes.ts';

/** Finds expired quotes whose expiry is not recorded. */
export function findDueForExpiry(
  sql: Sql,
  accountId: string | undefined,
  now: number,
  limit: number,
): Promise<{ account_id: string; id: string }[]> {
  return accountId === undefined
    ? sql.all(
        `SELECT account_id, id FROM quotes WHERE status = 'SENT' AND valid_until <= ?
         ORDER BY valid_until ${formatLimit(limit).sql}`,
        now,
      )
    : sql.all(
        `SELECT account_id, id FROM quotes WHERE account_id = ? AND status = 'SENT' AND valid_until <= ?
         ORDER BY valid_until ${formatLimit(limit).sql}`,
        accountId,
        now,
      );
}

/** Finds open quotes with reminders, and without a customer who waits for an answer, whose validity ends between two times, nearest first, starting after `from`. */
export async function findEndingQuotes(
  sql: Sql,
  accountId: string,
  from: { validUntil: number; id: string },
  until: number,
  limit: number,
): Promise<Pick<StoredQuote, 'quote' | 'partiesSha256'>[]> {
  const rows = await sql.all<StoredDoc & { parties_sha256: string | null }>(
    `SELECT doc, shape, parties_sha256 FROM quotes
     WHERE account_id = ? AND status = 'SENT' AND (valid_until, id) > (?, ?) AND valid_until <= ?
       AND reminders_stopped_at IS NULL AND open_proposals = 0
     ORDER BY valid_until, id ${formatLimit(limit).sql}`,
    accountId,
    from.validUntil,
    from.id,
    until,
  );
  return Promise.all(
    rows.map(async (row) => ({
      quote: parseDoc('quote', row),
      partiesSha256: row.parties_sha256,
    })),
  );
}
