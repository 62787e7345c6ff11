import type { Deps } from '../../app/deps.ts';
import {
  type CustomerInput,
  type CustomerPatch,
  type CustomerRecord,
  composeCustomer,
  isSameCustomer,
  patchCustomer,
} from '../../domain/customer/customer.ts';
import { Problem } from '../../domain/errors.ts';
import { findPreviousValues } from '../../domain/events/feed-event.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { findMetadataErrors } from '../../domain/metadata.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { Sql } from '../../store/database.ts';
import type { CustomerPage } from '../../store/lists/by-text/customer-list.ts';
import type { PageTotal } from '../../store/lists/list-total.ts';
import { readList } from '../../store/lists/read-list.ts';
import * as table from '../../store/tables/customers.ts';
import { findPriceList } from '../../store/tables/price-list/price-lists.ts';
import { newRealId, writeNow } from '../account/account-time.ts';
import { recordCustomerEvent } from '../events/record-event.ts';
import { expectCursor } from '../expect-cursor.ts';
import { expectFound } from '../expect-found.ts';
import type { ExpectVersion } from '../expect-version.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { assertNotErased } from './assert-not-erased.ts';
import { checkReadinessIn, type ReadinessCheck } from './customer-readiness.ts';
import { expectFreeDebtorNumber } from './expect-free-debtor.ts';

type Store = Pick<Deps, 'db'>;

interface Owner {
  accountId: string;
  actor: Actor;
}

export async function listCustomers(
  { db }: Store,
  accountId: string,
  page: CustomerPage,
): Promise<PageTotal & { rows: table.CustomerRow[] }> {
  await expectCursor(db.read, 'customers', accountId, page.after);
  return readList(db, 'customers', accountId, page);
}

export async function readCustomer({ db }: Store, accountId: string, id: string): Promise<table.CustomerRow> {
  return expectFound(await table.findCustomerRow(db.read, accountId, id), 'customer');
}

export async function findCustomer(
  { db }: Store,
  accountId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const row = await table.findCustomerRow(db.read, accountId, id);
  return row && (JSON.parse(row.doc) as CustomerRecord);
}

export async function isCustomer({ db }: Store, accountId: string, id: string): Promise<boolean> {
  return (await table.findCustomerRow(db.read, accountId, id)) !== undefined;
}

/** Creates the customer or replaces all of its fields. */
export function putCustomer(
  { db }: Store,
  { accountId, actor }: Owner,
  { id, input, expectVersion }: { id: string; input: CustomerInput; expectVersion: ExpectVersion },
  now: number,
): Promise<{ customer: CustomerRecord; version: number; isNew: boolean }> {
  return db.write(
    async (tx) => {
      const row = await table.findCustomerRow(tx, accountId, id);
      expectVersion(row?.version);
      const before = row && (JSON.parse(row.doc) as CustomerRecord);
      const customer = composeCustomer(id, input, before, now);
      await storeCustomer(tx, { accountId, actor }, before, customer, now);
      return { customer, version: (row?.version ?? 0) + 1, isNew: row === undefined };
    },
    { account: accountId },
  );
}

/** Creates a customer under an identifier of the service. */
export function createCustomer(
  { db }: Store,
  { accountId, actor }: Owner,
  input: CustomerInput,
  now: number,
  keep: Keep<ReadinessCheck> = keepNothing,
): Promise<ReadinessCheck> {
  const create = async (tx: Sql) => {
    const customer = composeCustomer(newRealId(tx, 'cus', now), input, undefined, now);
    await storeCustomer(tx, { accountId, actor }, undefined, customer, now);
    return keep(tx, await checkReadinessIn(tx, accountId, customer));
  };
  return db.write(create, { account: accountId });
}

/** Returns the stored customer if the patch has no effect. */
export function changeCustomer(
  { db }: Store,
  { accountId, actor }: Owner,
  { id, patch, expectVersion }: { id: string; patch: CustomerPatch; expectVersion: ExpectVersion },
  now: number,
): Promise<{ customer: CustomerRecord; version: number }> {
  return db.write(
    async (tx) => {
      const { doc, version } = expectFound(await table.findCustomerRow(tx, accountId, id), 'customer');
      expectVersion(version);
      const before = JSON.parse(doc) as CustomerRecord;
      assertNotErased(before);
      // A concurrent request may have added keys since the route checked them.
      assertNoErrors(findMetadataErrors(before.metadata, patch.metadata));
      const customer = patchCustomer(before, patch, now);
      if (customer === before) return { customer, version };
      await storeCustomer(tx, { accountId, actor }, before, customer, now);
      return { customer, version: version + 1 };
    },
    { account: accountId },
  );
}

/** Deletes the customer unless a quote refers to it. */
export function deleteCustomer(
  { db }: Pick<Deps, 'db'>,
  { accountId, actor }: Owner,
  id: string,
  expectVersion: ExpectVersion,
): Promise<void> {
  return writeNow(db, accountId, async (tx, now) => {
    const { doc, version } = expectFound(await table.findCustomerRow(tx, accountId, id), 'customer');
    const customer = JSON.parse(doc) as CustomerRecord;
    assertNotErased(customer);
    if (await table.isCustomerInUse(tx, accountId, id)) {
      throw new Problem(
        'customer_in_use',
        'This customer has quotes. It can be deleted only after all of them are deleted.',
      );
    }
    expectVersion(version);
    await table.deleteCustomer(tx, accountId, id);
    await recordCustomerEvent(tx, accountId, 'customer.deleted', { customer }, actor, now);
  });
}

/**
 * Stores the customer and records the event inside a transaction. A customer without changes causes no event. An erased
 * customer stays erased, no matter who writes.
 */
export async function storeCustomer(
  tx: Sql,
  { accountId, actor }: Owner,
  before: CustomerRecord | undefined,
  customer: CustomerRecord,
  now: number,
): Promise<void> {
  assertNotErased(before);
  await assertPriceList(tx, accountId, before, customer);
  if (customer.debtorNumber !== before?.debtorNumber) await expectFreeDebtorNumber(tx, accountId, customer);
  await table.putCustomer(tx, accountId, customer, before);
  if (!before) return recordCustomerEvent(tx, accountId, 'customer.created', { customer }, actor, now);
  if (isSameCustomer(before, customer)) return;
  const previous = findPreviousValues(before, customer, ['updatedAt']);
  await recordCustomerEvent(tx, accountId, 'customer.updated', { customer, previous }, actor, now);
}

/** Throws if a newly named price list does not exist. */
async function assertPriceList(
  tx: Sql,
  accountId: string,
  before: CustomerRecord | undefined,
  { priceListId }: CustomerRecord,
): Promise<void> {
  if (priceListId === null || priceListId === before?.priceListId) return;
  if (!(await findPriceList(tx, accountId, priceListId))) assertNoErrors([PRICE_LIST_UNKNOWN]);
}

export const PRICE_LIST_UNKNOWN = {
  path: '/priceListId',
  message: 'does not match any price list of this account',
};
