import {
  type CatalogueItemInput,
  newCatalogueItem,
  patchCatalogueItem,
} from '../../domain/catalogue-item.ts';
import { newId } from '../../domain/ids.ts';
import type { Database, Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import {
  findCatalogueItemBySku,
  insertCatalogueItem,
  replaceCatalogueItem,
} from '../../store/tables/catalogue-items.ts';
import { realTime } from '../account/account-time.ts';

export type ImportOutcome = 'created' | 'updated' | 'unchanged';

/**
 * Puts many at once: one whose sku is in the catalogue changes that item, any other is new. A dry run only tells what
 * would be.
 */
export async function importCatalogueItems(
  { db }: { db: Database },
  accountId: string,
  inputs: readonly CatalogueItemInput[],
  { dryRun, now }: { dryRun: boolean; now: number },
): Promise<ImportOutcome[]> {
  const put = async (sql: Sql) => {
    const account = (await findAccount(sql, accountId))?.account;
    if (!account) throw new Error('an import without an account');
    const outcomes: ImportOutcome[] = [];
    for (const input of inputs) {
      const before = input.sku == null ? undefined : await findCatalogueItemBySku(sql, accountId, input.sku);
      const item = before
        ? patchCatalogueItem(before.item, input, account, now)
        : newCatalogueItem(input, account, { id: newId('cat', realTime(sql, now)), now });
      const isSame = item === before?.item;
      if (!dryRun && !before) await insertCatalogueItem(sql, accountId, item);
      if (!dryRun && before && !isSame) await replaceCatalogueItem(sql, accountId, before.item, item);
      outcomes.push(isSame ? 'unchanged' : before ? 'updated' : 'created');
    }
    return outcomes;
  };
  return dryRun ? put(db.read) : db.write(put, { account: accountId });
}
