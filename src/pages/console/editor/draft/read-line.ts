import { getUnitPrice, type QuantityPrices } from '../../../../domain/money/quantity-prices.ts';
import { type ItemInput, MAX_UNIT_PRICE } from '../../../../domain/quote/line/line-item.ts';
import { findQuantityError } from '../../../../domain/quote/line/line-rules.ts';
import { MAX_PERIODS, MIN_PERIODS, type Recurrence } from '../../../../domain/quote/recurring/recurrence.ts';
import { isUntaxed } from '../../../../domain/tax/tax-category.ts';
import { readAmount } from '../../../../i18n/parse-amount.ts';
import type { Separators } from '../../../../i18n/parse-number.ts';
import { parseSteps } from '../../../../i18n/quote/step-text.ts';
import { isSelectable, type LineRow } from './draft.ts';
import {
  findLengthError,
  type InputError,
  type Read,
  readPercent,
  readQuantity,
  readTaxRate,
  readWhole,
} from './read-texts.ts';

/** The parsed line without its section, if all of it is readable, and the errors of its fields. */
export interface ReadLine {
  item: ItemInput | null;
  errors: Partial<Record<keyof LineRow, InputError>>;
}

const LIMITS = { description: 2000, unit: 20, sku: 64, choice: 100, taxReason: 300 } as const;

const known = new WeakMap<LineRow, { currency: string; separators: Separators; read: ReadLine }>();

/** Caches the result per line object: lines are immutable. */
export function readLine(line: LineRow, currency: string, separators: Separators): ReadLine {
  const before = known.get(line);
  if (before?.currency === currency && before.separators === separators) return before.read;
  const read = parseLine(line, currency, separators);
  known.set(line, { currency, separators, read });
  return read;
}

function parseLine(line: LineRow, currency: string, separators: Separators): ReadLine {
  const errors: ReadLine['errors'] = {};
  const note = <Value>(field: keyof LineRow, read: Read<Value>): Value | undefined => {
    if (read.error) errors[field] = read.error;
    return read.value;
  };
  const quantity = note('quantity', readQuantity(line.quantity, separators));
  const quantityPrices = readSteps(line, currency, separators, note);
  const unitPrice = quantityPrices
    ? getUnitPrice({ unitPrice: 0, quantityPrices }, quantity ?? 0)
    : line.priceKind
      ? undefined
      : note('price', readAmount(line.price, currency, separators, MAX_UNIT_PRICE));
  const taxRate = note('tax', readTaxRate(line.tax, separators));
  const cost = line.cost === undefined ? undefined : note('cost', readCost(line.cost, currency, separators));
  const discountValue = note('discountValue', readDiscount(line, currency, separators));
  const quantityRange = readRange(line, separators, note);
  const recurring = readRecurrence(line, separators, note);
  if (line.description.trim() === '') errors.description = 'missing';
  for (const [field, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
    const error = findLengthError(line[field], limit);
    if (error) errors[field] = error;
  }
  if (quantity !== undefined && quantityRange && findQuantityError(quantity, quantityRange))
    errors.quantity = `outside ${line.max}|${line.min}|${line.step.trim() || 1}`;
  if (Object.keys(errors).length > 0 || quantity === undefined || unitPrice === undefined)
    return { item: null, errors };
  const text = (field: 'unit' | 'sku' | 'choice' | 'catalogueItemId' | 'taxReason') =>
    line[field].trim() || undefined;
  return {
    errors,
    item: {
      ...(line.id && { id: line.id }),
      description: line.description,
      quantity,
      unitPrice,
      taxRate: taxRate ?? 0,
      taxCategory: readCategory(line, taxRate ?? 0),
      taxReason: text('taxReason'),
      unit: text('unit'),
      sku: text('sku'),
      catalogueItemId: text('catalogueItemId'),
      ...(cost !== undefined && { cost }),
      ...(discountValue !== null && { discountType: line.discountType, discountValue }),
      ...(line.optional && { optional: true }),
      choice: text('choice'),
      ...(isSelectable(line) && { selected: line.selected }),
      ...(quantityRange && { quantityRange }),
      ...(quantityPrices && { quantityPrices }),
      // Said in any case, so that a line of the catalogue is due once if the recurrence was taken off.
      ...((recurring || line.catalogueItemId !== '') && { recurring }),
    },
  };
}

function readCost(cost: string, currency: string, separators: Separators): Read<number | null> {
  return cost.trim() === '' ? { value: null } : readAmount(cost, currency, separators, MAX_UNIT_PRICE);
}

/** Returns the category if it fits the rate: the rate decides whether there is a tax. */
function readCategory({ taxCategory }: LineRow, taxRate: number): ItemInput['taxCategory'] {
  return taxCategory !== '' && isUntaxed(taxCategory) === (taxRate === 0) ? taxCategory : undefined;
}

/** Parses the discount of a quote or of a line; `null` if there is none. */
export function readDiscount(
  { discountType, discountValue }: Pick<LineRow, 'discountType' | 'discountValue'>,
  currency: string,
  separators: Separators,
): Read<number | null> {
  if (discountValue.trim() === '') return { value: null };
  return discountType === 'percentage'
    ? readPercent(discountValue, separators, 0)
    : readAmount(discountValue, currency, separators);
}

function readRange(
  line: LineRow,
  separators: Separators,
  note: <Value>(field: keyof LineRow, read: Read<Value>) => Value | undefined,
): { min: number; max: number; step: number } | null {
  if ([line.min, line.max].every((text) => text.trim() === '')) return null;
  const min = note('min', readQuantity(line.min, separators));
  const max = note('max', readQuantity(line.max, separators));
  const step = note('step', line.step.trim() === '' ? { value: 1 } : readQuantity(line.step, separators));
  if (min === undefined || max === undefined || step === undefined) return null;
  if (max < min) note('max', { error: 'range' });
  return { min, max, step };
}

function readRecurrence(
  { interval, periods }: LineRow,
  separators: Separators,
  note: <Value>(field: keyof LineRow, read: Read<Value>) => Value | undefined,
): Recurrence | null {
  // A draft that an earlier version kept on this device has neither.
  if (!interval) return null;
  if (!periods?.trim()) return { interval, periods: null };
  const count = note('periods', readWhole(periods, separators, MAX_PERIODS));
  if (count !== undefined && count < MIN_PERIODS) note('periods', { error: 'range' });
  return count === undefined ? null : { interval, periods: count };
}

function readSteps(
  { priceKind, steps = '' }: LineRow,
  currency: string,
  separators: Separators,
  note: <Value>(field: keyof LineRow, read: Read<Value>) => Value | undefined,
): QuantityPrices | null {
  if (!priceKind) return null;
  const value = parseSteps(steps, currency, separators);
  const read = note('steps', value ? { value } : { error: 'steps' });
  return read ? { kind: priceKind, steps: read } : null;
}
