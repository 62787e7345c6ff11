import { findTargetError } from '../../../adapters/net/target-error.ts';
import type { Deps } from '../../../app/deps.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { Problem } from '../../../domain/errors.ts';
import {
  ALL_TYPES,
  type EndpointInput,
  type EndpointPatch,
  MAX_ENDPOINTS,
  PREVIOUS_SECRET_MS,
  type WebhookEndpoint,
} from '../../../domain/events/endpoint.ts';
import { isId, newId } from '../../../domain/ids.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount, loadAccount } from '../../../store/tables/account/accounts.ts';
import { findFeedHead } from '../../../store/tables/events/feed.ts';
import * as table from '../../../store/tables/webhook/endpoints.ts';
import { expectFound } from '../../expect-found.ts';
import type { ExpectVersion } from '../../expect-version.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { catchUpEndpoint, fanOutRest } from './fan-out.ts';
import { newSecret, sealSecret } from './secrets.ts';

type Store = Pick<Deps, 'db' | 'clock'>;

export interface VersionedEndpoint {
  endpoint: WebhookEndpoint;
  version: number;
}

export async function listWebhookEndpoints(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
): Promise<WebhookEndpoint[]> {
  const rows = await table.listEndpoints(db.read, accountId);
  return rows.map((row) => toVersionedEndpoint(row, now).endpoint);
}

