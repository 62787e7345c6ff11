import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { getDebtorRange } from '../../domain/books/accounting.ts';
import { type CustomerRecord, patchCustomer } from '../../domain/customer/customer.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { Sql } from '../../store/database.ts';
import { findFreeDebtorNumber, listUnnumberedDebtors } from '../../store/tables/books/debtors.ts';
import { findCustomer, findCustomers, putCustomer } from '../../store/tables/customers.ts';
import { requireAccount } from '../account/require-account.ts';
import { storeCustomer } from './customers.ts';

/** Customers that get their number in one transaction. */
const BATCH = 100;

interface Owner {
  accountId: string;
  actor: Actor;
}

/**
 * Gives a customer the next number inside a transaction, unless it has one or the account gives none. The writes of an account
 * take turns, so no other write can give the same number.
 */
export async function giveDebtorNumber(
  tx: Sql,
  owner: Owner,
  { accounting }: Account,
  customer: Pick<CustomerRecord, 'id' | 'debtorNumber'>,
  now: number,
): Promise<number | null> {
  const { accountLength, firstDebtorNumber } = accounting;
  if (firstDebtorNumber === null || customer.debtorNumber !== null) return customer.debtorNumber;
  const { accountId } = owner;
  const range = { ...getDebtorRange(accountLength), min: firstDebtorNumber };
  const debtorNumber = await findFreeDebtorNumber(tx, accountId, range);
  const before = await findCustomer(tx, accountId, customer.id);
  if (debtorNumber === undefined || !before) return null;
  const after = patchCustomer(before, { debtorNumber }, now);
  // The invoices of an erased customer are still booked.
  if (before.erasedAt !== undefined)
    await putCustomer(tx, accountId, { ...after, erasedAt: before.erasedAt }, before);
  else await storeCustomer(tx, owner, before, after, now);
  return debtorNumber;
}

/** Gives numbers to all customers with issued invoices that have none. */
export async function giveDebtorNumbers(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
): Promise<void> {
  const owner: Owner = { accountId, actor: { type: 'system' } };
  for (let last: string | undefined = ''; last !== undefined; ) {
    const ids: string[] = await listUnnumberedDebtors(db.read, accountId, last, BATCH);
    last = ids.at(-1);
    if (last !== undefined)
      await db.write((tx) => giveAll(tx, owner, ids, now), { account: accountId, evenIfClosed: true });
  }
}

async function giveAll(tx: Sql, owner: Owner, ids: readonly string[], now: number): Promise<void> {
  const account = await requireAccount(tx, owner.accountId);
  const customers = await findCustomers(tx, owner.accountId, ids);
  for (const id of ids) {
    const customer = customers.get(id);
    if (customer) await giveDebtorNumber(tx, owner, account, customer, now);
  }
}
