import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { chooseDefaultMethod } from '../../domain/invoice/compose-invoice.ts';
import type { Sql } from '../../store/database.ts';
import { findCurrentRow } from '../../store/tables/payment/connections.ts';

/** Returns it outside a transaction, for a form. */
export function readDefaultMethod({ db }: Pick<Deps, 'db'>, account: Account): Promise<string> {
  return findDefaultMethod(db.read, account);
}

/** Returns the payment method of invoices that name none. */
export async function findDefaultMethod(sql: Sql, account: Pick<Account, 'id' | 'bank'>): Promise<string> {
  // The provider matters only next to a bank account.
  const hasProvider = account.bank !== null && (await findCurrentRow(sql, account.id)) !== undefined;
  return chooseDefaultMethod(account, hasProvider);
}
