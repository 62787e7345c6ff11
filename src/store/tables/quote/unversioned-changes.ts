import type { Quote } from '../../../domain/quote/quote.ts';
import { SHAPES } from '../../../domain/stored-shape.ts';
import type { Sql } from '../../database.ts';
import { storeCreatedEvent } from '../events/created-events.ts';
import type { StoredQuote } from './quotes.ts';

/** A view by the customer is recorded, but is not a change that fails an `If-Match`. */
export async function recordView(
  tx: Sql,
  accountId: string,
  before: StoredQuote,
  quote: Quote,
): Promise<void> {
  if (before.version === 1) await storeCreatedEvent(tx, accountId, before);
  await tx.run(
    'UPDATE quotes SET views = views + 1, doc = ?, shape = ? WHERE account_id = ? AND id = ?',
    JSON.stringify(quote),
    SHAPES.quote,
    accountId,
    quote.id,
  );
}

/** Ends the reminders of a quote. Like a view, this is not a change that fails an `If-Match`. */
export async function setRemindersStopped(
  tx: Sql,
  accountId: string,
  id: string,
  now: number,
): Promise<void> {
  await tx.run(
    'UPDATE quotes SET reminders_stopped_at = ? WHERE account_id = ? AND id = ?',
    now,
    accountId,
    id,
  );
}
