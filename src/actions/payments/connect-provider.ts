import { createHmac } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import type { AccountKind } from '../../domain/account/account.ts';
import { Problem } from '../../domain/errors.ts';
import type { ConnectedProvider } from '../../domain/invoice/payment/connected-provider.ts';
import { ProviderError, type ProviderKeys } from '../../domain/invoice/payment/provider.ts';
import { type ProviderKind, UNSIGNED_PROVIDERS } from '../../domain/invoice/payment/provider-kind.ts';
import type { Sql } from '../../store/database.ts';
import {
  type ConnectionRow,
  countConnections,
  endCurrentConnection,
  findCurrentRow,
  insertConnection,
  replaceKeys,
} from '../../store/tables/payment/connections.ts';
import { readAccount } from '../account/change-account.ts';
import { requireSealing } from '../account/sealing/sealed-field.ts';
import { openKeys, sealKeys } from './connections.ts';
import { notifyOwners } from './notify-owners.ts';

type ConnectionDeps = Pick<Deps, 'db' | 'config' | 'secret' | 'sealing' | 'payments' | 'clock' | 'publicUrl'>;

/** The owner who connects or disconnects. */
interface By {
  accountId: string;
  name: string;
}

export interface NewConnection extends ProviderKeys {
  kind: ProviderKind;
}

export async function readConnectedProvider(
  deps: ConnectionDeps,
  accountId: string,
): Promise<ConnectedProvider> {
  const row = await findCurrentRow(deps.db.read, accountId);
  return describeConnection(deps, row, await nextConnectionId(deps.db.read, deps, accountId));
}

export function canConnect({ sealing }: Pick<Deps, 'sealing'>): boolean {
  return sealing.current !== null;
}

/** Throws `secret_needed` if keys cannot be stored. */
export function assertConnectable(deps: Pick<Deps, 'sealing'>): void {
  requireSealing(deps, 'payment provider key');
}

/**
 * Connects a provider, or replaces the one that is connected, after the provider has accepted the key. With the same key
 * or the same webhook secret it is the same account at the provider: the connection and its URL stay, with the new keys.
 */
export async function connectProvider(
  deps: ConnectionDeps,
  { accountId, name }: By,
  { kind, secretKey, webhookSecret }: NewConnection,
): Promise<ConnectedProvider> {
  assertConnectable(deps);
  const keys = { secretKey, webhookSecret };
  const { account } = await readAccount(deps, accountId);
  await checkKey(deps, account.kind, kind, keys);
  const now = deps.clock();
  const row = await deps.db.write(
    async (tx) => {
      const before = await findCurrentRow(tx, accountId);
      const known = before?.kind === kind ? openKeys(deps, before) : undefined;
      const isSameKey = known?.secretKey === secretKey;
      const isSameWebhook = known?.webhookSecret === webhookSecret;
      const sealed = { ...sealKeys(deps, accountId, keys), last_four: secretKey.slice(-4) };
      if (before && isSameKey && isSameWebhook && before.refused_at === null) return before;
      const stored =
        before && (isSameKey || (isSameWebhook && webhookSecret !== null))
          ? await renewConnection(tx, { ...before, ...sealed, refused_at: null })
          : await startConnection(tx, deps, { accountId, kind, live: account.kind === 'live', now }, sealed);
      const change = before ? 'replaced' : 'connected';
      await notifyOwners(tx, deps, account, { change, kind, name, lastFour: stored.last_four }, now);
      return stored;
    },
    { account: accountId },
  );
  return describeConnection(deps, row, await nextConnectionId(deps.db.read, deps, accountId));
}

/** The key is kept until the checkouts that are open have ended. */
export async function disconnectProvider(deps: ConnectionDeps, { accountId, name }: By): Promise<void> {
  const { account } = await readAccount(deps, accountId);
  const now = deps.clock();
  await deps.db.write(
    async (tx) => {
      const row = await findCurrentRow(tx, accountId);
      if (!row || !(await endCurrentConnection(tx, accountId, now))) {
        throw new Problem('not_found', 'No payment provider is connected.');
      }
      const notice = { change: 'disconnected', kind: row.kind, name, lastFour: row.last_four } as const;
      await notifyOwners(tx, deps, account, notice, now);
    },
    { account: accountId },
  );
}

