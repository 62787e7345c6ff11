import { CATALOGUE_HEADINGS } from '../../../domain/account/import/column-headings.ts';
import { isSamePrice, LIST_FULL, MAX_ENTRIES, type PriceList } from '../../../domain/catalogue/price-list.ts';
import { isId } from '../../../domain/ids.ts';
import { currencyDecimals, parseDecimalAmount } from '../../../domain/money/currency.ts';
import { MAX_UNIT_PRICE } from '../../../domain/quote/line/line-item.ts';
import type { Sql } from '../../../store/database.ts';
import { findCatalogueItems, findCatalogueItemsBySku } from '../../../store/tables/catalogue-items.ts';
import { countEntries, findEntries, putEntry } from '../../../store/tables/price-list/entries.ts';
import { requirePriceList } from '../../catalogue/price-list-entries.ts';
import type { ImportKind } from './import-kinds.ts';
import type { RowOutcome } from './put-rows.ts';
import { parsePrice } from './read-cells.ts';
import type { ImportRecord, RowError } from './source-rows.ts';

/** A row of a file of prices. `sku` is the identifier of the item where the row has none. */
interface PriceRow {
  sku: string;
  unitPrice: number;
}

export const PRICE_HEADINGS = {
  catalogueItemId: 'catalogue item id',
  sku: CATALOGUE_HEADINGS.sku ?? '',
  unitPrice: CATALOGUE_HEADINGS.unitPrice ?? '',
};

type DecimalSign = '.' | ',';

/**
 * Describes files of prices for a list. Prices are as the reader of the console writes them or, with a decimal sign,
 * without groups.
 */
export function createPriceKind({ id, currency }: PriceList, decimal?: DecimalSign): ImportKind<PriceRow> {
  /** New entries of a dry run, which are not counted in the list. */
  let added = 0;
  return {
    words: PRICE_HEADINGS,
    required: ['unitPrice'],
    readOnly: ['description'],
    key: 'sku',
    readCells: ({ sku, catalogueItemId, unitPrice = '' }, { locale }) => ({
      sku: catalogueItemId || sku || null,
      unitPrice:
        (decimal ? readDecimal(unitPrice, currency, decimal) : parsePrice(unitPrice, currency, locale)) ??
        unitPrice,
    }),
    complete: (record) => record,
    findErrors: (record) => findPriceErrors(record, currency),
    put: ({ db }, { accountId }, rows, { dryRun }) => {
      const put = async (sql: Sql) => {
        await requirePriceList(sql, accountId, id);
        const items = await findItems(sql, accountId, rows);
        const found = rows.map(({ sku }) => items.get(sku)).filter((each) => each !== undefined);
        const stored = await findEntries(sql, accountId, id, found);
        const room = MAX_ENTRIES - (await countEntries(sql, accountId, id)) - (dryRun ? added : 0);
        let count = 0;
        const outcomes: RowOutcome[] = [];
        for (const { sku, unitPrice } of rows) {
          const item = items.get(sku);
          const before = item === undefined ? undefined : stored.get(item);
          if (!item) outcomes.push([UNKNOWN_ITEM]);
          else if (!before && count >= room) outcomes.push([{ ...LIST_FULL, reason: { type: 'listFull' } }]);
          else {
            const price = { unitPrice, quantityPrices: null };
            const isSame = isSamePrice(before, price);
            if (!before) count++;
            if (!isSame && !dryRun) await putEntry(sql, accountId, id, item, price);
            outcomes.push(isSame ? 'unchanged' : before ? 'updated' : 'created');
          }
        }
        return { outcomes, count };
      };
      const done = dryRun ? put(db.read) : db.write(put, { account: accountId });
      return done.then(({ outcomes, count }) => {
        added += count;
        return outcomes;
      });
    },
  };
}

/** Returns the ids of the items by what the rows call them. */
async function findItems(
  sql: Sql,
  accountId: string,
  rows: readonly PriceRow[],
): Promise<Map<string, string>> {
  const names = rows.map(({ sku }) => sku);
  const byId = await findCatalogueItems(
    sql,
    accountId,
    names.filter((name) => isId('cat', name)),
    undefined,
  );
  const bySku = await findCatalogueItemsBySku(sql, accountId, names);
  const found = names.flatMap((name) => {
    const item = byId.get(name) ?? bySku.get(name);
    return item ? [[name, item.id] as const] : [];
  });
  return new Map(found);
}

function readDecimal(text: string, currency: string, decimal: DecimalSign): number | undefined {
  if (decimal === ',' && text.includes('.')) return undefined;
  return parseDecimalAmount(text.replace(decimal, '.'), currency);
}

function findPriceErrors({ sku, unitPrice }: ImportRecord, currency: string): RowError[] {
  const decimals = currencyDecimals(currency);
  const isPrice = typeof unitPrice === 'number' && unitPrice <= MAX_UNIT_PRICE;
  const message = `must be an amount from 0 with at most ${decimals} decimals, without groups of digits`;
  return [
    ...(typeof sku === 'string' && !sku.includes('\0') ? [] : [{ path: '/sku', message: 'is required' }]),
    ...(isPrice ? [] : [{ path: '/unitPrice', message }]),
  ];
}

const UNKNOWN_ITEM: RowError = {
  path: '/sku',
  message: 'is not the number of any catalogue item',
  reason: { type: 'unknownItem' },
};
