import type { DiscountType } from '../quote/quote.ts';

/** In the smallest unit of the currency. */
export const MAX_UNIT_PRICE = 1_000_000_000_000;

/** A line as the API returns it. What says nothing is left out. */
export interface LineItem {
  /** Stays with the line through edits; never given twice within a quote. */
  id: string;
  description: string;
  quantity: number;
  unitPrice: number;
  taxRate: number;
  amount: number;
  unit?: string;
  sku?: string;
  /** The item of the catalogue that it was taken from. */
  catalogueItemId?: string;
  discountType?: DiscountType;
  discountValue?: number;
  discountAmount?: number;
  /** Neighbours of the same section are a group with heading and subtotal. */
  section?: string;
  optional?: boolean;
  /** Lines of the same choice are alternatives. */
  choice?: string;
  /** Of a line that is optional or in a choice; any other is always selected. */
  selected?: boolean;
  quantityRange?: QuantityRange;
}

/** A line with all but its amounts. */
export type UnpricedLine = Omit<LineItem, 'amount' | 'discountAmount'>;

/** What the customer may set the quantity to. */
export interface QuantityRange {
  min: number;
  max: number;
  step: number;
}

/** A line as a caller gives it. `null` is as good as absent. */
export interface ItemInput {
  id?: string | null;
  description: string;
  quantity: number;
  unitPrice: number;
  taxRate?: number | null;
  unit?: string | null;
  sku?: string | null;
  catalogueItemId?: string | null;
  discountType?: DiscountType | null;
  discountValue?: number | null;
  section?: string | null;
  optional?: boolean | null;
  choice?: string | null;
  selected?: boolean | null;
  quantityRange?: { min: number; max: number; step?: number | null } | null;
}

/** Whether the customer may take it or leave it. */
export function isSelectable({ optional, choice }: Pick<LineItem, 'optional' | 'choice'>): boolean {
  return optional === true || choice !== undefined;
}

/** Whether the customer has anything to say about it. */
export function isChangeable(item: Pick<LineItem, 'optional' | 'choice' | 'quantityRange'>): boolean {
  return isSelectable(item) || item.quantityRange !== undefined;
}

export function isSelected({ selected }: Pick<LineItem, 'selected'>): boolean {
  return selected !== false;
}

/** A line that was chosen is a line like any other. */
export function withoutOptions(item: LineItem): LineItem {
  const { optional, choice, selected, quantityRange, ...plain } = item;
  return plain;
}

/** The text of a field, if it says anything. */
export function saying(text: string | null | undefined): string | undefined {
  return text != null && text.trim() !== '' ? text : undefined;
}

const DEFAULT_STEP = 1;

export function completeRange(range: NonNullable<ItemInput['quantityRange']>): QuantityRange {
  return { min: range.min, max: range.max, step: range.step ?? DEFAULT_STEP };
}
