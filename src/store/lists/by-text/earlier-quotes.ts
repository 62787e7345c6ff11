import type { Sql } from '../../database.ts';

/** Longer quotes are left out, so that one statement reads a bounded amount of text. */
const MAX_DOC_LENGTH = 40_000;

/** The quotes before the given one, newest first. Without an identifier it begins with the newest. */
export async function listEarlierQuotes(
  sql: Sql,
  accountId: string,
  before: string | undefined,
  limit: number,
): Promise<{ id: string; doc: string | null }[]> {
  return sql.all<{ id: string; doc: string | null }>(
    `SELECT id, CASE WHEN length(doc) <= ${MAX_DOC_LENGTH} THEN doc END AS doc FROM quotes
     WHERE account_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    accountId,
    before ?? AFTER_ALL_IDS,
    limit,
  );
}

/** Sorts after every identifier. */
const AFTER_ALL_IDS = 'quo_~';
