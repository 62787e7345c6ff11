import { randomBytes } from 'node:crypto';
import type { Config } from '../../app/config/config.ts';
import type { Account, AccountKind } from '../../domain/account/account.ts';
import { DEFAULT_NAME, formatTestName } from '../../domain/account/new-account.ts';
import { type CustomerInput, composeCustomer } from '../../domain/customer/customer.ts';
import type { Database, Sql } from '../../store/database.ts';
import { findFirstAccount } from '../../store/tables/account/accounts.ts';
import { revokeKey } from '../../store/tables/account/keys.ts';
import { deleteSetting, ensureSetting, loadSetting, putSetting } from '../../store/tables/settings.ts';
import { storeCustomer } from '../customers/customers.ts';
import { newSetupCode } from '../people/setup.ts';
import { createAccount, createKey } from './accounts.ts';

/** Keys of the first two accounts. Their secrets are not stored, so the operator must see them at this start. */
export interface FirstKeys {
  /** Ids of both keys, as stored until the keys were shown. */
  ids: string;
  secret: string;
  /** Secret of the test account's key. */
  testSecret: string;
  accountId: string;
}

/** Setting with the ids of the first keys until they were shown. */
const UNSHOWN_KEYS_SETTING = 'unshown_key';

/**
 * Creates what the service requires: the secret that signs links, and accounts with keys. It runs at
 * every start and does nothing after the first one.
 */
export async function prepareFirstStart(
  db: Database,
  config: Pick<Config, 'apiKey' | 'secret' | 'console'>,
  now: number,
): Promise<{ secret: string; storedSecret: string; firstKeys: FirstKeys | null; setupCode: string | null }> {
  return db.write(async (tx) => {
    // The setting is also locked, so that only one of several starting processes does the work.
    const stored = await ensureSetting(tx, 'secret', randomBytes(32).toString('base64url'));
    const secret = config.secret ?? stored;
    const created = await ensureAccount(tx, config.apiKey, now);
    const firstKeys = created ?? (config.apiKey ? null : await replaceUnshownKeys(tx, now));
    const setupCode = config.console ? await newSetupCode(tx) : null;
    return { secret, storedSecret: stored, firstKeys, setupCode };
  });
}

/**
 * Shows the keys and marks them as shown in one transaction, so that no other process can replace them in the meantime.
 * Returns `false` if another process that started concurrently has replaced these keys.
 */
export async function showFirstKeys(
  db: Database,
  keys: FirstKeys,
  show: (keys: FirstKeys) => Promise<void>,
): Promise<boolean> {
  let isShown = false;
  await db.write(async (tx) => {
    if ((await loadSetting(tx, UNSHOWN_KEYS_SETTING)) !== keys.ids) return;
    if (!isShown) await show(keys);
    isShown = true;
    await deleteSetting(tx, UNSHOWN_KEYS_SETTING);
  });
  return isShown;
}

async function ensureAccount(tx: Sql, apiKey: string | null, now: number): Promise<FirstKeys | null> {
  const kind: AccountKind | undefined = apiKey
    ? apiKey.startsWith('prf_test_')
      ? 'test'
      : 'live'
    : undefined;
  if (await findFirstAccount(tx, kind)) return null;
  const account = await createFirstAccount(tx, { name: DEFAULT_NAME, kind: kind ?? 'live' }, now);
  return apiKey ? null : createFirstKeys(tx, account, now);
}

/** A test account has customers to try things out with. A live account has only those of its business. */
async function createFirstAccount(
  tx: Sql,
  wanted: { name: string; kind: AccountKind },
  now: number,
): Promise<Account> {
  const account = await createAccount(tx, wanted, now);
  const owner = { accountId: account.id, actor: { type: 'system' } } as const;
  for (const { id, ...input } of account.kind === 'test' ? DEMO_CUSTOMERS : []) {
    await storeCustomer(tx, owner, undefined, composeCustomer(id, input, undefined, now), now);
  }
  return account;
}

/** Replaces keys that were never shown because an earlier start was interrupted. */
async function replaceUnshownKeys(tx: Sql, now: number): Promise<FirstKeys | null> {
  const unshown = await loadSetting(tx, UNSHOWN_KEYS_SETTING);
  const account = unshown && (await findFirstAccount(tx));
  if (!account) return null;
  for (const id of unshown.split(' ')) await revokeKey(tx, id, now);
  return createFirstKeys(tx, account, now);
}

async function createFirstKeys(tx: Sql, account: Account, now: number): Promise<FirstKeys> {
  const test =
    (await findFirstAccount(tx, 'test')) ??
    // It is created a millisecond later, so that the live account is and stays the first one.
    (await createFirstAccount(tx, { name: formatTestName(DEFAULT_NAME), kind: 'test' }, now + 1));
  const wanted = { name: 'First key', access: 'write' } as const;
  const key = await createKey(tx, account, wanted, now);
  const testKey = await createKey(tx, test, wanted, now);
  const ids = `${key.id} ${testKey.id}`;
  await putSetting(tx, UNSHOWN_KEYS_SETTING, ids);
  return { ids, secret: key.secret, testSecret: testKey.secret, accountId: account.id };
}

const DEMO_CUSTOMERS: (CustomerInput & { id: string })[] = [
  {
    id: 'cus_demo',
    name: 'Northwind Studios Ltd',
    email: 'accounts@northwind.example.com',
    phone: '+44 20 7946 0123',
    street: '12 Harbour Lane',
    postalCode: 'SE1 4AB',
    city: 'London',
    country: 'GB',
    taxId: 'GB 123 4567 89',
    locale: 'en-GB',
  },
  {
    id: 'cus_demo_fr',
    name: 'Atelier Lumière SARL',
    email: 'compta@lumiere.example.com',
    phone: '+33 1 99 00 12 34',
    street: '8 rue des Tilleuls',
    postalCode: '69002',
    city: 'Lyon',
    country: 'FR',
    taxId: 'FR 12 345678901',
    locale: 'fr-FR',
  },
  {
    id: 'cus_demo_jp',
    name: '株式会社さくら商事',
    email: 'keiri@sakura.example.com',
    phone: '+81 3-0000-1234',
    street: '千代田1-2-3',
    postalCode: '100-0001',
    city: '千代田区',
    region: '東京都',
    country: 'JP',
    taxId: 'T1234567890123',
    locale: 'ja-JP',
  },
];
