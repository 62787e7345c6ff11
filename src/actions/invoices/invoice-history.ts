import type { Deps } from '../../app/deps.ts';
import { listEventDocs } from '../../store/tables/events/events.ts';
import { readInvoice } from './invoices.ts';

/** Returns the events as JSON of the API, oldest first. */
export async function listInvoiceEvents(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<string[]> {
  await readInvoice(deps, accountId, id, now);
  return listEventDocs(deps.db.read, accountId, id);
}