/** Asks the provider whether the key works, and compares its mode with that of the account. */
async function checkKey(
  { payments }: Pick<Deps, 'payments'>,
  accountKind: AccountKind,
  kind: ProviderKind,
  keys: ProviderKeys,
): Promise<void> {
  try {
    const { isLive } = await payments[kind].checkKey(keys);
    if (isLive === (accountKind === 'live')) return;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.reason !== 'unreachable') throw new KeyRejected('refused', error.message);
    throw new Problem(
      'provider_unreachable',
      'The payment provider did not respond, so the key could not be checked. Nothing was changed. Repeat the request in a moment.',
    );
  }
  throw new KeyRejected(
    'mode',
    accountKind === 'live'
      ? 'This is a test key, and this is a live account. Enter a live key, or connect it to a test account.'
      : 'This is a live key, and this is a test account, in which nobody pays with real money. Enter a test key.',
  );
}

/** The key does not work, or is of the other mode. */
export class KeyRejected extends Problem {
  readonly reason: 'refused' | 'mode';

  constructor(reason: 'refused' | 'mode', message: string) {
    super('validation_failed', message, { errors: [{ path: '/secretKey', message }] });
    this.reason = reason;
  }
}

async function renewConnection(tx: Sql, row: ConnectionRow): Promise<ConnectionRow> {
  await replaceKeys(tx, row);
  return row;
}

async function startConnection(
  tx: Sql,
  deps: Pick<Deps, 'secret'>,
  { accountId, kind, live, now }: { accountId: string; kind: ProviderKind; live: boolean; now: number },
  sealed: Pick<ConnectionRow, 'secret_key' | 'webhook_secret' | 'last_four'>,
): Promise<ConnectionRow> {
  const row: ConnectionRow = {
    account_id: accountId,
    id: await nextConnectionId(tx, deps, accountId),
    kind,
    ...sealed,
    live: live ? 1 : 0,
    refused_at: null,
    created_at: now,
    ended_at: null,
  };
  await endCurrentConnection(tx, accountId, now);
  await insertConnection(tx, row);
  return row;
}

/**
 * Returns the id of the next connection. It must be known before: the provider issues the webhook secret only for a URL,
 * and the URL contains the id. It cannot be guessed without the secret of the service.
 */
async function nextConnectionId(
  sql: Sql,
  { secret }: Pick<Deps, 'secret'>,
  accountId: string,
): Promise<string> {
  const name = `connection ${accountId} ${await countConnections(sql, accountId)}`;
  return `con_${createHmac('sha256', secret).update(name).digest('base64url').slice(0, 32)}`;
}

function describeConnection(
  deps: Pick<Deps, 'sealing' | 'publicUrl'>,
  row: ConnectionRow | undefined,
  nextId: string,
): ConnectedProvider {
  // Only providers that sign have a URL to enter.
  const nextNotificationUrl = buildUrl(deps, 'stripe', nextId);
  if (!row) {
    return {
      ...{ kind: null, state: 'not_connected', live: null, lastFour: null, connectionId: null },
      ...{ notificationUrl: null, nextNotificationUrl, connectedAt: null },
    };
  }
  const isReadable = openKeys(deps, row) !== undefined;
  return {
    kind: row.kind,
    state: !isReadable ? 'unreadable' : row.refused_at === null ? 'connected' : 'key_refused',
    live: row.live === 1,
    lastFour: row.last_four,
    connectionId: row.id,
    notificationUrl: UNSIGNED_PROVIDERS.includes(row.kind) ? null : buildUrl(deps, row.kind, row.id),
    nextNotificationUrl,
    connectedAt: new Date(row.created_at).toISOString(),
  };
}

function buildUrl({ publicUrl }: Pick<Deps, 'publicUrl'>, kind: ProviderKind, id: string): string {
  return `${publicUrl()}/hooks/${kind}/${id}`;
}
