import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { AccountKind } from '../domain/account.ts';
import type { Customer } from '../domain/customer.ts';
import { firstAccount } from '../store/accounts.ts';
import { putCustomer } from '../store/customers.ts';
import type { Database, Sql } from '../store/database.ts';
import { createAccount, createKey } from './accounts.ts';

/** The key of a new account. Its secret is kept nowhere: whoever starts the service must be shown it now. */
export interface FirstKey {
  secret: string;
  accountId: string;
}

/**
 * Makes what the service cannot run without: the secret that signs links, and an account with demo customers and a
 * way in. Every start comes by here; all but the first find everything there.
 */
export async function prepareFirstStart(
  db: Database,
  config: Pick<Config, 'apiKey' | 'secret'>,
  now: number,
): Promise<{ secret: string; firstKey: FirstKey | null }> {
  return db.write(async (tx) => {
    const stored = await lockSecret(tx);
    const firstKey = await ensureAccount(tx, config.apiKey, now);
    return { secret: config.secret ?? stored, firstKey };
  });
}

/** The upsert also locks the row, so that of several processes that start at once one does the work. */
async function lockSecret(tx: Sql): Promise<string> {
  const row = await tx.get<{ value: string }>(
    `INSERT INTO settings (name, value) VALUES ('secret', ?)
     ON CONFLICT (name) DO UPDATE SET value = settings.value
     RETURNING value`,
    randomBytes(32).toString('base64url'),
  );
  if (!row) throw new Error('The signing secret could not be stored');
  return row.value;
}

async function ensureAccount(tx: Sql, apiKey: string | null, now: number): Promise<FirstKey | null> {
  const kind: AccountKind | undefined = apiKey
    ? apiKey.startsWith('prf_test_')
      ? 'test'
      : 'live'
    : undefined;
  if (await firstAccount(tx, kind)) return null;
  const account = await createAccount(tx, { name: 'My business', kind: kind ?? 'live' }, now);
  for (const customer of demoCustomers(now)) await putCustomer(tx, account.id, customer);
  if (apiKey) return null;
  const { secret } = await createKey(tx, account, { name: 'First key', scopes: 'read,write' }, now);
  return { secret, accountId: account.id };
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
      locale: 'ja-JP',
      ...times,
    },
  ];
}
