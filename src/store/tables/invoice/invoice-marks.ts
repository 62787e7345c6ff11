import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';
import { metadataName, REFERENCE, SERIES } from '../quote/facts.ts';

type Marked = Pick<Invoice, 'id' | 'reference' | 'metadata' | 'series'>;

/** Replaces the reference and the metadata that lists of invoices are filtered by. */
export async function replaceInvoiceMarks(
  tx: Sql,
  accountId: string,
  before: Marked | undefined,
  after: Marked,
): Promise<void> {
  const [old, fresh] = [listMarks(before), listMarks(after)];
  const [dropped, added] = [findOthers(old, fresh), findOthers(fresh, old)];
  await deleteMarks(tx, accountId, after.id, dropped);
  if (added.length === 0) return;
  await tx.run(
    `INSERT INTO invoice_marks (account_id, name, value, invoice_id) VALUES ${formatPlaceholders(added.length, 4)}`,
    ...added.flatMap(([name, value]) => [accountId, name, value, after.id]),
  );
}

export function deleteInvoiceMarks(tx: Sql, accountId: string, invoice: Marked): Promise<void> {
  return deleteMarks(tx, accountId, invoice.id, listMarks(invoice));
}

type Mark = readonly [name: string, value: string];

async function deleteMarks(tx: Sql, accountId: string, id: string, marks: readonly Mark[]): Promise<void> {
  for (const [name, value] of marks) {
    await tx.run(
      'DELETE FROM invoice_marks WHERE account_id = ? AND name = ? AND value = ? AND invoice_id = ?',
      ...[accountId, name, value, id],
    );
  }
}

function listMarks(invoice: Marked | undefined): Mark[] {
  if (!invoice) return [];
  const pairs: Mark[] = Object.entries(invoice.metadata).map(([key, value]) => [metadataName(key), value]);
  if (invoice.series) pairs.push([SERIES, invoice.series.id]);
  return invoice.reference === null ? pairs : [[REFERENCE, invoice.reference], ...pairs];
}

function findOthers(marks: readonly Mark[], others: readonly Mark[]): Mark[] {
  return marks.filter(([name, value]) => !others.some((other) => other[0] === name && other[1] === value));
}
