import type { Deps } from '../../app/deps.ts';
import { isId } from '../../domain/ids.ts';
import { findFeedEvent } from '../../store/tables/events/feed.ts';
import { listAllAccounts } from '../account/accounts.ts';

/** Finds the account whose feed has the event, for the operator, who names an event by its id alone. */
export async function findEventAccount(deps: Pick<Deps, 'db'>, eventId: string): Promise<string | undefined> {
  if (!isId('evt', eventId)) return undefined;
  for (const { id } of await listAllAccounts(deps)) {
    if ((await findFeedEvent(deps.db.read, id, eventId)) !== undefined) return id;
  }
  return undefined;
}
