import type { QuoteSource } from '../../../domain/document.ts';
import type { Acceptance } from '../../../domain/quote/acceptance.ts';
import type { Sql } from '../../database.ts';

/** `source` is the accepted text with its record: it stays as it is, whatever becomes of the quote. */
export async function addDecision(
  tx: Sql,
  accountId: string,
  id: string,
  answer: Acceptance,
  source: QuoteSource | null,
): Promise<void> {
  await tx.run(
    'INSERT INTO answers (account_id, quote_id, id, doc, source) VALUES (?, ?, ?, ?, ?)',
    accountId,
    answer.quoteId,
    id,
    JSON.stringify(answer),
    source && JSON.stringify(source),
  );
}

/** What the last answer has agreed to; `undefined` when it was a no, or there is none. */
export async function findAcceptedSource(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<QuoteSource | undefined> {
  const row = await sql.get<{ source: string | null }>(
    'SELECT source FROM answers WHERE account_id = ? AND quote_id = ? ORDER BY id DESC LIMIT 1',
    accountId,
    quoteId,
  );
  return row?.source ? (JSON.parse(row.source) as QuoteSource) : undefined;
}

export async function lastDecision(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<Acceptance | undefined> {
  const row = await sql.get<{ doc: string }>(
    'SELECT doc FROM answers WHERE account_id = ? AND quote_id = ? ORDER BY id DESC LIMIT 1',
    accountId,
    quoteId,
  );
  return row && (JSON.parse(row.doc) as Acceptance);
}

/** Every answer that was given, oldest first. */
export async function listDecisions(sql: Sql, accountId: string, quoteId: string): Promise<Acceptance[]> {
  const rows = await sql.all<{ doc: string }>(
    'SELECT doc FROM answers WHERE account_id = ? AND quote_id = ? ORDER BY id',
    accountId,
    quoteId,
  );
  return rows.map((row) => JSON.parse(row.doc) as Acceptance);
}
