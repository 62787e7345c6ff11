import type { Deps } from '../../../app/deps.ts';
import { matchesType } from '../../../domain/events/endpoint.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { isId } from '../../../domain/ids.ts';
import type { Sql } from '../../../store/database.ts';
import {
  type FeedPosition,
  findEventPosition,
  listFeedPositions,
} from '../../../store/tables/events/feed.ts';
import { insertDeliveries } from '../../../store/tables/webhook/deliveries.ts';
import { findEndpoint, listEndpoints } from '../../../store/tables/webhook/endpoints.ts';
import { expectFound } from '../../expect-found.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { endpointDisabled } from './endpoints.ts';

export interface ResentEvent {
  deliveries: { endpointId: string; deliveryId: string }[];
}

/** Delivers an event again, to one endpoint or to all enabled ones that its type matches. */
export function resendEvent(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { eventId, endpointId }: { eventId: string; endpointId: string | undefined },
  now: number,
  keep: Keep<ResentEvent> = keepNothing,
): Promise<ResentEvent> {
  const resend = async (tx: Sql) => {
    const event = await expectEvent(tx, accountId, eventId);
    const deliveries: ResentEvent['deliveries'] = [];
    for (const id of await findReceivers(tx, accountId, event, endpointId)) {
      const endpoint = { account_id: accountId, endpoint_id: id };
      const [deliveryId = ''] = await insertDeliveries(tx, endpoint, [event], now);
      deliveries.push({ endpointId: id, deliveryId });
    }
    return keep(tx, { deliveries });
  };
  return db.write(resend, { account: accountId });
}

/** Throws if the account has no such event, or no longer. */
async function expectEvent(sql: Sql, accountId: string, id: string): Promise<FeedPosition> {
  const place = isId('evt', id) ? await findEventPosition(sql, accountId, id) : undefined;
  const [event] = place === undefined ? [] : await listFeedPositions(sql, accountId, place - 1, place);
  return expectFound(event, 'event');
}

async function findReceivers(
  tx: Sql,
  accountId: string,
  { type }: FeedPosition,
  endpointId: string | undefined,
): Promise<string[]> {
  if (endpointId === undefined) {
    const enabled = (await listEndpoints(tx, accountId)).filter(({ enabled }) => enabled === 1);
    return enabled.filter(({ types }) => matchesType(JSON.parse(types), type)).map(({ id }) => id);
  }
  const endpoint = isId('whe', endpointId) ? await findEndpoint(tx, accountId, endpointId) : undefined;
  if (!endpoint) {
    const message = 'does not match any webhook endpoint of this account';
    assertNoErrors([{ path: '/endpointId', message }]);
  } else if (endpoint.enabled !== 1) throw endpointDisabled();
  return [endpointId];
}
