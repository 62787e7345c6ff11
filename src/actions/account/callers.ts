import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../app/deps.ts';
import { createBlockList, isInRanges } from '../../domain/account/address-ranges.ts';
import type { Role } from '../../domain/people/role.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { findFirstAccount } from '../../store/tables/account/accounts.ts';
import { findKeyByHash, type KeyRow, touchKey } from '../../store/tables/account/keys.ts';
import { touchGrant } from '../../store/tables/apps/grants.ts';
import type { OpenSession } from '../people/sessions.ts';
import { getKeyAccess } from './accounts.ts';

/** The key or session of a request and its permissions. */
export interface Caller {
  accountId: string;
  /** Id of the key or user that the rate limits count requests for. */
  keyId: string;
  canWrite: boolean;
  /** Whether it may create quotes and customers and change drafts; everybody who can write may. */
  canDraft: boolean;
  /** Whether it is the key of the environment, to which the rate limits do not apply by default. */
  automation: boolean;
  /** Whether it may see and set costs, and see margins. */
  seesCosts: boolean;
  /** Whether it may approve quotes, which no key may. */
  mayApprove: boolean;
  actor: Actor;
  role: Role | 'key';
  /** Whether it is an app that a person has connected: the role is `reader` if that is theirs, else `key`. */
  isApp?: true;
  /** When and from where a key works; absent if always and from everywhere. */
  limits?: KeyLimits;
  /** Session of a signed-in user; absent for a key. */
  visitor?: OpenSession;
}

/** Checked at every request, also while the key is cached. */
interface KeyLimits {
  /** Time from which the key is rejected. */
  expiresAt: number;
  /** Whether it may be used from an IP address. */
  allows(address: string): boolean;
}

/** Cache time of a valid key if the database is behind a network. */
const REMOTE_KEY_CACHE_MS = 500;

/** Finds the caller by the hash of a valid key. `accountId` narrows the search: a key never changes its account. */
export async function findCallerByKey(
  { db, watchers }: Pick<Deps, 'db' | 'watchers'>,
  hash: string,
  accountId?: string,
): Promise<Caller | undefined> {
  let row = await findKeyByHash(db.read, hash, accountId);
  if (!row && db.engine === 'sqlite') {
    // A command may just have created the key: SQLite shows what another process wrote from the next turn on.
    await nextTurn();
    row = await findKeyByHash(db.read, hash, accountId);
  }
  if (!row) {
    watchers.note(hash, false);
    return undefined;
  }
  const access = getKeyAccess(row);
  return {
    accountId: row.account_id,
    keyId: row.id,
    canWrite: access === 'write',
    canDraft: access !== 'read',
    ...((row.expires_at !== null || row.addresses !== null) && { limits: toLimits(row) }),
    automation: false,
    seesCosts: row.sees_costs === 1,
    mayApprove: false,
    actor: { type: 'key', id: row.id, name: row.name },
    role: 'key',
  };
}

/** Returns the caller of PROFFER_API_KEY, which belongs to the first account of its kind. */
export async function findEnvironmentCaller({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<Caller | undefined> {
  const kind = config.apiKey?.startsWith('prf_test_') ? 'test' : 'live';
  const account = await findFirstAccount(db.read, kind);
  return (
    account && {
      accountId: account.id,
      keyId: 'key_environment',
      canWrite: true,
      canDraft: true,
      automation: true,
      seesCosts: false,
      mayApprove: false,
      actor: { type: 'key', id: 'key_environment', name: 'PROFFER_API_KEY' },
      role: 'key',
    }
  );
}

/** Installation-wide metrics are for the operator: the first account, with a key that has the write scope. */
export async function canViewInstallation(
  deps: Pick<Deps, 'db'>,
  { accountId, automation, canWrite }: Caller,
): Promise<boolean> {
  if (automation) return true;
  return canWrite && isFirstAccount(deps, accountId);
}

/** Whether it is the account of the operator. */
export async function isFirstAccount({ db }: Pick<Deps, 'db'>, accountId: string): Promise<boolean> {
  return (await findFirstAccount(db.read))?.id === accountId;
}

export function getKeyCacheMs({ db }: Pick<Deps, 'db'>): number {
  return db.engine === 'postgres' ? REMOTE_KEY_CACHE_MS : 0;
}

function toLimits({ expires_at, addresses }: KeyRow): KeyLimits {
  const ranges = addresses === null ? undefined : createBlockList(JSON.parse(addresses) as string[]);
  return {
    expiresAt: expires_at ?? Number.POSITIVE_INFINITY,
    allows: (address) => ranges === undefined || isInRanges(ranges, address),
  };
}

export interface KeyUse {
  accountId: string;
  keyId: string;
  isApp: boolean;
  at: number;
}

/** Records the last use of each key and app in its own write: the database server of one account may be down. */
export async function recordKeyUse({ db }: Pick<Deps, 'db'>, used: readonly KeyUse[]): Promise<void> {
  await Promise.all(
    used.map(({ accountId, keyId, isApp, at }) => {
      const touch = isApp ? touchGrant : touchKey;
      return db.write((tx) => touch(tx, { account_id: accountId, id: keyId }, at));
    }),
  );
}
