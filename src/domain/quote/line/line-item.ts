import type { DiscountType } from '../../money/discount.ts';
import type { QuantityPrices } from '../../money/quantity-prices.ts';
import type { TaxCategory } from '../../tax/tax-category.ts';
import type { Period } from '../recurring/periods.ts';
import type { Recurrence, RecurrenceInput } from '../recurring/recurrence.ts';

/** Largest unit price, in the smallest currency unit. */
export const MAX_UNIT_PRICE = 1_000_000_000_000;

/** An item as the API returns it. Empty optional fields are absent. */
export interface LineItem {
  /** Stays the same through edits, and is never reused within a quote. */
  id: string;
  description: string;
  quantity: number;
  unitPrice: number;
  taxRate: number;
  amount: number;
  /** Why it is taxed or not, as stated for the item or for all untaxed items of the account. */
  taxCategory?: TaxCategory;
  /** Printed instead of the sentence for the category. */
  taxReason?: string;
  unit?: string;
  sku?: string;
  /** The catalogue item that it was copied from. */
  catalogueItemId?: string;
  discountType?: DiscountType;
  discountValue?: number;
  discountAmount?: number;
  /** Neighbouring items of the same section form a group with a heading and a subtotal. */
  section?: string;
  optional?: boolean;
  /** Items of the same choice are alternatives. */
  choice?: string;
  /** Present if the item is optional or in a choice. Any other item is always selected. */
  selected?: boolean;
  quantityRange?: QuantityRange;
  /** Quantity, price and amount are those of one period. */
  recurring?: Recurrence;
  /** Unit prices by quantity: `unitPrice` is then that of the step reached. */
  quantityPrices?: QuantityPrices;
  /** The days that an item of an invoice is for, if it recurs. */
  period?: Period;
}

/** An item without its amounts. */
export type UnpricedLine = Omit<LineItem, 'amount' | 'discountAmount'>;

/** The quantities that the customer may choose. */
export interface QuantityRange {
  min: number;
  max: number;
  step: number;
}

/** An item as a caller supplies it. `null` means absent. */
export interface ItemInput {
  id?: string | null;
  description: string;
  quantity: number;
  unitPrice: number;
  taxRate?: number | null;
  taxCategory?: TaxCategory | null;
  taxReason?: string | null;
  unit?: string | null;
  sku?: string | null;
  catalogueItemId?: string | null;
  /** Per unit, in the smallest currency unit. It is kept outside the quote. */
  cost?: number | null;
  discountType?: DiscountType | null;
  discountValue?: number | null;
  section?: string | null;
  optional?: boolean | null;
  choice?: string | null;
  selected?: boolean | null;
  quantityRange?: { min: number; max: number; step?: number | null } | null;
  recurring?: RecurrenceInput | null;
  quantityPrices?: QuantityPrices | null;
}

/** Whether the customer may select or deselect it. */
export function isSelectable({ optional, choice }: Pick<LineItem, 'optional' | 'choice'>): boolean {
  return optional === true || choice !== undefined;
}

/** Whether the customer may change its selection or its quantity. */
export function isChangeable(item: Pick<LineItem, 'optional' | 'choice' | 'quantityRange'>): boolean {
  return isSelectable(item) || item.quantityRange !== undefined;
}

export function isSelected({ selected }: Pick<LineItem, 'selected'>): boolean {
  return selected !== false;
}

/**
 * Removes the options of a selected item and what it says about later periods, for the invoice. Steps stay if the amount
 * is the sum of their parts; otherwise the unit price says all.
 */
export function removeOptions(item: LineItem): LineItem {
  const { optional, choice, selected, quantityRange, recurring, quantityPrices, ...plain } = item;
  return quantityPrices?.kind === 'graduated' ? { ...plain, quantityPrices } : plain;
}

/** Returns the text, or `undefined` if it is blank. */
export function nonBlank(text: string | null | undefined): string | undefined {
  return text != null && text.trim() !== '' ? text : undefined;
}

const DEFAULT_STEP = 1;

export function addDefaultStep(range: NonNullable<ItemInput['quantityRange']>): QuantityRange {
  return { min: range.min, max: range.max, step: range.step ?? DEFAULT_STEP };
}
