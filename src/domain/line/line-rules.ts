import type { FieldError } from '../errors.ts';
import { toTenThousandths } from '../money/decimal.ts';
import type { DiscountType } from '../quote/quote.ts';
import { completeRange, type ItemInput, type QuantityRange, saying } from './line-item.ts';

/** Rules that span several fields of a line, or several lines; the schema has checked each field by itself. */
export function lineErrors(items: readonly ItemInput[]): FieldError[] {
  const errors: FieldError[] = [];
  const ids = new Set<string>();
  const choices = new Map<string, { item: ItemInput; path: string }[]>();
  for (const [line, item] of items.entries()) {
    const path = `/items/${line}`;
    errors.push(...discountErrors(item, path));
    if (item.quantityRange != null) errors.push(...rangeErrors(item, item.quantityRange, path));
    if (item.id != null) {
      if (ids.has(item.id)) errors.push({ path: `${path}/id`, message: 'is also the id of a line before' });
      ids.add(item.id);
    }
    const choice = saying(item.choice);
    if (choice !== undefined) {
      const others = choices.get(choice);
      if (others) others.push({ item, path });
      else choices.set(choice, [{ item, path }]);
    } else if (item.selected === false && !item.optional) {
      errors.push({ path: `${path}/selected`, message: 'must be true for a line that is not optional' });
    }
  }
  for (const alternatives of choices.values()) errors.push(...choiceErrors(alternatives));
  return errors;
}

/** Of the quote (with an empty path) and of a line alike. */
export function discountErrors(
  { discountType, discountValue }: { discountType?: DiscountType | null; discountValue?: number | null },
  path: string,
): FieldError[] {
  if (discountType != null && discountValue == null) {
    return [{ path: `${path}/discountValue`, message: 'is required with discountType' }];
  }
  if (discountType == null && discountValue != null) {
    return [{ path: `${path}/discountType`, message: 'is required with discountValue' }];
  }
  if (discountType === 'percentage' && discountValue != null && discountValue > 100) {
    return [{ path: `${path}/discountValue`, message: 'must be 100 or less for a percentage' }];
  }
  return [];
}

function rangeErrors(
  { quantity }: ItemInput,
  range: NonNullable<ItemInput['quantityRange']>,
  path: string,
): FieldError[] {
  if (range.max < range.min) {
    return [{ path: `${path}/quantityRange/max`, message: `must be min (${range.min}) or more` }];
  }
  const message = quantityError(quantity, completeRange(range));
  return message === undefined ? [] : [{ path: `${path}/quantity`, message }];
}

/** Steps are counted from the least quantity on. */
export function quantityError(quantity: number, { min, max, step }: QuantityRange): string | undefined {
  if (quantity < min || quantity > max) return `must be from ${min} to ${max}, as quantityRange says`;
  const above = toTenThousandths(quantity) - toTenThousandths(min);
  return above % toTenThousandths(step) === 0n
    ? undefined
    : `must be ${min} or any number of steps of ${step} more, as quantityRange says`;
}

function choiceErrors(alternatives: readonly { item: ItemInput; path: string }[]): FieldError[] {
  const isOptional = Boolean(alternatives[0]?.item.optional);
  const mixed = alternatives.filter(({ item }) => Boolean(item.optional) !== isOptional);
  if (mixed.length > 0) {
    const message = `must be ${isOptional} like that of the first line of the same choice: it is optional as a whole or not at all`;
    return mixed.map(({ path }) => ({ path: `${path}/optional`, message }));
  }
  const [, ...more] = alternatives.filter(({ item }) => item.selected);
  const message = 'must be false: another line of the same choice is selected';
  const errors = more.map(({ path }) => ({ path: `${path}/selected`, message }));
  if (!isOptional && alternatives.every(({ item }) => item.selected === false)) {
    const first = alternatives[0]?.path ?? '';
    errors.push({ path: `${first}/selected`, message: 'must be true for one line of the choice' });
  }
  return errors;
}
