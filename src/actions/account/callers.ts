import type { Deps } from '../../deps.ts';
import type { Role } from '../../domain/person/role.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { firstAccount } from '../../store/tables/account/accounts.ts';
import { findKeyByHash, touchKey } from '../../store/tables/account/keys.ts';
import type { OpenSession } from '../person/sessions.ts';

/** Whose key or session a request carries and what it may do. */
export interface Caller {
  accountId: string;
  /** Of the key, or of the person: whose requests are counted. */
  keyId: string;
  canWrite: boolean;
  /** The key of the environment, to which the rate limits do not apply by default. */
  automation: boolean;
  actor: Actor;
  role: Role | 'key';
  /** Who it is that has a role. */
  visitor?: OpenSession;
}

/** How long a key that was found may be believed without asking a database that is a network away. */
const REMOTE_KEY_MS = 500;

/** By the hash of a key that is valid at this moment. A key never changes its account, if that is known. */
export async function callerOfKey(
  { db, watchers }: Pick<Deps, 'db' | 'watchers'>,
  hash: string,
  accountId?: string,
): Promise<Caller | undefined> {
  const row = await findKeyByHash(db.read, hash, accountId);
  if (!row) {
    watchers.note(hash, false);
    return undefined;
  }
  return {
    accountId: row.account_id,
    keyId: row.id,
    canWrite: row.scopes === 'read,write',
    automation: false,
    actor: { type: 'key', id: row.id, name: row.name },
    role: 'key',
  };
}

/** The key of the environment belongs to the first account of its kind. */
export async function callerOfEnvironment({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<Caller | undefined> {
  const kind = config.apiKey?.startsWith('prf_test_') ? 'test' : 'live';
  const account = await firstAccount(db.read, kind);
  return (
    account && {
      accountId: account.id,
      keyId: 'key_environment',
      canWrite: true,
      automation: true,
      actor: { type: 'key', id: 'key_environment', name: 'PROFFER_API_KEY' },
      role: 'key',
    }
  );
}

/** The figures of the whole installation are for who runs it: the first account, with a key that may also write. */
export async function mayWatchInstallation(
  { db }: Pick<Deps, 'db'>,
  { accountId, automation, canWrite }: Caller,
): Promise<boolean> {
  if (automation) return true;
  return canWrite && (await firstAccount(db.read))?.id === accountId;
}

export function keyBelievedMs({ db }: Pick<Deps, 'db'>): number {
  return db.engine === 'postgres' ? REMOTE_KEY_MS : 0;
}

export interface KeyUse {
  accountId: string;
  keyId: string;
  at: number;
}

/** Writes down when keys were last used, each by itself: the server of one account may be down. */
export async function noteKeyUse({ db }: Pick<Deps, 'db'>, used: readonly KeyUse[]): Promise<void> {
  await Promise.all(
    used.map(({ accountId, keyId, at }) =>
      db.write((tx) => touchKey(tx, { account_id: accountId, id: keyId }, at)),
    ),
  );
}
