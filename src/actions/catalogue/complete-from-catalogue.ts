import type { Deps } from '../../app/deps.ts';
import type { CatalogueItem } from '../../domain/catalogue/catalogue-item.ts';
import { findCustomerIdError } from '../../domain/customer/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import { type ListPrice, toListPrice } from '../../domain/money/quantity-prices.ts';
import type { ItemCosts } from '../../domain/quote/cost/item-costs.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { findCatalogueItems, type PricedFor } from '../../store/tables/catalogue-items.ts';
import { findItemCosts } from '../../store/tables/quote/item-costs.ts';

/** An item of a request body whose values are not validated yet. */
type RawItem = Record<string, unknown>;

interface CompleteOptions {
  /** Items that the quote or template already has: their catalogue items stay valid. */
  known: readonly object[];
  /** Identifier of the quote or template. */
  ownerId?: string;
  /** Without this right, the caller cannot change the cost of an item by naming another catalogue item. */
  seesCosts: boolean;
  /** Currency of the quote; without one, the account's applies. */
  currency: unknown;
  /** The customer whose price list counts. */
  customerId: unknown;
}

const TAX_FIELDS = ['taxRate', 'taxCategory', 'taxReason'] as const;
const COPIED_FIELDS = [
  ...['description', 'unit', 'unitPrice', 'sku', ...TAX_FIELDS],
  ...['recurring', 'quantityPrices'],
] as const;

/** Completes items that refer to a catalogue item with the fields that they leave out. */
export async function completeFromCatalogue(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  lines: readonly unknown[],
  options: CompleteOptions,
): Promise<{ lines: unknown[]; errors: FieldError[]; listPrices?: (ListPrice | null)[] }> {
  const { known, currency } = options;
  const ids = new Set(lines.map(getCatalogueItemId).filter((id) => id !== undefined));
  if (ids.size === 0) return { lines: [...lines], errors: [] };
  const previous = new Map((known as RawItem[]).map((line) => [getCatalogueItemId(line), line]));
  const quoteCurrency =
    typeof currency === 'string' ? currency : (await findAccount(db.read, accountId))?.account.currency;
  const named = [...ids].filter((id) => isId('cat', id));
  const found = await findCatalogueItems(db.read, accountId, named, findPricedFor(options, quoteCurrency));
  const isKnown = createKnownCheck(known as readonly RawItem[]);
  const isUnchanged = createUnchangedCheck(known as readonly RawItem[], isKnown);
  const kept = options.seesCosts ? {} : await findKeptCosts(db.read, accountId, lines, options, isKnown);
  const errors: FieldError[] = [];
  const completed = lines.map((line, index) => {
    const id = getCatalogueItemId(line);
    if (id === undefined || isUnchanged(line as RawItem)) return line;
    const item = found.get(id);
    const before = previous.get(id);
    const message = before ? undefined : findItemError(item, quoteCurrency);
    if (message) errors.push({ path: `/items/${index}/catalogueItemId`, message });
    const keepsCost = isKnown(line as RawItem) || Object.hasOwn(kept, String((line as RawItem).id));
    // Price and cost in another currency, which only a known item may have, are not copied.
    const isForeign = item && before && item.currency !== quoteCurrency;
    const cost = item?.cost != null && !isForeign && !keepsCost && { cost: item.cost };
    const { unitPrice, quantityPrices } = before ?? {};
    const source = isForeign ? { ...item, unitPrice, quantityPrices } : (item ?? before ?? {});
    return { ...copyFields(source, line as RawItem), ...cost, ...(line as RawItem) };
  });
  const listPrices = lines.map((line) => {
    const item = found.get(getCatalogueItemId(line) ?? '');
    return item && item.currency === quoteCurrency ? toListPrice(item) : null;
  });
  return { lines: completed, errors, listPrices };
}

/** Returns nothing for values that are not valid. */
function findPricedFor({ customerId }: CompleteOptions, currency = ''): PricedFor | undefined {
  const isValid = typeof customerId === 'string' && findCustomerIdError(customerId) === undefined;
  return isValid && isCurrency(currency) ? { customerId, currency } : undefined;
}

/** Returns the costs that existing items have, if one of them is to refer to another catalogue item. */
async function findKeptCosts(
  sql: Sql,
  accountId: string,
  lines: readonly unknown[],
  { known, ownerId }: CompleteOptions,
  isKnown: (line: RawItem) => boolean,
): Promise<ItemCosts> {
  const ids = new Set((known as readonly RawItem[]).map(({ id }) => id));
  const isReplaced = (line: unknown) =>
    getCatalogueItemId(line) !== undefined && ids.has((line as RawItem).id) && !isKnown(line as RawItem);
  return ownerId !== undefined && lines.some(isReplaced) ? findItemCosts(sql, accountId, ownerId) : {};
}

/**
 * Returns a function that recognizes existing items that the client sends back unchanged. They are not completed: the
 * catalogue may have changed since.
 */
function createUnchangedCheck(
  known: readonly RawItem[],
  isKnown: (line: RawItem) => boolean,
): (line: RawItem) => boolean {
  const knownContents = new Set(known.map(serializeFields));
  return (line) => {
    if (line.description === undefined || line.unitPrice === undefined) return false;
    return isKnown(line) || knownContents.has(serializeFields(line));
  };
}

/** Returns a function that recognizes existing items that still refer to the same catalogue item: their cost stays. */
function createKnownCheck(known: readonly RawItem[]): (line: RawItem) => boolean {
  const ids = new Map(known.map((line) => [line.id, getCatalogueItemId(line)]));
  return (line) => typeof line.id === 'string' && ids.get(line.id) === getCatalogueItemId(line);
}

function serializeFields(line: RawItem): string {
  return JSON.stringify(['catalogueItemId', ...COPIED_FIELDS].map((field) => line[field] ?? null));
}

function getCatalogueItemId(line: unknown): string | undefined {
  const id = line !== null && typeof line === 'object' ? (line as RawItem).catalogueItemId : undefined;
  return typeof id === 'string' ? id : undefined;
}

function findItemError(item: CatalogueItem | undefined, currency: string | undefined): string | undefined {
  if (!item) return 'does not match any catalogue item of this account';
  if (item.archived) return 'is an archived item: choose another one, or restore it first';
  if (item.currency === currency) return undefined;
  return `is an item with a price in ${item.currency}, but the quote is in ${currency}`;
}

function copyFields(item: object, line: RawItem): RawItem {
  const entries = COPIED_FIELDS.map((field) => [field, (item as RawItem)[field]] as const);
  const copied = entries.filter(([, value]) => value !== undefined && value !== null);
  return omitOtherPrice(omitOtherTax(Object.fromEntries(copied), line), line);
}

/** A line that states its own price does not take steps. */
function omitOtherPrice(copied: RawItem, { unitPrice }: RawItem): RawItem {
  if (unitPrice == null) return copied;
  const { quantityPrices: _steps, ...rest } = copied;
  return rest;
}

/** A line that states its own tax does not take a category, a reason or a rate that belongs to another tax. */
function omitOtherTax(copied: RawItem, { taxRate, taxCategory }: RawItem): RawItem {
  if (taxRate == null && taxCategory == null) return copied;
  const { taxCategory: _category, taxReason: _reason, ...rest } = copied;
  const keepsRate = taxCategory == null || taxCategory === 'standard';
  return keepsRate ? rest : { ...rest, taxRate: 0 };
}
