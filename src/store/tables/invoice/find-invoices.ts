import type { Invoice, InvoiceStatus } from '../../../domain/invoice/invoice.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatLimit, formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';

const MAX_SHOWN_PERIODS = 12;

/** The last issue date among the issued invoices with an earlier number of the series that are dated after a day. */
export async function findLaterIssueDate(
  sql: Sql,
  accountId: string,
  { key, n }: { key: string; n: number },
  issueDate: string,
): Promise<string | null> {
  const row = await sql.get<{ latest: string | null }>(
    `SELECT issue_date AS latest FROM invoices
     WHERE account_id = ? AND series = ? AND issue_date > ? AND series_n < ? AND status <> 'DRAFT'
     ORDER BY issue_date DESC, series_n DESC LIMIT 1`,
    ...[accountId, key, issueDate, n],
  );
  return row?.latest ?? null;
}

/** The invoices of a quote, without credit notes and later periods, in order of creation. */
export async function listQuoteInvoices(sql: Sql, accountId: string, quoteId: string): Promise<Invoice[]> {
  const rows = await sql.all<StoredDoc>(
    `SELECT doc, shape FROM invoices WHERE account_id = ? AND quote_id = ? AND kind = 'INVOICE' AND recurring_series_id IS NULL ORDER BY id`,
    ...[accountId, quoteId],
  );
  return rows.map((row) => parseDoc('invoice', row));
}

/**
 * Invoices of a quote that are not open drafts: issued ones, and those of versions that could not issue. `isRevoked`:
 * links to it were revoked at some time. Of those of later periods, the last.
 */
export async function listFinalQuoteInvoices(
  sql: Sql,
  accountId: string,
  { id: quoteId, series = [] }: Pick<Quote, 'id' | 'series'>,
): Promise<{ invoice: Invoice; isRevoked: boolean }[]> {
  const wanted = `account_id = ? AND quote_id = ? AND follows = 0 AND kind = 'INVOICE'`;
  const later = `SELECT id FROM invoices WHERE ${wanted} AND recurring_series_id IS NOT NULL
    ORDER BY id DESC ${formatLimit(MAX_SHOWN_PERIODS).sql}`;
  // A quote without series is not asked for later invoices.
  const shown =
    series.length === 0
      ? ''
      : `AND (recurring_series_id IS NULL OR id IN (SELECT id FROM (${later}) AS last))`;
  const place = [accountId, quoteId];
  const rows = await sql.all<StoredDoc & { revocations: number }>(
    `SELECT doc, shape, revocations FROM invoices WHERE ${wanted} ${shown} ORDER BY id`,
    ...place,
    ...(series.length === 0 ? [] : place),
  );
  return rows.map((row) => ({
    invoice: parseDoc('invoice', row),
    isRevoked: row.revocations > 0,
  }));
}

export async function findInvoiceStatuses(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, InvoiceStatus>> {
  if (ids.length === 0) return new Map();
  const named = padToFixedSize(ids);
  const rows = await sql.all<{ id: string; status: InvoiceStatus }>(
    `SELECT id, status FROM invoices WHERE account_id = ? AND id IN ${formatPlaceholders(1, named.length)}`,
    ...[accountId, ...named],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

export async function findInvoiceId(
  sql: Sql,
  accountId: string,
  number: string,
): Promise<string | undefined> {
  const row = await sql.get<{ id: string }>(
    'SELECT id FROM invoices WHERE account_id = ? AND number = ?',
    ...[accountId, number],
  );
  return row?.id;
}

/**
 * Invoices and credit notes issued between two days, oldest first, after a known one. Drafts of versions that could not
 * issue are among them.
 */
export function listIssuedInvoices(
  sql: Sql,
  accountId: string,
  { first, last }: { first: string; last: string },
  after: { issueDate: string; id: string },
  limit: number,
): Promise<{ id: string; issueDate: string }[]> {
  return sql.all(
    `SELECT id, issue_date AS "issueDate" FROM invoices
     WHERE account_id = ? AND issue_date >= ? AND issue_date <= ? AND (issue_date, id) > (?, ?) AND follows = 0
     ORDER BY issue_date, id ${formatLimit(limit).sql}`,
    ...[accountId, first, last, after.issueDate, after.id],
  );
}

/** The issued invoice or credit note of a quote whose document has this hash. */
export async function findInvoiceOfDocument(
  sql: Sql,
  accountId: string,
  quoteId: string,
  sha256: string,
): Promise<Invoice | undefined> {
  const row = await sql.get<StoredDoc>(
    `SELECT i.doc, i.shape FROM invoices AS i
     JOIN shown_documents AS s ON s.account_id = i.account_id AND s.subject_id = i.id AND s.edition = i.edition
     JOIN documents AS d ON d.account_id = s.account_id AND d.source_sha256 = s.source_sha256
     WHERE i.account_id = ? AND i.quote_id = ? AND i.status <> 'DRAFT' AND d.sha256 = ? LIMIT 1`,
    ...[accountId, quoteId, sha256],
  );
  return row && parseDoc('invoice', row);
}
