import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { upgradeSplit } from '../../domain/quote/schedule/stage-split.ts';
import { INVOICE_SHAPE, QUOTE_SHAPE, upgradeInvoice, upgradeQuote } from '../../domain/stored-shape.ts';
import { formatLimit, type Sql, type SqlValue } from '../database.ts';

/** A row whose JSON is sent unchanged if it has the current shape. Every write of the JSON also sets the shape. */
export interface StoredDoc {
  doc: string;
  shape: number;
}

/** JSON of a quote in the current shape. That of an up-to-date row is not parsed. */
export async function quoteDoc(sql: Sql, accountId: string, { doc, shape }: StoredDoc): Promise<string> {
  if (shape === QUOTE_SHAPE) return doc;
  const quote = JSON.parse(doc) as Quote;
  const invoice =
    quote.invoiceId === null
      ? undefined
      : await sql.get<{ number: string }>(
          'SELECT number FROM invoices WHERE account_id = ? AND id = ?',
          accountId,
          quote.invoiceId,
        );
  return JSON.stringify(upgradeQuote(quote, invoice?.number));
}

export function invoiceDoc({ doc, shape }: StoredDoc): string {
  return shape === INVOICE_SHAPE ? doc : JSON.stringify(upgradeInvoice(JSON.parse(doc) as Invoice));
}

/** Tables whose rows are upgraded to the current shape, with the columns that are derived from the JSON. */
export const SHAPED_TABLES = {
  quotes: {
    shape: QUOTE_SHAPE,
    complete: quoteDoc,
    derived: ', stage_split = coalesce(stage_split, ?)',
    derive: (doc: string): SqlValue[] => [deriveSplit(doc)],
  },
  invoices: {
    shape: INVOICE_SHAPE,
    complete: async (_sql: Sql, _accountId: string, row: StoredDoc) => invoiceDoc(row),
    derived: '',
    derive: (): SqlValue[] => [],
  },
} as const;

function deriveSplit(doc: string): string | null {
  const split = upgradeSplit(JSON.parse(doc) as Quote);
  return split && JSON.stringify(split);
}

export type ShapedTable = keyof typeof SHAPED_TABLES;

export interface Row extends StoredDoc {
  account_id: string;
  id: string;
}

/** The next rows after a position, sorted by key. */
export function listRowsAfter(
  sql: Sql,
  table: ShapedTable,
  [accountId, id]: readonly [string, string],
  limit: number,
): Promise<Row[]> {
  return sql.all<Row>(
    `SELECT account_id, id, doc, shape FROM ${table} WHERE (account_id, id) > (?, ?)
     ORDER BY account_id, id ${formatLimit(limit).sql}`,
    accountId,
    id,
  );
}

/** A row written in the meantime already has the current shape and is skipped. The version of a row stays. */
export async function upgradeStoredRows(tx: Sql, table: ShapedTable, rows: readonly Row[]): Promise<number> {
  const { shape, complete, derived, derive } = SHAPED_TABLES[table];
  const changed = await Promise.all(
    rows
      .filter((row) => row.shape < shape)
      .map(async (row) => {
        const doc = await complete(tx, row.account_id, row);
        const values: SqlValue[] = [doc, shape, ...derive(doc), row.account_id, row.id, row.shape];
        return tx.run(
          `UPDATE ${table} SET doc = ?, shape = ?${derived} WHERE account_id = ? AND id = ? AND shape = ?`,
          ...values,
        );
      }),
  );
  return changed.reduce((sum, n) => sum + n, 0);
}
