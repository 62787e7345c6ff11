import type { Deps } from '../../app/deps.ts';
import type { ProviderKeys } from '../../domain/invoice/payment/provider.ts';
import type { ProviderKind } from '../../domain/invoice/payment/provider-kind.ts';
import {
  type ConnectionRow,
  findConnectionRow,
  findCurrentRow,
  forgetIdleKeys,
} from '../../store/tables/payment/connections.ts';
import { openField, sealField } from '../account/sealing/sealed-field.ts';

/** A connected payment provider with its opened keys. */
export interface Connection {
  accountId: string;
  id: string;
  kind: ProviderKind;
  keys: ProviderKeys;
  isLive: boolean;
}

type Store = Pick<Deps, 'db' | 'sealing'>;

/** A request that read the connection just before it ended may write a checkout just after. */
const GRACE_MS = 60_000;

/** Returns the connection that new checkouts use; `undefined` if there is none, or its key cannot be opened. */
export async function findCurrentConnection(deps: Store, accountId: string): Promise<Connection | undefined> {
  return toConnection(deps, await findCurrentRow(deps.db.read, accountId));
}

/** Returns a connection that may have ended, until its key was forgotten. */
export async function findConnection(deps: Store, id: string): Promise<Connection | undefined> {
  return toConnection(deps, await findConnectionRow(deps.db.read, id));
}

/** Forgets the keys of connections that ended some time ago, once their last checkouts have ended. */
export async function forgetEndedConnections({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.write((tx) => forgetIdleKeys(tx, clock() - GRACE_MS));
}

/** Encrypts the keys for the database. Throws `secret_needed` if that is not possible. */
export function sealKeys(
  deps: Pick<Deps, 'sealing'>,
  ownerId: string,
  { secretKey, webhookSecret }: ProviderKeys,
): Pick<ConnectionRow, 'secret_key' | 'webhook_secret'> {
  return {
    secret_key: sealField(deps, { ownerId, field: 'payment provider key' }, secretKey),
    webhook_secret:
      webhookSecret === null
        ? null
        : sealField(deps, { ownerId, field: 'payment provider webhook secret' }, webhookSecret),
  };
}

/** Returns `undefined` if the keys were forgotten or cannot be opened. */
export function openKeys(deps: Pick<Deps, 'sealing'>, row: ConnectionRow): ProviderKeys | undefined {
  const { account_id: ownerId, secret_key: key, webhook_secret: webhook } = row;
  const secretKey =
    key === null ? undefined : openField(deps, { ownerId, field: 'payment provider key' }, key);
  const webhookSecret =
    webhook === null ? null : openField(deps, { ownerId, field: 'payment provider webhook secret' }, webhook);
  return secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret };
}

function toConnection(deps: Store, row: ConnectionRow | undefined): Connection | undefined {
  const keys = row && openKeys(deps, row);
  return keys && { accountId: row.account_id, id: row.id, kind: row.kind, keys, isLive: row.live === 1 };
}
