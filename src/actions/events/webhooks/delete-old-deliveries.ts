import { DAY_MS } from '../../../domain/calendar.ts';
import { DELIVERY_RETENTION_DAYS } from '../../../domain/events/delivery.ts';
import { minIdAt } from '../../../domain/ids.ts';
import type { Database } from '../../../store/database.ts';
import { deleteDeliveriesBefore } from '../../../store/tables/webhook/deliveries.ts';
import { deleteRemovedEndpoint, listEndpointsToClean } from '../../../store/tables/webhook/endpoints.ts';

const ENDPOINTS = 100;
const DELIVERIES = 500;
/** Sorts after every delivery id. */
const LAST_ID = 'whd_~';

/** Deletes expired deliveries, and deleted endpoints with all of their deliveries. */
export async function deleteOldDeliveries(db: Database, now: number): Promise<void> {
  const before = minIdAt('whd', now - DELIVERY_RETENTION_DAYS * DAY_MS);
  for (;;) {
    const endpoints = await listEndpointsToClean(db.read, before, ENDPOINTS);
    for (const { account_id, id, removed_at } of endpoints) {
      const isRemoved = removed_at !== null;
      await db.write(async (tx) => {
        const endpoint = { account_id, endpoint_id: id };
        const gone = await deleteDeliveriesBefore(tx, endpoint, isRemoved ? LAST_ID : before, DELIVERIES);
        if (isRemoved && gone < DELIVERIES) await deleteRemovedEndpoint(tx, account_id, id);
      });
    }
    if (endpoints.length === 0) return;
  }
}
