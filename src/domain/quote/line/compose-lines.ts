import { composeQuantityPrices, getUnitPrice } from '../../money/quantity-prices.ts';
import { computeTotals, type Totals, type TotalsInput } from '../../money/totals.ts';
import { composeRecurrence } from '../recurring/recurrence.ts';
import {
  addDefaultStep,
  type ItemInput,
  isSelectable,
  type LineItem,
  nonBlank,
  type UnpricedLine,
} from './line-item.ts';

/** The sources of item identifiers: existing items, and a base for new ones. */
export interface LineIds {
  known: readonly LineItem[];
  /** Returns 16 characters that no identifier of this quote's items has contained. */
  createBase: () => string;
}

/** Turns input into stored items: assigns identifiers and default selections. */
export function composeLines(inputs: readonly ItemInput[], ids: LineIds): UnpricedLine[] {
  const lines = inputs.map(composeLine);
  if (lines.some(isSelectable)) selectDefaults(lines);
  assignIds(lines, inputs, ids);
  return lines;
}

/** Computes the amounts of the items and the totals. */
export function priceLines(
  lines: readonly UnpricedLine[],
  { discountType, discountValue, pricesIncludeTax = false }: Omit<TotalsInput, 'items'>,
): { items: LineItem[] } & Omit<Totals, 'amounts' | 'lineDiscounts'> {
  const terms = { discountType, discountValue, pricesIncludeTax };
  const { amounts, lineDiscounts, ...totals } = computeTotals({ items: lines, ...terms });
  const items = lines.map((line, index) => {
    // Drops the old amounts if the item was priced before.
    const {
      id,
      description,
      quantity,
      unitPrice: _price,
      taxRate,
      amount,
      discountAmount,
      ...more
    } = line as LineItem;
    const unitPrice = getUnitPrice(line, quantity);
    const item: LineItem = { id, description, quantity, unitPrice, taxRate, amount: amounts[index] ?? 0 };
    if (line.discountType !== undefined) item.discountAmount = lineDiscounts[index] ?? 0;
    return Object.assign(item, more);
  });
  return { items, ...totals };
}

/** Sets the fields in a fixed order, because items are compared as JSON. */
function composeLine(input: ItemInput): UnpricedLine {
  const { description, quantity } = input;
  const unitPrice = getUnitPrice(input, quantity);
  const line: UnpricedLine = { id: '', description, quantity, unitPrice, taxRate: input.taxRate ?? 0 };
  if (input.taxCategory != null) line.taxCategory = input.taxCategory;
  const taxReason = nonBlank(input.taxReason);
  if (taxReason !== undefined) line.taxReason = taxReason;
  const unit = nonBlank(input.unit);
  if (unit !== undefined) line.unit = unit;
  const sku = nonBlank(input.sku);
  if (sku !== undefined) line.sku = sku;
  if (input.catalogueItemId != null) line.catalogueItemId = input.catalogueItemId;
  if (input.discountType != null && input.discountValue != null) {
    line.discountType = input.discountType;
    line.discountValue = input.discountValue;
  }
  const section = nonBlank(input.section);
  if (section !== undefined) line.section = section;
  if (input.quantityRange != null) line.quantityRange = addDefaultStep(input.quantityRange);
  if (input.recurring != null) line.recurring = composeRecurrence(input.recurring);
  if (input.quantityPrices != null) line.quantityPrices = composeQuantityPrices(input.quantityPrices);
  if (input.optional) line.optional = true;
  const choice = nonBlank(input.choice);
  if (choice !== undefined) line.choice = choice;
  if (isSelectable(line) && input.selected != null) line.selected = input.selected;
  return line;
}

/** Sets `selected` where it is missing: the first item of a required choice is selected, optional items are not. */
function selectDefaults(lines: readonly UnpricedLine[]): void {
  const decidedChoices = new Set(lines.filter(({ selected }) => selected).map(({ choice }) => choice));
  for (const line of lines) {
    if (!isSelectable(line) || line.selected !== undefined) continue;
    line.selected = line.optional !== true && !decidedChoices.has(line.choice);
    if (line.selected) decidedChoices.add(line.choice);
  }
}

/** Known identifiers stay with their items, even if an unchanged item was sent without its identifier. */
function assignIds(
  lines: UnpricedLine[],
  inputs: readonly ItemInput[],
  { known, createBase }: LineIds,
): void {
  const free = new Map(known.map((item) => [item.id, item]));
  for (const [index, { id }] of inputs.entries()) {
    const line = lines[index];
    if (line && id != null && free.delete(id)) line.id = id;
  }
  let base: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.id !== '') continue;
    const before = known[index];
    if (before && free.has(before.id) && isSameLine(line, before)) {
      line.id = before.id;
      continue;
    }
    base ??= createBase();
    line.id = createLineId(base, index);
  }
}

function isSameLine(line: UnpricedLine, before: LineItem): boolean {
  const { amount, discountAmount, ...rest } = before;
  return JSON.stringify({ ...line, id: before.id }) === JSON.stringify(rest);
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Builds the identifier of an item from a base, which all items of a request share, and its position. */
export function createLineId(base: string, index: number): string {
  return `itm_${base}${ALPHABET[index >> 5]}${ALPHABET[index & 31]}`;
}
