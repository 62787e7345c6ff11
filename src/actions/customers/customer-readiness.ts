import type { Deps } from '../../app/deps.ts';
import type { Readiness } from '../../domain/account/particulars/einvoice.ts';
import { type CustomerRecord, omitMetadata } from '../../domain/customer/customer.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { expectFound } from '../expect-found.ts';
import { checkParties } from '../invoices/einvoice/check-einvoice.ts';

/** A customer with what its electronic invoices lack; `null` if they are not electronic. */
interface CheckedCustomer extends CustomerRecord {
  eInvoice: Readiness | null;
}

export interface ReadinessCheck {
  customer: CheckedCustomer;
  views: number;
}

/**
 * Adds what the electronic invoices of a customer lack. That depends on the account, too, so its version is part of the
 * ETag, like the views of a quote.
 */
export function checkCustomerReadiness(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customer: CustomerRecord,
): Promise<ReadinessCheck> {
  return checkReadinessIn(db.read, accountId, customer);
}

/** Checks the customer inside a transaction. */
export async function checkReadinessIn(
  sql: Sql,
  accountId: string,
  customer: CustomerRecord,
): Promise<ReadinessCheck> {
  const { account, version } = expectFound(await findAccount(sql, accountId), 'account');
  const eInvoice = checkParties({ account, customer: omitMetadata(customer) });
  return { customer: { ...customer, eInvoice }, views: eInvoice === null ? 0 : version };
}
