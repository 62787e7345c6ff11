import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { formatTestName } from '../../domain/account/new-account.ts';
import { patchAccount } from '../../domain/account/patch-account.ts';
import { newId } from '../../domain/ids.ts';
import type { Sql } from '../../store/database.ts';
import { listAccounts, replaceAccount } from '../../store/tables/account/accounts.ts';
import { type IdentityKey, insertIdentity } from '../../store/tables/person/identities.ts';
import { hasUsers, insertUser, putMembership } from '../../store/tables/person/users.ts';
import { deleteSetting, findSetting, loadSetting, putSetting } from '../../store/tables/settings.ts';
import { adoptEmail } from '../account/adopt-email.ts';
import { type NewPasskey, storePasskey } from './passkeys.ts';
import { hashSecret, newSecretCode } from './secret-code.ts';
import { type NewSession, startSession } from './sessions.ts';

const SETUP = 'setup_code';

/** Creates a code at every start, which replaces the last one; `null` once the console is set up. */
export async function newSetupCode(tx: Sql): Promise<string | null> {
  if (await hasUsers(tx)) return null;
  const code = newSecretCode();
  await putSetting(tx, SETUP, hashSecret(code));
  return code;
}

/** Whether the code is valid: `false` for a wrong code, and for one that was replaced or used. */
export async function isSetupCode({ db }: Pick<Deps, 'db'>, code: string): Promise<boolean> {
  return (await findSetting(db.read, SETUP)) === hashSecret(code) && !(await hasUsers(db.read));
}

/** Whether the console is not set up yet. */
export async function isSetupOpen({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return !(await hasUsers(db.read));
}

/** Lists the accounts that the user who sets up the console will own. */
export async function listAccountNames({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  return (await listAccounts(db.read)).map(({ name }) => name);
}

export interface NewOwner {
  name: string;
  email: string;
  /** Password hash; `null` for a user who signs in without a password. */
  password: string | null;
  passkey?: { made: NewPasskey; challenge: string };
  identity?: IdentityKey;
}

/** Facts about the business that the owner enters at set-up. */
export type NewBusiness = Partial<Pick<Account, 'name' | 'country'>>;

/** Creates the owner of all accounts and signs them in; `undefined` if the code was used or replaced in the meantime. */
export function setUpConsole(
  { db }: Pick<Deps, 'db'>,
  code: string,
  { passkey, identity, ...owner }: NewOwner,
  { agent, business = {} }: { agent: string | undefined; business?: NewBusiness },
  now: number,
): Promise<NewSession | undefined> {
  return db.write(async (tx) => {
    // Locked: only one concurrent request wins.
    if ((await loadSetting(tx, SETUP)) !== hashSecret(code) || (await hasUsers(tx))) return undefined;
    await deleteSetting(tx, SETUP);
    const id = newId('usr', now);
    await insertUser(tx, { id, ...owner, locale: null, created_at: now });
    if (identity) await insertIdentity(tx, identity, id, now);
    if (passkey) await storeFirstPasskey(tx, id, passkey, now);
    const accounts = await listAccounts(tx);
    for (const { id: accountId } of accounts) await putMembership(tx, id, { accountId, role: 'owner' }, now);
    await describeBusiness(tx, accounts, business, now);
    for (const { id: accountId } of accounts) await adoptEmail(tx, accountId, owner.email, now);
    return startSession(tx, id, { agent, isTwoStep: passkey !== undefined }, now);
  });
}

/** Changes the account that the business works with, and lets a test account that has no name of its own follow. */
async function describeBusiness(
  tx: Sql,
  accounts: readonly Account[],
  business: NewBusiness,
  now: number,
): Promise<void> {
  const own = findOwnAccount(accounts);
  if (!own) return;
  const { name, ...rest } = business;
  for (const account of accounts) {
    const isFollowing = account.kind === 'test' && account.name === formatTestName(own.name);
    const named = account.id === own.id ? name : isFollowing && name ? formatTestName(name) : undefined;
    if (account.id !== own.id && !isFollowing) continue;
    const after = patchAccount(account, { ...rest, ...(named !== undefined && { name: named }) }, now);
    if (after !== account) await replaceAccount(tx, after);
  }
}

/** The first live account, or the first one. */
function findOwnAccount(accounts: readonly Account[]): Account | undefined {
  return accounts.find(({ kind }) => kind === 'live') ?? accounts[0];
}

/** Reads the account that set-up asks about. */
export async function findSetupAccount({ db }: Pick<Deps, 'db'>): Promise<Account | undefined> {
  return findOwnAccount(await listAccounts(db.read));
}

/** Stores the passkey of a user who is created in the same transaction. */
export async function storeFirstPasskey(
  tx: Sql,
  userId: string,
  { made, challenge }: NonNullable<NewOwner['passkey']>,
  now: number,
): Promise<void> {
  const isNew = await storePasskey(tx, made, { userId, name: 'Passkey', challenge }, now);
  if (!isNew) throw new Error('the passkey exists already');
}
