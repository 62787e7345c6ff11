import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { chooseDefaultMethod } from '../../domain/invoice/compose-invoice.ts';
import { isUsableMethod, type WaysToPay } from '../../domain/invoice/payment/payment-method.ts';
import type { Sql } from '../../store/database.ts';
import { findCurrentRow } from '../../store/tables/payment/connections.ts';

type Payee = Pick<Account, 'id' | 'bank'>;

/** Returns the payment method of invoices that name none. */
export async function findDefaultMethod(
  sql: Sql,
  account: Pick<Account, 'id' | 'bank' | 'defaultPaymentMethod'>,
): Promise<string> {
  // The provider matters only next to a bank account, or if online payment is the default.
  const isAsked = account.bank !== null || account.defaultPaymentMethod === 'ONLINE_PAYMENT';
  const hasProvider = isAsked && (await findCurrentRow(sql, account.id)) !== undefined;
  return chooseDefaultMethod(account, hasProvider);
}

/** Returns the ways in which the account can be paid now, for a page. */
export function findWaysToPay({ db }: Pick<Deps, 'db'>, account: Payee): Promise<WaysToPay> {
  return readWaysToPay(db.read, account);
}

/** Like `findWaysToPay`, in a transaction. */
export async function readWaysToPay(sql: Sql, account: Payee): Promise<WaysToPay> {
  return { bank: account.bank, hasProvider: (await findCurrentRow(sql, account.id)) !== undefined };
}

/** Whether a document may name the method. */
export async function canPayBy(sql: Sql, method: string, account: Payee): Promise<boolean> {
  const isOnline = method === 'ONLINE_PAYMENT';
  const hasProvider = isOnline && (await findCurrentRow(sql, account.id)) !== undefined;
  return isUsableMethod(method, { bank: account.bank, hasProvider });
}