export async function readWebhookEndpoint(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<VersionedEndpoint> {
  return toVersionedEndpoint(
    expectFound(
      isId('whe', id) ? await table.findEndpoint(db.read, accountId, id) : undefined,
      'webhook endpoint',
    ),
    now,
  );
}

/** Returns the errors that can be found from the URL alone. */
export async function findUrlErrors(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: string,
  url: unknown,
): Promise<FieldError[]> {
  if (typeof url !== 'string') return [];
  const isPrivateAllowed =
    config.webhooksPrivate && (await findAccount(db.read, accountId))?.account.kind === 'test';
  const message = findTargetError(url, isPrivateAllowed);
  return message === undefined ? [] : [{ path: '/url', message }];
}

/** Creates an endpoint, which gets all events that are committed after it. */
export function createWebhookEndpoint(
  deps: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
  input: EndpointInput,
  now: number,
  keep: Keep<VersionedEndpoint & { secret: string }> = keepNothing,
): Promise<VersionedEndpoint & { secret: string }> {
  const create = async (tx: Sql) => {
    // Locks the account, so that concurrent requests cannot exceed the limit.
    await loadAccount(tx, accountId);
    if ((await table.listEndpoints(tx, accountId)).length >= MAX_ENDPOINTS) throw tooMany();
    const secret = newSecret();
    const row: table.EndpointRow = {
      account_id: accountId,
      id: newId('whe', now),
      version: 1,
      url: input.url,
      types: formatTypes(input.types),
      description: input.description ?? null,
      enabled: input.enabled === false ? 0 : 1,
      disabled_reason: null,
      secret: sealSecret(deps, accountId, secret),
      previous_secret: null,
      previous_until: null,
      queued_to: (await findFeedHead(tx, accountId)).n,
      replay_from: null,
      replay_to: null,
      failing_since: null,
      created_at: now,
      updated_at: now,
    };
    await table.insertEndpoint(tx, row);
    return keep(tx, { ...toVersionedEndpoint(row, now), secret });
  };
  return deps.db.write(create, { account: accountId });
}

/** Returns the stored endpoint if the patch has no effect. */
export async function changeWebhookEndpoint(
  deps: Store,
  accountId: string,
  { id, patch, expectVersion }: { id: string; patch: EndpointPatch; expectVersion: ExpectVersion },
  now: number,
): Promise<VersionedEndpoint> {
  await catchUpEndpoint(deps, accountId, id);
  return deps.db.write(
    async (tx) => {
      const row = expectFound(await table.loadEndpoint(tx, accountId, id), 'webhook endpoint');
      expectVersion(row.version);
      const changed = applyPatch(row, patch);
      if (JSON.stringify(changed) === JSON.stringify(row)) return toVersionedEndpoint(row, now);
      const { n: head } = await findFeedHead(tx, accountId);
      // Earlier events are delivered according to the settings before the change.
      if (row.enabled) await fanOutRest(tx, { ...row, head }, now);
      const restart = { queued_to: head, ...(!row.enabled && { replay_from: null, replay_to: null }) };
      const stored = {
        ...changed,
        ...restart,
        version: row.version + 1,
        updated_at: Math.max(now, row.created_at),
      };
      await table.replaceEndpoint(tx, stored);
      return toVersionedEndpoint(stored, now);
    },
    { account: accountId },
  );
}

function applyPatch(row: table.EndpointRow, patch: EndpointPatch): table.EndpointRow {
  const url = patch.url ?? row.url;
  const isEnabled = patch.enabled ?? row.enabled === 1;
  const startsAnew = url !== row.url || (isEnabled && !row.enabled);
  return {
    ...row,
    url,
    types: patch.types === undefined ? row.types : formatTypes(patch.types),
    description: patch.description === undefined ? row.description : patch.description,
    enabled: isEnabled ? 1 : 0,
    disabled_reason: isEnabled ? null : row.disabled_reason,
    failing_since: startsAnew ? null : row.failing_since,
  };
}

/** Creates a new secret. The previous one also signs for another day. */
export function rotateSecret(
  deps: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
  id: string,
  now: number,
  keep: Keep<VersionedEndpoint & { secret: string }> = keepNothing,
): Promise<VersionedEndpoint & { secret: string }> {
  const rotate = async (tx: Sql) => {
    const row = expectFound(await table.loadEndpoint(tx, accountId, id), 'webhook endpoint');
    const secret = newSecret();
    const stored = {
      ...row,
      secret: sealSecret(deps, accountId, secret),
      previous_secret: row.secret,
      previous_until: now + PREVIOUS_SECRET_MS,
      version: row.version + 1,
      updated_at: Math.max(now, row.created_at),
    };
    await table.replaceEndpoint(tx, stored);
    return keep(tx, { ...toVersionedEndpoint(stored, now), secret });
  };
  return deps.db.write(rotate, { account: accountId });
}

/** Deletes an endpoint. Its waiting deliveries are dropped. */
export function deleteWebhookEndpoint(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  expectVersion: ExpectVersion,
  now: number,
): Promise<void> {
  return db.write(
    async (tx) => {
      expectVersion(expectFound(await table.loadEndpoint(tx, accountId, id), 'webhook endpoint').version);
      await table.removeEndpoint(tx, accountId, id, now);
    },
    { account: accountId },
  );
}

/** Locks an endpoint in a transaction that creates deliveries. Throws if it is disabled. */
export async function loadEnabledEndpoint(
  tx: Sql,
  accountId: string,
  id: string,
): Promise<table.EndpointRow> {
  const row = expectFound(await table.loadEndpoint(tx, accountId, id), 'webhook endpoint');
  if (!row.enabled) throw endpointDisabled();
  return row;
}

export function endpointDisabled(): Problem {
  return new Problem(
    'endpoint_disabled',
    'This endpoint is disabled. Enable it with PATCH ("enabled": true), then repeat the request.',
  );
}

function tooMany(): Problem {
  return new Problem(
    'too_many_endpoints',
    `An account can have ${MAX_ENDPOINTS} webhook endpoints. Delete one that is no longer needed.`,
  );
}

function formatTypes(types: readonly string[] | null | undefined): string {
  return JSON.stringify(types ?? [ALL_TYPES]);
}

function toVersionedEndpoint(row: table.EndpointRow, now: number): VersionedEndpoint {
  const until = row.previous_until;
  return {
    version: row.version,
    endpoint: {
      id: row.id,
      url: row.url,
      types: JSON.parse(row.types) as string[],
      description: row.description,
      enabled: row.enabled === 1,
      disabledReason: row.disabled_reason,
      previousSecretExpiresAt: until !== null && until > now ? new Date(until).toISOString() : null,
      createdAt: new Date(row.created_at).toISOString(),
      updatedAt: new Date(row.updated_at).toISOString(),
    },
  };
}
