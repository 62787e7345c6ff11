import type { Deps } from '../../deps.ts';
import {
  type CustomerInput,
  type CustomerPatch,
  type CustomerRecord,
  composeCustomer,
  patchCustomer,
} from '../../domain/customer.ts';
import { Problem } from '../../domain/errors.ts';
import { failOn } from '../../domain/field-errors.ts';
import { metadataErrors } from '../../domain/metadata.ts';
import * as table from '../../store/tables/customers.ts';
import type { ExpectVersion } from '../expect-version.ts';

type Store = Pick<Deps, 'db'>;

export function listCustomers(
  { db }: Store,
  accountId: string,
  page: { search?: string | undefined; limit: number; offset: number },
): Promise<{ rows: table.CustomerRow[]; total: number }> {
  return table.listCustomers(db.read, accountId, page);
}

export async function readCustomer({ db }: Store, accountId: string, id: string): Promise<table.CustomerRow> {
  return expectFound(await table.findCustomerRow(db.read, accountId, id));
}

export async function isCustomer({ db }: Store, accountId: string, id: string): Promise<boolean> {
  return (await table.findCustomerRow(db.read, accountId, id)) !== undefined;
}

/** Creates or replaces as a whole. */
export function putCustomer(
  { db }: Store,
  accountId: string,
  { id, input, expectVersion }: { id: string; input: CustomerInput; expectVersion: ExpectVersion },
  now: number,
): Promise<{ customer: CustomerRecord; version: number; isNew: boolean }> {
  return db.write(
    async (tx) => {
      const row = await table.findCustomerRow(tx, accountId, id);
      expectVersion(row?.version);
      const before = row && (JSON.parse(row.doc) as CustomerRecord);
      const customer = composeCustomer(id, input, before, now);
      await table.putCustomer(tx, accountId, customer);
      return { customer, version: (row?.version ?? 0) + 1, isNew: row === undefined };
    },
    { account: accountId },
  );
}

/** Gives the stored customer back when the patch changes nothing. */
export function changeCustomer(
  { db }: Store,
  accountId: string,
  { id, patch, expectVersion }: { id: string; patch: CustomerPatch; expectVersion: ExpectVersion },
  now: number,
): Promise<{ customer: CustomerRecord; version: number }> {
  return db.write(
    async (tx) => {
      const { doc, version } = expectFound(await table.findCustomerRow(tx, accountId, id));
      expectVersion(version);
      const before = JSON.parse(doc) as CustomerRecord;
      // Somebody else may have added keys meanwhile.
      failOn(metadataErrors(before.metadata, patch.metadata));
      const customer = patchCustomer(before, patch, now);
      if (customer === before) return { customer, version };
      await table.putCustomer(tx, accountId, customer);
      return { customer, version: version + 1 };
    },
    { account: accountId },
  );
}

/** Not while a quote names the customer. */
export function deleteCustomer(
  { db }: Store,
  accountId: string,
  id: string,
  expectVersion: ExpectVersion,
): Promise<void> {
  return db.write(
    async (tx) => {
      const { version } = expectFound(await table.findCustomerRow(tx, accountId, id));
      if (await table.isCustomerInUse(tx, accountId, id)) {
        throw new Problem(
          'customer_in_use',
          'This customer has quotes. It can be deleted only after all of them are deleted.',
        );
      }
      expectVersion(version);
      await table.deleteCustomer(tx, accountId, id);
    },
    { account: accountId },
  );
}

function expectFound<Row>(row: Row | undefined): Row {
  if (!row) throw new Problem('not_found', 'There is no customer with this id.');
  return row;
}
