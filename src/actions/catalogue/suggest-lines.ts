import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../../app/deps.ts';
import type { CatalogueItem } from '../../domain/catalogue/catalogue-item.ts';
import type { LineItem } from '../../domain/quote/line/line-item.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { listEarlierQuotes } from '../../store/lists/by-text/earlier-quotes.ts';
import { toSearchForm } from '../../store/lists/text/search-form.ts';
import { listCatalogueItems } from './catalogue-items.ts';

/** A catalogue item, or the line of an earlier quote, that a line can be filled from. */
export type LineSuggestion = Pick<LineItem, 'description' | 'unitPrice' | 'taxRate'> &
  Pick<LineItem, 'unit' | 'sku' | 'taxCategory' | 'taxReason' | 'catalogueItemId'> &
  Pick<LineItem, 'recurring' | 'quantityPrices'> & { isEarlier: boolean };

export interface LineSearch {
  text: string;
  currency: string;
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

/** Finds catalogue items that are not archived and have the currency of the quote. */
async function findOfferedItems(
  deps: Store,
  accountId: string,
  { text, currency }: LineSearch,
): Promise<CatalogueItem[]> {
  const page = { search: text, limit: MAX_CANDIDATES, offset: 0 };
  const { docs } = await listCatalogueItems(deps, accountId, page);
  const items = docs.map((doc) => JSON.parse(doc) as CatalogueItem);
  return items.filter((item) => !item.archived && item.currency === currency).slice(0, MAX_ITEMS);
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
