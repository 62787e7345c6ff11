import type { FieldError } from '../errors.ts';
import { toTenThousandths } from '../money/decimal.ts';
import type { DiscountType } from '../quote/quote.ts';
import { completeRange, type ItemInput, nonBlank, type QuantityRange } from './line-item.ts';
import type { Soundness } from './soundness.ts';

interface Alternative {
  item: ItemInput;
  path: string;
}

/** Checks rules that span several fields or items. Skips rules whose fields are invalid by themselves. */
export function lineErrors(items: readonly ItemInput[], sound: Soundness): FieldError[] {
  const errors: FieldError[] = [];
  const ids = new Set<string>();
  const choices = new Map<string, Alternative[]>();
  for (const [line, item] of items.entries()) {
    const path = `/items/${line}`;
    if (!sound.isReadable(path)) continue;
    errors.push(...discountErrors(item, path, sound), ...rangeErrors(item, path, sound));
    if (item.id != null && sound.isSound(`${path}/id`)) {
      if (ids.has(item.id))
        errors.push({ path: `${path}/id`, message: 'is already the id of an earlier item' });
      ids.add(item.id);
    }
    if (!sound.isSound(`${path}/choice`) || !sound.isSound(`${path}/optional`)) continue;
    const choice = nonBlank(item.choice);
    if (choice !== undefined) {
      const others = choices.get(choice);
      if (others) others.push({ item, path });
      else choices.set(choice, [{ item, path }]);
    } else if (item.selected === false && !item.optional) {
      errors.push({ path: `${path}/selected`, message: 'must be true for an item that is not optional' });
    }
  }
  for (const alternatives of choices.values()) errors.push(...choiceErrors(alternatives, sound));
  return errors;
}

/** Checks the discount of a quote (with an empty path) or of an item. */
export function discountErrors(
  { discountType, discountValue }: { discountType?: DiscountType | null; discountValue?: number | null },
  path: string,
  sound: Soundness,
): FieldError[] {
  const [type, value] = [`${path}/discountType`, `${path}/discountValue`];
  if (discountType != null && discountValue == null) {
    return [{ path: value, message: 'is required with discountType' }];
  }
  if (discountType == null && discountValue != null) {
    return [{ path: type, message: 'is required with discountValue' }];
  }
  if (discountType !== 'percentage' || discountValue == null || discountValue <= 100) return [];
  return sound.isSound(value) ? [{ path: value, message: 'must be 100 or less for a percentage' }] : [];
}

function rangeErrors(
  { quantity, quantityRange: range }: ItemInput,
  path: string,
  sound: Soundness,
): FieldError[] {
  if (range == null || !sound.isReadable(`${path}/quantityRange`)) return [];
  const [min, max] = [`${path}/quantityRange/min`, `${path}/quantityRange/max`];
  if (range.max < range.min && sound.isSound(min) && sound.isSound(max)) {
    return [{ path: max, message: `must be min (${range.min}) or more` }];
  }
  if (!sound.isSound(`${path}/quantityRange`) || !sound.isSound(`${path}/quantity`)) return [];
  const message = quantityError(quantity, completeRange(range));
  return message === undefined ? [] : [{ path: `${path}/quantity`, message }];
}

/** Checks a quantity against its range. Steps are counted from `min`. */
export function quantityError(quantity: number, { min, max, step }: QuantityRange): string | undefined {
  if (quantity < min || quantity > max) return `must be from ${min} to ${max}, as quantityRange says`;
  const above = toTenThousandths(quantity) - toTenThousandths(min);
  return above % toTenThousandths(step) === 0n
    ? undefined
    : `must be ${min} plus any number of steps of ${step}, as quantityRange says`;
}

function choiceErrors(alternatives: readonly Alternative[], sound: Soundness): FieldError[] {
  const isOptional = Boolean(alternatives[0]?.item.optional);
  const mixed = alternatives
    .filter(({ item }) => Boolean(item.optional) !== isOptional)
    .map(({ path }) => ({
      path: `${path}/optional`,
      message: `must be ${isOptional} like that of the first item of the same choice: a choice is optional as a whole or not at all`,
    }));
  const isSound = ({ path }: Alternative) => sound.isSound(`${path}/selected`);
  const [, ...more] = alternatives.filter((each) => isSound(each) && each.item.selected);
  const message = 'must be false: another item of the same choice is selected';
  const errors = [...mixed, ...more.map(({ path }) => ({ path: `${path}/selected`, message }))];
  const isNone = alternatives.every((each) => isSound(each) && each.item.selected === false);
  if (!isOptional && mixed.length === 0 && isNone) {
    const first = alternatives[0]?.path ?? '';
    errors.push({ path: `${first}/selected`, message: 'must be true for one item of the choice' });
  }
  return errors;
}
