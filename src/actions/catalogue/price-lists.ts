import type { Deps } from '../../app/deps.ts';
import {
  newPriceList,
  type PriceList,
  type PriceListInput,
  type PriceListPatch,
  patchPriceList,
} from '../../domain/catalogue/price-list.ts';
import { Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { PageSlice, PageTotal } from '../../store/lists/list-total.ts';
import { countEntries } from '../../store/tables/price-list/entries.ts';
import * as table from '../../store/tables/price-list/price-lists.ts';
import { requireAccount } from '../account/require-account.ts';
import { expectCursor } from '../expect-cursor.ts';
import { createResourceActions } from '../resource-actions.ts';

export async function listPriceLists(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  page: PageSlice & { search?: string | undefined },
): Promise<PageTotal & { lists: PriceList[] }> {
  await expectCursor(db.read, 'price_lists', accountId, page.after);
  return table.listPriceLists(db.read, accountId, page);
}

/** Lists the first customers that name the price list. */
export function listPricedCustomers({ db }: Pick<Deps, 'db'>, accountId: string, id: string, limit: number) {
  return table.listCustomersOfPriceList(db.read, accountId, id, limit);
}

export const {
  read: readPriceList,
  create: createPriceList,
  change: changePriceList,
  remove: deletePriceList,
} = createResourceActions({
  noun: 'price list',
  idPrefix: 'prl',
  findRow: table.findPriceList,
  load: table.findPriceList,
  compose: async (tx, accountId, input: PriceListInput, at) =>
    newPriceList(input, await requireAccount(tx, accountId), at),
  async patch(tx, accountId, before, patch: PriceListPatch, now) {
    const after = patchPriceList(before, patch, await requireAccount(tx, accountId), now);
    if (after.currency !== before.currency && (await countEntries(tx, accountId, before.id)) > 0) {
      assertNoErrors([CURRENCY_FIXED]);
    }
    return after;
  },
  insert: table.insertPriceList,
  replace: (tx, accountId, _before, after) => table.replacePriceList(tx, accountId, after),
  async remove(tx, accountId, id) {
    if ((await table.listCustomersOfPriceList(tx, accountId, id, 1)).length > 0) {
      throw new Problem(
        'price_list_in_use',
        'Customers have this price list. Give them another one, or none, before you delete it.',
      );
    }
    await table.deletePriceList(tx, accountId, id);
  },
  costs: { isSet: () => false, compose: () => ({}) },
});

const CURRENCY_FIXED = { path: '/currency', message: 'cannot change while the list has entries' };
