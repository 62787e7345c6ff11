import type { Acceptance } from '../domain/acceptance.ts';
import type { Sql } from './database.ts';

export async function addAnswer(tx: Sql, accountId: string, id: string, answer: Acceptance): Promise<void> {
  await tx.run(
    'INSERT INTO answers (account_id, quote_id, id, doc) VALUES (?, ?, ?, ?)',
    accountId,
    answer.quoteId,
    id,
    JSON.stringify(answer),
  );
}

export async function lastAnswer(
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
export async function listAnswers(sql: Sql, accountId: string, quoteId: string): Promise<Acceptance[]> {
  const rows = await sql.all<{ doc: string }>(
    'SELECT doc FROM answers WHERE account_id = ? AND quote_id = ? ORDER BY id',
    accountId,
    quoteId,
  );
  return rows.map((row) => JSON.parse(row.doc) as Acceptance);
}
