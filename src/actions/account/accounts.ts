import type { Deps } from '../../app/deps.ts';
import type { Account, AccountKind } from '../../domain/account/account.ts';
import { newAccount } from '../../domain/account/new-account.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { ListedKey } from '../../domain/people/account-access.ts';
import { type KeyAccess, listScopes } from '../../domain/people/key-scopes.ts';
import type { Sql } from '../../store/database.ts';
import {
  findAccount,
  findFirstAccount,
  insertAccount,
  listAccounts,
} from '../../store/tables/account/accounts.ts';
import { insertKey, type KeyRow, listKeys, revokeKey } from '../../store/tables/account/keys.ts';
import { hashSecret, newSecretCode } from '../people/secret-code.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { requireAccount } from './require-account.ts';

/** The business of a new account. Settings that are not given have their defaults. */
export type NewAccount = Pick<Account, 'name' | 'kind'> &
  Partial<Pick<Account, 'country' | 'currency' | 'locale' | 'timeZone' | 'email'>>;

export async function createAccount(
  tx: Sql,
  { name, kind, ...settings }: NewAccount,
  now: number,
): Promise<Account> {
  const at = new Date(now).toISOString();
  const account = { ...newAccount({ id: newId('acc', now), kind, name, at }), ...settings };
  await insertAccount(tx, account);
  return account;
}

export interface NewKey {
  name: string;
  access: KeyAccess;
  /** Time from which the key is rejected. */
  expiresAt?: number | null;
  /** Address ranges that the key works from. */
  addresses?: string[] | null;
  seesCosts?: boolean;
}

/** Returns the secret, which cannot be read again: only its hash is stored. */
export async function createKey(
  tx: Sql,
  account: Pick<Account, 'id' | 'kind'>,
  { name, access, expiresAt = null, addresses = null, seesCosts = false }: NewKey,
  now: number,
): Promise<{ id: string; secret: string }> {
  const id = newId('key', now);
  const secret = `prf_${account.kind}_${newSecretCode(24)}`;
  await insertKey(tx, {
    account_id: account.id,
    id,
    name,
    hint: `${secret.slice(0, 13)}…`,
    hash: hashSecret(secret),
    scopes: access === 'write' ? 'read,write' : 'read',
    drafts: access === 'draft' ? 1 : 0,
    expires_at: expiresAt,
    addresses: addresses && JSON.stringify(addresses),
    sees_costs: seesCosts ? 1 : 0,
    created_at: now,
  });
  return { id, secret };
}

/** Finds the account with that id, or the first account without an id. */
export async function chooseAccount(
  sql: Sql,
  id: string | undefined,
  kind?: AccountKind,
): Promise<Account | undefined> {
  return id === undefined ? findFirstAccount(sql, kind) : (await findAccount(sql, id))?.account;
}

export function listAllAccounts({ db }: Pick<Deps, 'db'>): Promise<Account[]> {
  return listAccounts(db.read);
}

export function listKeyRows({ db }: Pick<Deps, 'db'>, accountId?: string): Promise<KeyRow[]> {
  return listKeys(db.read, accountId);
}

/** Revokes all keys or none. `revoked` is false for a key that was revoked before. */
export function revokeKeys(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
  now: number,
): Promise<{ id: string; revoked: boolean }[]> {
  return db.write(async (tx) => {
    const done: { id: string; revoked: boolean }[] = [];
    for (const id of ids) done.push({ id, revoked: await revokeKey(tx, id, now) });
    return done;
  });
}

export async function listAccountKeys({ db }: Pick<Deps, 'db'>, accountId: string): Promise<ListedKey[]> {
  return (await listKeys(db.read, accountId)).map(toListedKey);
}

export function createAccountKey(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  input: NewKey,
  now: number,
  keep: Keep<ListedKey & { secret: string }> = keepNothing,
): Promise<ListedKey & { secret: string }> {
  return db.write(
    async (tx) => {
      const account = await requireAccount(tx, accountId);
      const { id, secret } = await createKey(tx, account, input, now);
      const row = (await listKeys(tx, accountId)).find((key) => key.id === id);
      if (!row) throw new Error('a key that was created does not exist');
      return keep(tx, { ...toListedKey(row), secret });
    },
    { account: accountId },
  );
}

export async function revokeAccountKey(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<void> {
  await db.write(
    async (tx) => {
      if (!(await revokeKey(tx, id, now, accountId))) {
        throw new Problem('not_found', 'There is no such key, or it has already been revoked.');
      }
    },
    { account: accountId, evenIfClosed: true },
  );
}

export function getKeyAccess({ scopes, drafts }: Pick<KeyRow, 'scopes' | 'drafts'>): KeyAccess {
  if (scopes === 'read,write') return 'write';
  return drafts === 1 ? 'draft' : 'read';
}

function toListedKey(key: KeyRow): ListedKey {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: listScopes(getKeyAccess(key)),
    seesCosts: key.sees_costs === 1,
    expiresAt: iso(key.expires_at),
    addresses: key.addresses === null ? null : JSON.parse(key.addresses),
    createdAt: new Date(key.created_at).toISOString(),
    lastUsedAt: iso(key.last_used_at),
    revokedAt: iso(key.revoked_at),
  };
}
