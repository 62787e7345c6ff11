import { type CustomerInput, composeCustomer, isSameCustomer } from '../../../domain/customer/customer.ts';
import type { Sql } from '../../../store/database.ts';
import { findDebtor } from '../../../store/tables/books/debtors.ts';
import { findCustomers } from '../../../store/tables/customers.ts';
import { findPriceList } from '../../../store/tables/price-list/price-lists.ts';
import { PRICE_LIST_UNKNOWN, storeCustomer } from '../../customers/customers.ts';
import { type PutRows, type RowOutcome, WAS_ERASED } from './put-rows.ts';

const DEBTOR_TAKEN = { path: '/debtorNumber', message: 'is already the number of another customer' };

/** Creates customers, and changes those with a known id. */
export const putCustomers: PutRows<CustomerInput & { id: string }> = async (
  { db },
  { accountId, actor },
  inputs,
  { dryRun, replace, now },
) => {
  const put = async (sql: Sql) => {
    const ids = inputs.map(({ id }) => id);
    const stored = await findCustomers(sql, accountId, ids);
    const outcomes: RowOutcome[] = [];
    const lists = new Map<string, boolean>();
    for (const input of inputs) {
      const before = stored.get(input.id);
      if (before?.erasedAt !== undefined) {
        outcomes.push([WAS_ERASED]);
        continue;
      }
      // A file without metadata keeps the metadata that API clients have stored.
      const metadata = input.metadata ?? before?.metadata ?? null;
      // An email address that stands for a missing name does not replace a known one.
      const name = before && input.name === input.email ? before.name : input.name;
      const said = { ...(!replace && before), ...input, name, metadata };
      const customer = composeCustomer(input.id, said, before, now);
      const { priceListId } = customer;
      if (priceListId !== null && priceListId !== before?.priceListId) {
        lists.set(
          priceListId,
          lists.get(priceListId) ?? (await findPriceList(sql, accountId, priceListId)) !== undefined,
        );
        if (!lists.get(priceListId)) {
          outcomes.push([PRICE_LIST_UNKNOWN]);
          continue;
        }
      }
      const debtor =
        customer.debtorNumber === null ? undefined : await findDebtor(sql, accountId, customer.debtorNumber);
      if (debtor !== undefined && debtor !== customer.id) {
        outcomes.push([DEBTOR_TAKEN]);
        continue;
      }
      const isSame = isSameCustomer(before, customer);
      if (!isSame && !dryRun) await storeCustomer(sql, { accountId, actor }, before, customer, now);
      outcomes.push(isSame ? 'unchanged' : before ? 'updated' : 'created');
    }
    return outcomes;
  };
  return dryRun ? put(db.read) : db.write(put, { account: accountId });
};
