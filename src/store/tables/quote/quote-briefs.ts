import type { Customer } from '../../../domain/customer.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatLimit, type Sql, type SqlValue } from '../../database.ts';

/** Short form of a quote. */
export type QuoteBrief = Pick<
  Quote,
  'id' | 'number' | 'title' | 'total' | 'currency' | 'validUntil' | 'updatedAt' | 'sentAt'
> & { customerName: string };

/** Latest drafts first, by the index of the status: a million quotes may include no draft. */
export function listDrafts(sql: Sql, accountId: string, limit: number): Promise<QuoteBrief[]> {
  const latest = formatLimit(limit).sql;
  const which = `q.id IN (SELECT id FROM (
      SELECT id FROM quote_facts WHERE account_id = ? AND status = 'DRAFT' ORDER BY id DESC ${latest}) AS drafts)
    ORDER BY q.id DESC ${latest}`;
  return glanceAt(sql, accountId, which, [accountId]);
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

async function glanceAt(
  sql: Sql,
  accountId: string,
  which: string,
  values: SqlValue[],
): Promise<QuoteBrief[]> {
  const rows = await sql.all<{ doc: string; customer: string }>(
    `SELECT q.doc, c.doc AS customer FROM quotes AS q
     JOIN customers AS c ON c.account_id = q.account_id AND c.id = q.customer_id
     WHERE q.account_id = ? AND ${which}`,
    ...[accountId, ...values],
  );
  return rows.map(({ doc, customer }) => {
    const { id, number, title, total, currency, validUntil, updatedAt, sentAt } = JSON.parse(doc) as Quote;
    const customerName = (JSON.parse(customer) as Customer).name;
    return { id, number, title, total, currency, validUntil, updatedAt, sentAt, customerName };
  });
}
