import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatLimit, type Sql } from '../../database.ts';
import { findQuoteRow } from '../quote/quotes.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';
import { listOwned, type Owner } from './owned-rows.ts';

/** A quote that is or was a customer's, with what is the customer's of it. */
export interface CustomerQuote {
  id: string;
  owner: Owner;
  /** As it is now, whoever it is for; `undefined` if it was deleted. */
  quote: Quote | undefined;
  invoices: Invoice[];
  decisions: StoredDecision[];
}

type StoredDecision = DecisionRecord & { id: string };

export async function readCustomerQuote(
  sql: Sql,
  { accountId, customerId }: Pick<Owner, 'accountId' | 'customerId'>,
  id: string,
): Promise<CustomerQuote> {
  const row = await findQuoteRow(sql, accountId, id);
  const quote = row && (JSON.parse(row.doc) as Quote);
  const owner = { accountId, customerId, isCurrent: !quote || quote.customerId === customerId };
  const [invoices, decisions] = await Promise.all([
    owner.isCurrent ? listInvoices(sql, accountId, id) : [],
    listOwned<{ id: string; doc: string }>(sql, 'decisions', 'id, doc', owner, [id]),
  ]);
  return {
    id,
    owner,
    quote,
    invoices,
    decisions: decisions.map((row) => ({ ...JSON.parse(row.doc), id: row.id })),
  };
}

/** The invoices and credit notes of a quote. */
async function listInvoices(sql: Sql, accountId: string, quoteId: string): Promise<Invoice[]> {
  const rows = await sql.all<StoredDoc>(
    'SELECT doc, shape FROM invoices WHERE account_id = ? AND quote_id = ? ORDER BY id',
    ...[accountId, quoteId],
  );
  return rows.map((row) => parseDoc('invoice', row));
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

/** The quotes that were the customer's before they were given to another or deleted. */
export async function listFormerQuoteIds(sql: Sql, accountId: string, customerId: string): Promise<string[]> {
  const hashes = await listPartyHashes(sql, accountId, customerId);
  const places = [
    ['documents', 'former_customer_id', customerId],
    ...hashes.flatMap((hash) => ['revisions', 'decisions'].map((table) => [table, 'parties_sha256', hash])),
  ];
  const found = new Set<string>();
  for (const [table, column, value = ''] of places) {
    const rows = await sql.all<{ id: string }>(
      `SELECT quote_id AS id FROM ${table} WHERE account_id = ? AND ${column} = ?
         AND NOT EXISTS (SELECT 1 FROM quotes WHERE quotes.account_id = ${table}.account_id
           AND quotes.id = ${table}.quote_id AND quotes.customer_id = ?)`,
      ...[accountId, value, customerId],
    );
    for (const { id } of rows) found.add(id);
  }
  return [...found].sort();
}

/** Hashes of the frozen parties that name the customer. */
export async function listPartyHashes(sql: Sql, accountId: string, customerId: string): Promise<string[]> {
  const rows = await sql.all<{ sha256: string }>(
    `SELECT sha256 FROM parties WHERE account_id = ? AND ${sql.field('customer', 'id')} = ?`,
    ...[accountId, customerId],
  );
  return rows.map(({ sha256 }) => sha256);
}
