import { prepareFirstStart } from '../src/actions/account/first-start.ts';
import type { Account } from '../src/domain/account/account.ts';
import { composeCustomer } from '../src/domain/customer/customer.ts';
import type { Database } from '../src/store/database.ts';
import { findFirstAccount } from '../src/store/tables/account/accounts.ts';
import { findCustomer, putCustomer } from '../src/store/tables/customers.ts';
import { API_KEY, CUSTOMERS } from './harness.ts';

/** Creates the first account, with the customers that the benches name. */
export async function prepareFirstAccount(db: Database, secret: string | null = null): Promise<Account> {
  const now = Date.now();
  await prepareFirstStart(db, { apiKey: API_KEY, secret, console: false }, now);
  const account = await findFirstAccount(db.read);
  if (!account) throw new Error('no account');
  await db.write(async (tx) => {
    for (const [id, customer] of CUSTOMERS) {
      if (await findCustomer(tx, account.id, id)) continue;
      await putCustomer(tx, account.id, composeCustomer(id, customer, undefined, now));
    }
  });
  return account;
}
