import type { Customer } from '../../../domain/customer/customer.ts';
import type { Quote, QuoteStatus } from '../../../domain/quote/quote.ts';
import { computeToInvoice, findNextStage } from '../../../domain/quote/schedule/invoicing.ts';
import { formatLimit, type Sql, type SqlValue } from '../../database.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';

/** Short form of a quote. */
export type QuoteBrief = Pick<
  Quote,
  'id' | 'number' | 'title' | 'total' | 'currency' | 'validUntil' | 'updatedAt' | 'sentAt' | 'viewedAt'
> & {
  customerName: string;
  /** Number of times that the customer has opened it. */
  views: number;
  /** Amount left to invoice; 0 unless the quote is accepted. */
  toInvoice: number;
  nextStage: ReturnType<typeof findNextStage>;
  invoices: Quote['invoices'];
};

/** Latest first, by the index of the status: a million quotes may include none of it. */
export function listByStatus(
  sql: Sql,
  accountId: string,
  status: QuoteStatus,
  limit: number,
): Promise<QuoteBrief[]> {
  const latest = formatLimit(limit).sql;
  const which = `q.id IN (SELECT id FROM (
      SELECT id FROM quote_facts WHERE account_id = ? AND status = ? ORDER BY id DESC ${latest}) AS latest)
    ORDER BY q.id DESC ${latest}`;
  return glanceAt(sql, accountId, which, [accountId, status]);
}

/** Open quotes that end by a time, nearest first. */
export function listEndingQuotes(
  sql: Sql,
  accountId: string,
  until: number,
  limit: number,
): Promise<QuoteBrief[]> {
  const which = `q.status = 'SENT' AND q.valid_until <= ? ORDER BY q.valid_until, q.id ${formatLimit(limit).sql}`;
  return glanceAt(sql, accountId, which, [until]);
}

export async function findQuoteBrief(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<QuoteBrief | undefined> {
  return (await glanceAt(sql, accountId, 'q.id = ?', [id]))[0];
}

/** Quotes of the account that meet a condition. */
export async function glanceAt(
  sql: Sql,
  accountId: string,
  which: string,
  values: SqlValue[],
): Promise<QuoteBrief[]> {
  const rows = await sql.all<StoredDoc & { customer: string; views: number }>(
    `SELECT q.doc, q.shape, q.views, c.doc AS customer FROM quotes AS q
     JOIN customers AS c ON c.account_id = q.account_id AND c.id = q.customer_id
     WHERE q.account_id = ? AND ${which}`,
    ...[accountId, ...values],
  );
  return Promise.all(
    rows.map(async (row) => {
      const quote = parseDoc('quote', row);
      const { id, number, title, total, currency, validUntil, updatedAt, sentAt, viewedAt } = quote;
      return {
        ...{ id, number, title, total, currency, validUntil, updatedAt, sentAt, viewedAt, views: row.views },
        customerName: (JSON.parse(row.customer) as Customer).name,
        toInvoice: computeToInvoice(quote),
        nextStage: findNextStage(quote),
        invoices: quote.invoices,
      };
    }),
  );
}

export async function findQuoteId(sql: Sql, accountId: string, number: string): Promise<string | undefined> {
  const row = await sql.get<{ id: string }>(
    'SELECT id FROM quotes WHERE account_id = ? AND number = ?',
    accountId,
    number,
  );
  return row?.id;
}
