import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../../app/deps.ts';
import type { CatalogueItem } from '../../domain/catalogue/catalogue-item.ts';
import type { ListedPrice } from '../../domain/catalogue/price-list.ts';
import { findCustomerIdError } from '../../domain/customer/customer.ts';
import { MAX_ITEMS as MAX_LINES } from '../../domain/field-limits.ts';
import { isId } from '../../domain/ids.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import type { LineItem } from '../../domain/quote/line/line-item.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { listEarlierQuotes } from '../../store/lists/by-text/earlier-quotes.ts';
import { toSearchForm } from '../../store/lists/text/search-form.ts';
import { findCatalogueItems } from '../../store/tables/catalogue-items.ts';
import { listCatalogueItems } from './catalogue-items.ts';

/** A catalogue item, or the line of an earlier quote, that a line can be filled from. */
export type LineSuggestion = Pick<LineItem, 'description' | 'unitPrice' | 'taxRate'> &
  Pick<LineItem, 'unit' | 'sku' | 'taxCategory' | 'taxReason' | 'catalogueItemId'> &
  Pick<LineItem, 'recurring' | 'quantityPrices'> & { isEarlier: boolean };

export interface LineSearch {
  text: string;
  currency: string;
  /** The customer whose price list counts. */
  customerId?: string | undefined;
  /** The quote that is being edited, whose own lines are no suggestion. */
  quoteId?: string | undefined;
}

const MAX_CANDIDATES = 50;
const MAX_ITEMS = 10;
const MAX_EARLIER = 5;
const MAX_SUGGESTIONS = 8;
/** Quotes that one statement reads, and the most that a search looks at. */
const STEP = 20;
const MAX_QUOTES = 200;

type Store = Pick<Deps, 'db'>;

/** Finds catalogue items that are not archived and have a price in the currency of the quote. */
async function findOfferedItems(
  deps: Store,
  accountId: string,
  { text, ...pricedFor }: LineSearch,
): Promise<CatalogueItem[]> {
  const page = { search: text, limit: MAX_CANDIDATES, offset: 0 };
  const { docs } = await listCatalogueItems(deps, accountId, page);
  const items = docs.map((doc) => JSON.parse(doc) as CatalogueItem).filter(({ archived }) => !archived);
  const prices = await findPrices(
    deps,
    accountId,
    pricedFor,
    items.map(({ id }) => id),
  );
  const offered = items.flatMap((item) => {
    const price = prices[item.id];
    return price ? [{ ...item, ...price }] : [];
  });
  return offered.slice(0, MAX_ITEMS);
}

/** Returns the prices that lines in this currency take for the customer, by catalogue item. */
export async function findPrices(
  { db }: Store,
  accountId: string,
  { currency, customerId = '' }: Pick<LineSearch, 'currency' | 'customerId'>,
  itemIds: readonly string[],
): Promise<Record<string, ListedPrice>> {
  const isCustomer = findCustomerIdError(customerId) === undefined && isCurrency(currency);
  const pricedFor = isCustomer ? { customerId, currency } : undefined;
  const named = itemIds.filter((id) => isId('cat', id)).slice(0, MAX_LINES);
  const found = await findCatalogueItems(db.read, accountId, named, pricedFor);
  const priced = [...found.values()].filter((item) => item.currency === currency);
  return Object.fromEntries(
    priced.map(({ id, unitPrice, quantityPrices }) => [id, { unitPrice, quantityPrices }]),
  );
}

/** Suggests catalogue items and lines of the latest quotes whose description contains the text. */
export async function suggestLines(
  deps: Store,
  accountId: string,
  search: LineSearch,
): Promise<LineSuggestion[]> {
  const [offered, earlier] = await Promise.all([
    findOfferedItems(deps, accountId, search),
    findEarlierLines(deps, accountId, search),
  ]);
  const known = new Set(offered.map(nameSuggestion));
  const others = earlier.filter((line) => !known.has(nameSuggestion(line)));
  return [
    ...offered.map(fromCatalogue).slice(0, MAX_SUGGESTIONS - Math.min(others.length, MAX_EARLIER)),
    ...others,
  ].slice(0, MAX_SUGGESTIONS);
}

/** Looks through the latest quotes, a few at a time: SQLite answers on this thread. */
async function findEarlierLines(
  { db }: Store,
  accountId: string,
  { text, currency, quoteId }: LineSearch,
): Promise<LineSuggestion[]> {
  const term = toSearchForm(text);
  const found = new Map<string, LineSuggestion>();
  let before: string | undefined;
  for (let read = 0; read < MAX_QUOTES && found.size < MAX_EARLIER; read += STEP) {
    if (before !== undefined) await setImmediate();
    const rows = await listEarlierQuotes(db.read, accountId, before, STEP);
    for (const { id, doc } of rows) {
      if (doc === null || id === quoteId) continue;
      const quote = JSON.parse(doc) as Pick<Quote, 'items' | 'currency'>;
      if (quote.currency !== currency) continue;
      for (const item of quote.items) {
        if (!toSearchForm(item.description).includes(term)) continue;
        const name = nameSuggestion(item);
        if (!found.has(name)) found.set(name, fromEarlierLine(item));
      }
    }
    before = rows.at(-1)?.id;
    if (rows.length < STEP) break;
  }
  return [...found.values()].slice(0, MAX_EARLIER);
}

/** Two lines with the same text, price and unit are one suggestion. */
function nameSuggestion({
  description,
  unitPrice,
  unit,
}: Pick<CatalogueItem, 'description' | 'unitPrice'> & { unit?: string | null | undefined }): string {
  return JSON.stringify([toSearchForm(description.trim()), unitPrice, unit ?? '']);
}

function fromCatalogue(item: CatalogueItem): LineSuggestion {
  const { id, description, unitPrice, taxRate, unit, sku, taxCategory, taxReason } = item;
  const { recurring, quantityPrices } = item;
  return {
    ...{ description, unitPrice, taxRate, catalogueItemId: id, isEarlier: false },
    ...(unit !== null && { unit }),
    ...(sku !== null && { sku }),
    ...(taxCategory !== null && { taxCategory }),
    ...(taxReason !== null && { taxReason }),
    ...(recurring !== null && { recurring }),
    ...(quantityPrices !== null && { quantityPrices }),
  };
}

/** Omits the catalogue item, which may no longer be offered. */
function fromEarlierLine(item: LineItem): LineSuggestion {
  const { description, unitPrice, taxRate, unit, sku, taxCategory, taxReason } = item;
  const { recurring, quantityPrices } = item;
  return {
    ...{ description, unitPrice, taxRate, isEarlier: true },
    ...(unit !== undefined && { unit }),
    ...(sku !== undefined && { sku }),
    ...(taxCategory !== undefined && { taxCategory }),
    ...(taxReason !== undefined && { taxReason }),
    ...(recurring !== undefined && { recurring }),
    ...(quantityPrices !== undefined && { quantityPrices }),
  };
}
