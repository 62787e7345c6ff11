import type { Metadata } from '../../domain/metadata.ts';
import { formatPlaceholders, type Sql } from '../database.ts';
import { metadataName } from './quote/facts.ts';

/** Replaces the metadata that lists of customers are filtered by. */
export async function replaceMarks(
  tx: Sql,
  accountId: string,
  customerId: string,
  { before, after }: { before: Metadata; after: Metadata },
): Promise<void> {
  const dropped = Object.entries(before).filter(([key, value]) => after[key] !== value);
  const added = Object.entries(after).filter(([key, value]) => before[key] !== value);
  for (const [key, value] of dropped) {
    await tx.run(
      'DELETE FROM customer_marks WHERE account_id = ? AND name = ? AND value = ? AND customer_id = ?',
      ...[accountId, metadataName(key), value, customerId],
    );
  }
  if (added.length === 0) return;
  await tx.run(
    `INSERT INTO customer_marks (account_id, name, value, customer_id) VALUES ${formatPlaceholders(added.length, 4)}`,
    ...added.flatMap(([key, value]) => [accountId, metadataName(key), value, customerId]),
  );
}
