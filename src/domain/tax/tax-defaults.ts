import type { Account } from '../account/account.ts';
import type { ItemInput } from '../quote/line/line-item.ts';
import { isUntaxed, type TaxCategory } from './tax-category.ts';

/** The settings of an account for what a quote does not state. */
export type TaxDefaults = Pick<Account, 'defaultTaxRate' | 'zeroTaxCategory' | 'pricesIncludeTax'>;

/** The fields of an item that decide about its tax. */
type TaxFields = Pick<ItemInput, 'id' | 'taxRate' | 'taxCategory' | 'catalogueItemId'>;

/**
 * Completes the tax rate and category of items from the account. `known` are the items of the quote so far: one that is
 * sent back stays without a category if it had none.
 */
export function addTaxDefaults<Item extends TaxFields>(
  items: readonly Item[],
  defaults: Pick<TaxDefaults, 'defaultTaxRate' | 'zeroTaxCategory'>,
  known: readonly TaxFields[] = [],
): Item[] {
  const { zeroTaxCategory } = defaults;
  const plain = new Set(zeroTaxCategory === null ? [] : known.filter(isUncategorized).map(({ id }) => id));
  return items.map((item) => {
    const taxRate = item.taxRate ?? getDefaultRate(item, defaults);
    const isOpen = taxRate === 0 && item.taxCategory == null && !plain.has(item.id);
    const taxCategory = isOpen ? zeroTaxCategory : (item.taxCategory ?? null);
    const isSame = taxRate === (item.taxRate ?? 0) && taxCategory === (item.taxCategory ?? null);
    return isSame ? item : { ...item, taxRate, taxCategory };
  });
}

/** Returns the rate of an item that states none. A category without tax means 0, and so does a catalogue item. */
export function getDefaultRate(
  { taxCategory, catalogueItemId }: { taxCategory?: TaxCategory | null; catalogueItemId?: string | null },
  { defaultTaxRate }: Pick<TaxDefaults, 'defaultTaxRate'>,
): number {
  const isTaxed = catalogueItemId == null && (taxCategory == null || !isUntaxed(taxCategory));
  return isTaxed ? (defaultTaxRate ?? 0) : 0;
}

function isUncategorized({ taxRate, taxCategory }: TaxFields): boolean {
  return (taxRate ?? 0) === 0 && taxCategory == null;
}
