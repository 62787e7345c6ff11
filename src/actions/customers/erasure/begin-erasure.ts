import type { Deps } from '../../../app/deps.ts';
import {
  type CustomerRecord,
  composeErasedCustomer,
  omitMetadata,
} from '../../../domain/customer/customer.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { findCustomerRow, putCustomer } from '../../../store/tables/customers.ts';
import { isSendRunning, revokeCustomerLinks } from '../../../store/tables/erasure/erase-mail.ts';
import {
  findErasure,
  hashCustomerId,
  putErasure,
  rescheduleErasure,
} from '../../../store/tables/erasure/erasures.ts';
import {
  freezeInvoices,
  freezeQuotes,
  hasUnfrozenDocuments,
} from '../../../store/tables/erasure/freeze-parties.ts';
import { expectFound } from '../../expect-found.ts';
import { endSeriesOfCustomer } from '../../invoices/recurring/end-recurring.ts';
import { storeParties } from '../../sending/documents/parties.ts';
import { findTraces, sealUnfinished } from './traces.ts';

/** A job continues an erasure whose process died after this time. */
export const RETRY_MS = 5 * 60_000;

/**
 * Removes the customer's data from its record and records the erasure in one transaction: from then on nothing new can be
 * made of the customer, and a job finishes the work if this process dies. Returns when the customer was erased, which for a
 * repeat is the first time.
 */
export function beginErasure(
  { db, sealing }: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
  customerId: string,
  { actor, now }: { actor: Actor; now: number },
): Promise<number> {
  return db.write(
    async (tx) => {
      const { doc } = expectFound(await findCustomerRow(tx, accountId, customerId), 'customer');
      const customer = JSON.parse(doc) as CustomerRecord;
      const nextAt = tx.clock() + RETRY_MS;
      if (customer.erasedAt !== undefined) {
        await rescheduleErasure(tx, accountId, customerId, nextAt);
        const stored = await findErasure(tx, accountId, customerId);
        return stored?.erased_at ?? Date.parse(customer.erasedAt);
      }
      if (await isSendRunning(tx, accountId, customerId)) {
        throw new Problem(
          'send_in_progress',
          'An email about a document of this customer is being sent. Try again when it has left.',
          { headers: { 'Retry-After': '5' } },
        );
      }
      const traces = await findTraces(tx, accountId, customer);
      const unfinished = sealUnfinished({ sealing }, accountId, { traces, actor });
      const { account } = expectFound(await findAccount(tx, accountId), 'account');
      await endSeriesOfCustomer(tx, { accountId, actor }, customerId, account, now);
      await freezeParties(tx, accountId, customer);
      await revokeCustomerLinks(tx, accountId, customerId);
      await putCustomer(tx, accountId, composeErasedCustomer(customer, now), customer);
      const customerSha256 = hashCustomerId(accountId, customerId);
      const open = { customerId, nextAt, unfinished };
      await putErasure(tx, { accountId, customerSha256, erasedAt: now }, open);
      return now;
    },
    { account: accountId },
  );
}

/** Documents that must be kept and still show the customer as it is now get a copy of their own. */
async function freezeParties(tx: Sql, accountId: string, customer: CustomerRecord): Promise<void> {
  if (!(await hasUnfrozenDocuments(tx, accountId, customer.id))) return;
  const { account } = expectFound(await findAccount(tx, accountId), 'account');
  const shown = omitMetadata(customer);
  const sha256 = await storeParties(tx, accountId, { account, customer: shown });
  await freezeQuotes(tx, accountId, customer.id, sha256);
  await freezeInvoices(tx, accountId, shown, sha256);
}
