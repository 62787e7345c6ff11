import { formatErasedEvent } from '../../../domain/event/feed-doc.ts';
import type { Sql, SqlValue } from '../../database.ts';
import { IS_INDEXED } from '../created-events.ts';

const ERASED = 'customer.erased';
const OF_CUSTOMERS = `type IN ('customer.created', 'customer.updated', 'customer.deleted')`;

/** Overwrites all events about a quote and its invoices. Their numbers stay, so that readers of the feed can go on. */
export function eraseQuoteEvents(
  tx: Sql,
  accountId: string,
  customerId: string,
  quoteId: string,
): Promise<void> {
  return overwrite(tx, accountId, customerId, 'quote_id = ?', quoteId);
}

/** Overwrites the events of a quote from when it was for this customer. */
export function eraseFormerEvents(
  tx: Sql,
  accountId: string,
  customerId: string,
  quoteId: string,
): Promise<void> {
  const named = `quote_id = ? AND doc LIKE ? ESCAPE '\\'`;
  return overwrite(tx, accountId, customerId, named, quoteId, toPattern('"customerId":', customerId));
}

/** Overwrites the events about the customer itself. */
export function eraseCustomerEvents(tx: Sql, accountId: string, customerId: string): Promise<void> {
  const named = `${OF_CUSTOMERS} AND doc LIKE ? ESCAPE '\\'`;
  return overwrite(tx, accountId, customerId, named, toPattern('"customer":{"id":', customerId));
}

/** Quotes of the customer that were deleted while their events are still known. */
export async function listDeletedQuoteIds(
  sql: Sql,
  accountId: string,
  customerId: string,
): Promise<string[]> {
  const rows = await sql.all<{ quote_id: string }>(
    `SELECT DISTINCT quote_id FROM feed WHERE account_id = ? AND type IN ('quote.deleted', '${ERASED}')
       AND quote_id IS NOT NULL AND ${IS_INDEXED} AND doc LIKE ? ESCAPE '\\'`,
    ...[accountId, toPattern('"customerId":', customerId)],
  );
  return rows.map((row) => row.quote_id);
}

/**
 * Deletes what webhooks kept about events that were overwritten: bodies, attempts and responses. The erasure itself must
 * still arrive.
 */
export async function eraseDeliveries(tx: Sql, accountId: string, customerId: string): Promise<void> {
  await tx.run(
    `DELETE FROM webhook_deliveries WHERE account_id = ? AND type <> '${ERASED}' AND event_n IN
       (SELECT n FROM feed WHERE account_id = ? AND type = '${ERASED}' AND ${IS_INDEXED} AND doc LIKE ? ESCAPE '\\')`,
    ...[accountId, accountId, toPattern('"customerId":', customerId)],
  );
}

async function overwrite(
  tx: Sql,
  accountId: string,
  customerId: string,
  where: string,
  ...values: SqlValue[]
): Promise<void> {
  const rows = await tx.all<{ n: number; doc: string }>(
    `SELECT n, doc FROM feed WHERE account_id = ? AND ${where} AND ${IS_INDEXED} AND type <> '${ERASED}'`,
    ...[accountId, ...values],
  );
  for (const { n, doc } of rows) {
    await tx.run(
      `UPDATE feed SET type = '${ERASED}', doc = ? WHERE account_id = ? AND n = ?`,
      ...[formatErasedEvent(doc, customerId), accountId, n],
    );
  }
}

/** Pattern of LIKE for JSON that contains a field with this value. */
function toPattern(field: string, value: string): string {
  return `%${field}${JSON.stringify(value).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
