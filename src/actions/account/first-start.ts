import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Account, AccountKind } from '../../domain/account/account.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Database, Sql } from '../../store/database.ts';
import { firstAccount } from '../../store/tables/account/accounts.ts';
import { revokeKey } from '../../store/tables/account/keys.ts';
import { deleteSetting, keepSetting, loadSetting, putSetting } from '../../store/tables/settings.ts';
import { markUpToDate } from '../bring-up-to-date.ts';
import { storeCustomer } from '../customer/customers.ts';
import { keyRecoveryHashes } from '../person/second-factor/recovery-codes.ts';
import { newSetupCode } from '../person/setup.ts';
import { createAccount, createKey } from './accounts.ts';

/** The key of a new account. Its secret is kept nowhere: whoever starts the service must be shown it now. */
export interface FirstKey {
  id: string;
  secret: string;
  accountId: string;
}

/** Names the first key until it was shown. Databases from before this was kept do not have it. */
const UNSHOWN = 'unshown_key';

/**
 * Makes what the service cannot run without: the secret that signs links, and an account with demo customers and a
 * way in. Every start comes by here; all but the first find everything there.
 */
export async function prepareFirstStart(
  db: Database,
  config: Pick<Config, 'apiKey' | 'secret' | 'console'>,
  now: number,
): Promise<{ secret: string; firstKey: FirstKey | null; setupCode: string | null }> {
  return db.write(async (tx) => {
    // Locks it too, so that of several processes that start at once one does the work.
    const stored = await keepSetting(tx, 'secret', randomBytes(32).toString('base64url'));
    const secret = config.secret ?? stored;
    // Before accounts are read: where they are spread over servers, people cannot be written after that.
    await keyRecoveryHashes(tx, secret);
    const created = await ensureAccount(tx, config.apiKey, now);
    const firstKey = created ?? (config.apiKey ? null : await replaceUnshown(tx, now));
    const setupCode = config.console ? await newSetupCode(tx) : null;
    return { secret, firstKey, setupCode };
  });
}

/**
 * Shows the key, which counts as shown once that is done. Meanwhile nobody else can replace it: of several processes
 * that start at once, one shows its key, and the key of no other is left. `false` when this is one of those.
 */
export async function showFirstKey(
  db: Database,
  key: FirstKey,
  show: (secret: string) => Promise<void>,
): Promise<boolean> {
  let isShown = false;
  await db.write(async (tx) => {
    if ((await loadSetting(tx, UNSHOWN)) !== key.id) return;
    if (!isShown) await show(key.secret);
    isShown = true;
    await deleteSetting(tx, UNSHOWN);
  });
  return isShown;
}

async function ensureAccount(tx: Sql, apiKey: string | null, now: number): Promise<FirstKey | null> {
  const kind: AccountKind | undefined = apiKey
    ? apiKey.startsWith('prf_test_')
      ? 'test'
      : 'live'
    : undefined;
  if (await firstAccount(tx, kind)) return null;
  if (!(await firstAccount(tx))) await markUpToDate(tx);
  const account = await createAccount(tx, { name: 'My business', kind: kind ?? 'live' }, now);
  const owner = { accountId: account.id, actor: { type: 'system' } } as const;
  for (const customer of demoCustomers(now)) {
    await storeCustomer(tx, owner, undefined, { ...customer, metadata: {} }, now);
  }
  if (apiKey) return null;
  return createFirstKey(tx, account, now);
}

/** A start that ended too early has left a key that nobody has seen. */
async function replaceUnshown(tx: Sql, now: number): Promise<FirstKey | null> {
  const unshown = await loadSetting(tx, UNSHOWN);
  const account = unshown && (await firstAccount(tx));
  if (!account) return null;
  await revokeKey(tx, unshown, now);
  return createFirstKey(tx, account, now);
}

async function createFirstKey(tx: Sql, account: Account, now: number): Promise<FirstKey> {
  const { id, secret } = await createKey(tx, account, { name: 'First key', scopes: 'read,write' }, now);
  await putSetting(tx, UNSHOWN, id);
  return { id, secret, accountId: account.id };
}

function demoCustomers(now: number): Customer[] {
  const at = new Date(now).toISOString();
  const times = { createdAt: at, updatedAt: at };
  return [
    {
      id: 'cus_demo',
      name: 'Northwind Studios Ltd',
      email: 'accounts@northwind.example.com',
      phone: '+44 20 7946 0123',
      address: '12 Harbour Lane\nLondon SE1 4AB\nUnited Kingdom',
      country: 'GB',
      taxId: 'GB 123 4567 89',
      kind: 'company',
      locale: 'en-GB',
      ...times,
    },
    {
      id: 'cus_demo_fr',
      name: 'Atelier Lumière SARL',
      email: 'compta@lumiere.example.com',
      phone: '+33 1 99 00 12 34',
      address: '8 rue des Tilleuls\n69002 Lyon\nFrance',
      country: 'FR',
      taxId: 'FR 12 345678901',
      kind: 'company',
      locale: 'fr-FR',
      ...times,
    },
    {
      id: 'cus_demo_jp',
      name: '株式会社さくら商事',
      email: 'keiri@sakura.example.com',
      phone: '+81 3-0000-1234',
      address: '〒100-0001\n東京都千代田区千代田1-2-3',
      country: 'JP',
      taxId: 'T1234567890123',
      kind: 'company',
      locale: 'ja-JP',
      ...times,
    },
  ];
}
