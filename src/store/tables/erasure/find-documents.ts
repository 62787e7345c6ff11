import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';
import { invoiceDoc, type StoredDoc } from '../stored-docs.ts';

export interface GroupedInvoice {
  invoice: Invoice;
  partiesSha256: string | null;
}

/** The invoices and credit notes of a quote. */
export async function listGroupedInvoices(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<GroupedInvoice[]> {
  const rows = await sql.all<StoredDoc & { parties_sha256: string | null }>(
    'SELECT doc, shape, parties_sha256 FROM invoices WHERE account_id = ? AND quote_id = ? ORDER BY id',
    ...[accountId, quoteId],
  );
  return rows.map((row) => ({
    invoice: JSON.parse(invoiceDoc(row)) as Invoice,
    partiesSha256: row.parties_sha256,
  }));
}

/** The quotes of a customer, by identifier. */
export async function listQuoteIds(
  sql: Sql,
  accountId: string,
  customerId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM quote_facts WHERE account_id = ? AND customer_id = ? AND id > ? ORDER BY id ${formatLimit(limit).sql}`,
    ...[accountId, customerId, after],
  );
  return rows.map(({ id }) => id);
}

/** Hashes of the frozen parties that name the customer. */
export async function listPartyHashes(sql: Sql, accountId: string, customerId: string): Promise<string[]> {
  // The JSON of a customer begins with its identifier.
  const beginning = `{"id":${JSON.stringify(customerId)},`;
  const rows = await sql.all<{ sha256: string }>(
    `SELECT sha256 FROM parties WHERE account_id = ? AND substr(customer, 1, ${beginning.length}) = ?`,
    ...[accountId, beginning],
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Quotes that were sent to the customer or accepted by the customer, whoever they are for now. */
export async function listQuotesOfParties(
  sql: Sql,
  accountId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const sha256 of hashes) {
    for (const table of ['revisions', 'answers']) {
      const rows = await sql.all<{ quote_id: string }>(
        `SELECT DISTINCT quote_id FROM ${table} WHERE account_id = ? AND parties_sha256 = ?`,
        ...[accountId, sha256],
      );
      for (const row of rows) found.add(row.quote_id);
    }
  }
  return [...found];
}

/** Quotes that no longer exist and whose PDFs were emailed to these addresses. */
export async function listDeletedQuotesSentTo(
  sql: Sql,
  accountId: string,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await sql.all<{ id: string }>(
    `SELECT DISTINCT document_id AS id FROM sendings
     WHERE account_id = ? AND lower(recipient) IN ${formatPlaceholders(1, addresses.length)} AND document_id LIKE 'quo%'
       AND NOT EXISTS (SELECT 1 FROM quotes WHERE quotes.account_id = sendings.account_id AND quotes.id = document_id)`,
    ...[accountId, ...addresses],
  );
  return rows.map(({ id }) => id);
}
