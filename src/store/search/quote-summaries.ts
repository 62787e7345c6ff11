import type { CustomerRecord } from '../../domain/customer.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import {
  type QuoteSummary,
  type SummaryAdditions,
  summaryOf,
  withoutItems,
} from '../../domain/quote-list/quote-summary.ts';
import type { Sql } from '../database.ts';
import { quoteDoc, type StoredDoc } from '../tables/stored-docs.ts';

export interface SummaryRow extends StoredDoc {
  views: number;
  customer: string | null;
  event: string | null;
}

/** From the table of the quotes by any name. */
export function summaryColumns(table: string): string {
  return `${table}.doc, ${table}.shape, ${table}.views, (
    SELECT customers.doc FROM customers
    WHERE customers.account_id = ${table}.account_id AND customers.id = ${table}.customer_id
  ) AS customer, coalesce((
    SELECT events.doc FROM events
    WHERE events.account_id = ${table}.account_id AND events.quote_id = ${table}.id ORDER BY events.id DESC LIMIT 1
  ), ${table}.creation) AS event`;
}

export async function summaryDocs(sql: Sql, accountId: string, rows: readonly SummaryRow[]): Promise<string> {
  const docs = rows.map(async (row) => summaryOf(await quoteDoc(sql, accountId, row), additions(row)));
  return (await Promise.all(docs)).join(',');
}

/** The same to be looked at here, which need not be written down first. */
export async function readSummaries(
  sql: Sql,
  accountId: string,
  rows: readonly SummaryRow[],
): Promise<QuoteSummary[]> {
  const quotes = rows.map(async (row): Promise<QuoteSummary> => {
    const doc = withoutItems(await quoteDoc(sql, accountId, row));
    return Object.assign(JSON.parse(doc), additions(row));
  });
  return Promise.all(quotes);
}

function additions({ views, customer, event }: SummaryRow): SummaryAdditions {
  const { name } = JSON.parse(customer ?? '{"name":""}') as Pick<CustomerRecord, 'name'>;
  const last = event === null ? null : (JSON.parse(event) as HistoryEvent);
  return { customerName: name, views, lastEvent: last && { type: last.type, at: last.at } };
}
