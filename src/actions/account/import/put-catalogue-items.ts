import {
  type CatalogueItem,
  type CatalogueItemInput,
  newCatalogueItem,
  patchCatalogueItem,
} from '../../../domain/catalogue/catalogue-item.ts';
import { computeUpdatedAt } from '../../../domain/clock.ts';
import { findTaxErrors } from '../../../domain/quote/line/line-rules.ts';
import { createValidity } from '../../../domain/quote/line/validity.ts';
import type { Sql } from '../../../store/database.ts';
import {
  findCatalogueItemsBySku,
  insertCatalogueItem,
  replaceCatalogueItem,
} from '../../../store/tables/catalogue-items.ts';
import { findFigureDocs, parseFigures, storeItemFigures } from '../../../store/tables/quote/item-costs.ts';
import { newRealId } from '../account-time.ts';
import { requireAccount } from '../require-account.ts';
import type { PutRows, RowOutcome } from './put-rows.ts';
import type { RowError } from './source-rows.ts';

const DEFAULTS = {
  unit: null,
  currency: null,
  taxRate: null,
  archived: null,
  taxCategory: null,
  taxReason: null,
} satisfies Partial<CatalogueItemInput>;

/** Creates catalogue items, and changes those with a known sku. */
export const putCatalogueItems: PutRows<CatalogueItemInput> = async (
  { db },
  { accountId },
  inputs,
  { dryRun, replace, now },
) => {
  const put = async (sql: Sql) => {
    const account = await requireAccount(sql, accountId);
    const skus = inputs.flatMap(({ sku }) => sku ?? []);
    const stored = await findCatalogueItemsBySku(sql, accountId, skus);
    const costs = await findCosts(sql, accountId, inputs, stored);
    const outcomes: RowOutcome[] = [];
    for (const input of inputs) {
      const before = input.sku == null ? undefined : stored.get(input.sku);
      const item = before
        ? patchCatalogueItem(before, replace ? { ...DEFAULTS, ...input } : input, account, now)
        : newCatalogueItem(input, account, { id: newRealId(sql, 'cat', now), now });
      const isSame = item === before;
      const errors = findMismatch(item, input);
      if (errors.length > 0) {
        outcomes.push(errors);
        continue;
      }
      const isRecosted = input.cost !== undefined && (input.cost ?? undefined) !== costs.get(item.id);
      if (!dryRun && !before) await insertCatalogueItem(sql, accountId, item);
      if (!dryRun && before && (!isSame || isRecosted))
        await replaceCatalogueItem(sql, accountId, before, {
          ...item,
          updatedAt: computeUpdatedAt(item, now),
        });
      if (!dryRun && isRecosted) await storeCost(sql, accountId, item.id, input.cost ?? null);
      outcomes.push(isSame && !isRecosted ? 'unchanged' : before ? 'updated' : 'created');
    }
    return outcomes;
  };
  return dryRun ? put(db.read) : db.write(put, { account: accountId });
};

/** Finds the costs of the stored items, if the file has any. */
async function findCosts(
  sql: Sql,
  accountId: string,
  inputs: readonly CatalogueItemInput[],
  stored: ReadonlyMap<string, CatalogueItem>,
): Promise<Map<string, number | undefined>> {
  if (inputs.every(({ cost }) => cost === undefined)) return new Map();
  const ids = [...stored.values()].map(({ id }) => id);
  const found = await findFigureDocs(sql, accountId, ids);
  return new Map([...found].map(([id, figures]) => [id, parseFigures(figures).costs[id]]));
}

function storeCost(tx: Sql, accountId: string, id: string, cost: number | null): Promise<void> {
  return storeItemFigures(tx, accountId, id, { costs: cost === null ? {} : { [id]: cost }, listPrices: {} });
}

/** Finds a rate that does not fit the category. The error is that of a column which the file has. */
function findMismatch(item: CatalogueItem, { taxCategory }: CatalogueItemInput): RowError[] {
  return findTaxErrors(item, '', createValidity([])).map((error) => ({
    ...error,
    ...(taxCategory === undefined && {
      path: '/taxRate',
      message: `does not fit the tax category of the item, which is ${item.taxCategory}`,
    }),
    reason: { type: 'taxMismatch' },
  }));
}
