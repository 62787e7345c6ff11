import { computeTotals, type Totals, type TotalsInput } from '../money/totals.ts';
import {
  completeRange,
  type ItemInput,
  isSelectable,
  type LineItem,
  saying,
  type UnpricedLine,
} from './line-item.ts';

/** What identifies the lines: those that are there already, and where the identifiers of new ones come from. */
export interface LineIds {
  known: readonly LineItem[];
  /** Sixteen characters that no line of this quote has had in its identifier. */
  freshBase: () => string;
}

/** The lines as they are kept: with identifiers, and with what is selected unless somebody says otherwise. */
export function composeLines(inputs: readonly ItemInput[], ids: LineIds): UnpricedLine[] {
  const lines = inputs.map(composeLine);
  if (lines.some(isSelectable)) select(lines);
  identify(lines, inputs, ids);
  return lines;
}

/** The lines with their amounts, and what they come to. */
export function priceLines(
  lines: readonly UnpricedLine[],
  { discountType, discountValue }: Pick<TotalsInput, 'discountType' | 'discountValue'>,
): { items: LineItem[] } & Omit<Totals, 'amounts' | 'lineDiscounts'> {
  const { amounts, lineDiscounts, ...totals } = computeTotals({ items: lines, discountType, discountValue });
  const items = lines.map((line, index) => {
    // A line that was priced before is priced anew.
    const { id, description, quantity, unitPrice, taxRate, amount, discountAmount, ...more } =
      line as LineItem;
    const item: LineItem = { id, description, quantity, unitPrice, taxRate, amount: amounts[index] ?? 0 };
    if (line.discountType !== undefined) item.discountAmount = lineDiscounts[index] ?? 0;
    return Object.assign(item, more);
  });
  return { items, ...totals };
}

/** Equal lines have their fields in the same order: they are compared as JSON. */
function composeLine(input: ItemInput): UnpricedLine {
  const { description, quantity, unitPrice } = input;
  const line: UnpricedLine = { id: '', description, quantity, unitPrice, taxRate: input.taxRate ?? 0 };
  const unit = saying(input.unit);
  if (unit !== undefined) line.unit = unit;
  const sku = saying(input.sku);
  if (sku !== undefined) line.sku = sku;
  if (input.catalogueItemId != null) line.catalogueItemId = input.catalogueItemId;
  if (input.discountType != null && input.discountValue != null) {
    line.discountType = input.discountType;
    line.discountValue = input.discountValue;
  }
  const section = saying(input.section);
  if (section !== undefined) line.section = section;
  if (input.quantityRange != null) line.quantityRange = completeRange(input.quantityRange);
  if (input.optional) line.optional = true;
  const choice = saying(input.choice);
  if (choice !== undefined) line.choice = choice;
  if (isSelectable(line) && input.selected != null) line.selected = input.selected;
  return line;
}

/** What nobody has said: of a choice that must be made the first line, and nothing else that is optional. */
function select(lines: readonly UnpricedLine[]): void {
  const made = new Set(lines.filter(({ selected }) => selected).map(({ choice }) => choice));
  for (const line of lines) {
    if (!isSelectable(line) || line.selected !== undefined) continue;
    line.selected = line.optional !== true && !made.has(line.choice);
    if (line.selected) made.add(line.choice);
  }
}

/** A known identifier stays with its line, also where a line was sent back as it is without it. */
function identify(lines: UnpricedLine[], inputs: readonly ItemInput[], { known, freshBase }: LineIds): void {
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
    base ??= freshBase();
    line.id = lineId(base, index);
  }
}

function isSameLine(line: UnpricedLine, before: LineItem): boolean {
  const { amount, discountAmount, ...rest } = before;
  return JSON.stringify({ ...line, id: before.id }) === JSON.stringify(rest);
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A base for all lines that come at once, and the position among them. */
export function lineId(base: string, index: number): string {
  return `itm_${base}${ALPHABET[index >> 5]}${ALPHABET[index & 31]}`;
}
