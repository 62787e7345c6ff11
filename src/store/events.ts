import { newId } from '../domain/ids.ts';
import type { Sql } from './database.ts';

/** Who did it: an API key, the customer on the page, or time itself. */
export type Actor = { type: 'key'; id: string; name: string } | { type: 'customer' } | { type: 'system' };

export interface HistoryEvent {
  id: string;
  type:
    | 'created'
    | 'updated'
    | 'sent'
    | 'send_failed'
    | 'viewed'
    | 'accepted'
    | 'declined'
    | 'question'
    | 'renewal_requested'
    | 'reminded'
    | 'links_revoked'
    | 'expired'
    | 'converted';
  at: string;
  actor: Actor;
  data: Record<string, unknown>;
}

export async function addEvent(
  tx: Sql,
  accountId: string,
  quoteId: string,
  event: Pick<HistoryEvent, 'type' | 'actor' | 'data'>,
  at: number,
): Promise<void> {
  const id = newId('evt', at);
  const doc: HistoryEvent = {
    id,
    type: event.type,
    at: new Date(at).toISOString(),
    actor: event.actor,
    data: event.data,
  };
  await tx.run(
    'INSERT INTO events (account_id, quote_id, id, doc) VALUES (?, ?, ?, ?)',
    accountId,
    quoteId,
    id,
    JSON.stringify(doc),
  );
}

export async function listEventDocs(sql: Sql, accountId: string, quoteId: string): Promise<string[]> {
  const rows = await sql.all<{ doc: string }>(
    'SELECT doc FROM events WHERE account_id = ? AND quote_id = ? ORDER BY id',
    accountId,
    quoteId,
  );
  return rows.map((row) => row.doc);
}
