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
import { findCustomer, findCustomerRow, putCustomer } from '../../../store/tables/customers.ts';
import { isSendRunning, revokeLinks } from '../../../store/tables/erasure/erase-mail.ts';
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
export async function beginErasure(
  { db, sealing }: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
  customerId: string,
  { actor, now }: { actor: Actor; now: number },
): Promise<number> {
  await closeCustomerPages({ db }, accountId, customerId);
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
      await expectNoSend(tx, accountId, customerId);
      const { name, email } = customer;
      const unfinished = sealUnfinished({ sealing }, accountId, {
        customer: { id: customerId, name, email },
        actor,
      });
      const { account } = expectFound(await findAccount(tx, accountId), 'account');
      await endSeriesOfCustomer(tx, { accountId, actor }, customerId, account, now);
      await freezeParties(tx, accountId, customer);
      await putCustomer(tx, accountId, composeErasedCustomer(customer, now), customer);
      const customerSha256 = hashCustomerId(accountId, customerId);
      const open = { customerId, nextAt, unfinished };
      await putErasure(tx, { accountId, customerSha256, erasedAt: now }, open);
      return now;
    },
    { account: accountId },
  );
}

/** Links per transaction. */
const LINKS = 500;

/** Closes the pages of all documents of the customer. It comes first, because it takes many steps. */
async function closeCustomerPages(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customerId: string,
): Promise<void> {
  const { erasedAt } = expectFound(await findCustomer(db.read, accountId, customerId), 'customer');
  if (erasedAt !== undefined) return;
  await expectNoSend(db.read, accountId, customerId);
  const { ids } = await findTraces(db, accountId, { id: customerId });
  const documents = [...ids];
  for (let start = 0; start < documents.length; start += LINKS) {
    const some = documents.slice(start, start + LINKS);
    await db.write((tx) => revokeLinks(tx, accountId, some), { account: accountId, isBulk: true });
  }
}

async function expectNoSend(sql: Sql, accountId: string, customerId: string): Promise<void> {
  if (!(await isSendRunning(sql, accountId, customerId))) return;
  throw new Problem(
    'send_in_progress',
    'An email about a document of this customer is being sent. Try again when it has left.',
    { headers: { 'Retry-After': '5' } },
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
