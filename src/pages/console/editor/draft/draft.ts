import type { DiscountType } from '../../../../domain/money/discount.ts';
import type { QuantityPrices } from '../../../../domain/money/quantity-prices.ts';
import type { AcceptanceField } from '../../../../domain/quote/acceptance/acceptance-fields.ts';
import type { TextName } from '../../../../domain/quote/quote-texts.ts';
import type { Interval } from '../../../../domain/quote/recurring/recurrence.ts';
import type { Stage, StageDue } from '../../../../domain/quote/schedule/payment-schedule.ts';
import type { TaxCategory } from '../../../../domain/tax/tax-category.ts';

/** The kind of document: a template is a quote without a customer. */
export type DraftKind = 'quote' | 'template';

/**
 * A quote in the editor: plain data with every number as the text that was typed. Numbers are parsed where they
 * are needed; an unreadable text is kept and marked.
 */
export interface Draft extends Record<TextName, string> {
  /** Name and validity of a template; a quote has neither. */
  name: string;
  validityDays: string;
  customerId: string;
  customerName: string;
  title: string;
  /** `YYYY-MM-DD` in the time zone of the account; the quote is valid until the end of that day */
  validUntil: string;
  currency: string;
  /** Ignored if there is no value. */
  discountType: DiscountType;
  discountValue: string;
  rows: readonly Row[];
  stages: readonly StageRow[];
  pricesIncludeTax: boolean;
  invoiceOnAcceptance: boolean;
  /** The opposite of `show`, so that a draft of an earlier version on this device hides nothing. */
  hidesLinePrices: boolean;
  hidesQuantities: boolean;
  /** First day of recurring lines, `YYYY-MM-DD`; empty for the day of the conversion. */
  recurringFrom: string;
  /** The questions of the template that a new quote starts from. Those of a stored quote have a page of their own. */
  acceptanceFields?: AcceptanceField[];
}

export type Row = LineRow | HeadingRow;

/** Starts a section that lasts until the next heading. A heading without a name ends a section. */
export interface HeadingRow {
  kind: 'heading';
  key: string;
  name: string;
}

export interface LineRow {
  kind: 'line';
  /** Stays with the row through all edits. A stored line uses its id. */
  key: string;
  /** Id of the stored line. */
  id: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  tax: string;
  /** Empty if not stated. */
  taxCategory: TaxCategory | '';
  taxReason: string;
  discountType: DiscountType;
  discountValue: string;
  optional: boolean;
  choice: string;
  selected: boolean;
  sku: string;
  catalogueItemId: string;
  /** Cost of one unit. Absent for people who may not see costs, and if nothing was typed: then the service decides. */
  cost?: string | undefined;
  /** Range that the customer can choose the quantity from, if there is a minimum and a maximum. */
  min: string;
  max: string;
  step: string;
  /** Empty if the line is due once. */
  interval: Interval | '';
  /** Empty until it is ended. */
  periods: string;
  /** Empty if the price is that of any quantity. */
  priceKind: QuantityPrices['kind'] | '';
  /** One step per line: `10 = 9.00`. */
  steps: string;
}

export interface StageRow {
  key: string;
  label: string;
  type: Stage['type'];
  value: string;
  when: StageDue['when'];
  days: string;
  date: string;
}

export const EMPTY_LINE: Omit<LineRow, 'key'> = {
  kind: 'line',
  id: '',
  description: '',
  quantity: '',
  unit: '',
  price: '',
  tax: '',
  taxCategory: '',
  taxReason: '',
  discountType: 'percentage',
  discountValue: '',
  optional: false,
  choice: '',
  selected: false,
  sku: '',
  catalogueItemId: '',
  min: '',
  max: '',
  step: '',
  interval: '',
  periods: '',
  priceKind: '',
  steps: '',
};

export const EMPTY_STAGE: Omit<StageRow, 'key'> = {
  label: '',
  type: 'percentage',
  value: '',
  when: 'acceptance',
  days: '',
  date: '',
};

/** Whether nothing was typed, so that the row is not a line of the quote. The tax may be preset. */
export function isBlank(row: Row): boolean {
  if (row.kind === 'heading') return false;
  const { description, quantity, unit, price, discountValue, sku, min, max } = row;
  return [description, quantity, unit, price, discountValue, sku, min, max].every(
    (text) => text.trim() === '',
  );
}

/** The lines of the quote in order, each with the name of its section. */
export function getLines(rows: readonly Row[]): { line: LineRow; section: string }[] {
  let section = '';
  return rows.flatMap((row) => {
    if (row.kind === 'heading') section = row.name.trim();
    return row.kind === 'heading' || isBlank(row) ? [] : [{ line: row, section }];
  });
}

/** Converts lines to rows with a heading wherever the section changes. */
export function toRows(lines: readonly { line: LineRow; section: string }[]): Row[] {
  let before = '';
  return lines.flatMap(({ line, section }): Row[] => {
    const isSame = section === before;
    before = section;
    return isSame ? [line] : [{ kind: 'heading', key: `heading-${line.key}`, name: section }, line];
  });
}

/** Ensures that the last row is a blank line for the next entry. */
export function withBlankLine(rows: readonly Row[], newKey: () => string): readonly Row[] {
  const last = rows.at(-1);
  if (last?.kind === 'line' && isBlank(last)) return rows;
  return [...rows, { ...EMPTY_LINE, key: newKey() }];
}

export function isSelectable({ optional, choice }: LineRow): boolean {
  return optional || choice.trim() !== '';
}
