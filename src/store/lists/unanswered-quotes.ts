import { formatLimit, type Sql } from '../database.ts';
import { glanceAt, type QuoteBrief } from '../tables/quote/quote-briefs.ts';

/** Open quotes to which nothing has happened since a time, the longest first, by an index of the open ones. */
export function listQuiet(sql: Sql, accountId: string, since: number, limit: number): Promise<QuoteBrief[]> {
  const lastEvent = '(SELECT f.last_event_at FROM quote_facts AS f WHERE f.account_id = ? AND f.id = q.id)';
  const which = `q.id IN (SELECT id FROM (
      SELECT id FROM quote_facts WHERE account_id = ? AND status = 'SENT' AND last_event_at <= ?
      ORDER BY last_event_at, id ${formatLimit(limit).sql}) AS quiet)
    ORDER BY ${lastEvent}, q.id ${formatLimit(limit).sql}`;
  return glanceAt(sql, accountId, which, [accountId, since, accountId]);
}

/** Counts up to a limit. */
export async function countQuiet(sql: Sql, accountId: string, since: number, limit: number): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM quote_facts WHERE account_id = ? AND status = 'SENT' AND last_event_at <= ?
       ${formatLimit(limit).sql}) AS quiet`,
    ...[accountId, since],
  );
  return Number(row?.n ?? 0);
}

/** The newest of the quotes that were opened three times and more, which are looked at: more would cost too much. */
const MAX_OPENED = 200;

/** Open quotes that the customer opened three times and more, and last of all opened, newest first. */
export async function listOftenOpened(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT q.id FROM (
       SELECT id FROM quotes WHERE account_id = ? AND status = 'SENT' AND views >= 3
       ORDER BY id DESC ${formatLimit(MAX_OPENED).sql}) AS q
     WHERE (SELECT e.doc FROM events AS e WHERE e.account_id = ? AND e.document_id = q.id
       ORDER BY e.id DESC LIMIT 1) LIKE '%"type":"viewed"%'
     ORDER BY q.id DESC`,
    ...[accountId, accountId],
  );
  return rows.map(({ id }) => id);
}
