import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Attempt, DeliveryState, WebhookDelivery } from '../../../domain/events/delivery.ts';
import { isId, newId } from '../../../domain/ids.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { hasFeedEvent } from '../../../store/tables/events/feed.ts';
import * as table from '../../../store/tables/webhook/deliveries.ts';
import { expectFound } from '../../expect-found.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { LEASE_MS } from './delivering/visit-endpoint.ts';
import { loadEnabledEndpoint } from './endpoints.ts';

/** Lists deliveries, newest first, after the given one. */
export async function listWebhookDeliveries(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  endpointId: string,
  wanted: { state: DeliveryState | undefined; after: string | undefined; limit: number },
): Promise<{ data: WebhookDelivery[]; next: string | null; hasMore: boolean }> {
  const { state, after: before, limit } = wanted;
  const endpoint = { account_id: accountId, endpoint_id: endpointId };
  const rows = await table.listDeliveries(db.read, endpoint, { state, before, limit: limit + 1 });
  const hasMore = rows.length > limit;
  const data = rows.slice(0, limit).map(toDelivery);
  return { data, next: hasMore ? (data.at(-1)?.id ?? null) : null, hasMore };
}

/** Queues a `ping` event for this endpoint only, which is not in the feed. */
export function testEndpoint(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  endpointId: string,
  actor: Actor,
  now: number,
  keep: Keep<WebhookDelivery> = keepNothing,
): Promise<WebhookDelivery> {
  const ping = async (tx: Sql) => {
    await loadEnabledEndpoint(tx, accountId, endpointId);
    const id = newId('evt', now);
    const event = { id, type: 'ping', timestamp: new Date(now).toISOString(), actor, data: { endpointId } };
    const endpoint = { account_id: accountId, endpoint_id: endpointId };
    const events = [{ id, n: null, type: 'ping', body: JSON.stringify(event) } as const];
    const [delivery = ''] = await table.insertDeliveries(tx, endpoint, events, now);
    return keep(tx, toDelivery(expectFound(await table.findDelivery(tx, endpoint, delivery), 'delivery')));
  };
  return db.write(ping, { account: accountId });
}

/** Throws if the endpoint has no such delivery. */
export async function expectDelivery(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { endpointId, id }: { endpointId: string; id: string },
): Promise<void> {
  const endpoint = { account_id: accountId, endpoint_id: endpointId };
  expectFound(isId('whd', id) ? await table.findDelivery(db.read, endpoint, id) : undefined, 'delivery');
}

/** Retries a delivery immediately, in any status, with the full number of attempts. */
export function retryWebhookDelivery(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { endpointId, id }: { endpointId: string; id: string },
  now: number,
  keep: Keep<WebhookDelivery> = keepNothing,
): Promise<WebhookDelivery> {
  const retry = async (tx: Sql) => {
    const endpoint = { account_id: accountId, endpoint_id: endpointId };
    const row = expectFound(
      isId('whd', id) ? await table.findDelivery(tx, endpoint, id) : undefined,
      'delivery',
    );
    await loadEnabledEndpoint(tx, accountId, endpointId);
    const isStored = row.body !== null || (await hasFeedEvent(tx, accountId, row.event_n ?? 0));
    if (!isStored) {
      throw new Problem(
        'events_gone',
        'The event of this delivery is no longer kept: it cannot be sent again.',
      );
    }
    return keep(tx, toDelivery(expectFound(await table.retryDelivery(tx, endpoint, id, now), 'delivery')));
  };
  return db.write(retry, { account: accountId });
}

function toDelivery(row: table.DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    status: row.state,
    attempts: JSON.parse(row.doc) as Attempt[],
    nextAttemptAt: row.state === 'waiting' ? new Date(getNextAttempt(row)).toISOString() : null,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** An attempt in progress started with its lease. */
function getNextAttempt({ in_hand, due_at }: table.DeliveryRow): number {
  return in_hand === 1 ? due_at - LEASE_MS : due_at;
}
