import type { FieldError } from '../../errors.ts';
import { toTenThousandths } from '../../money/decimal.ts';
import type { DiscountType } from '../../money/discount.ts';
import { isUntaxed, type TaxCategory } from '../../tax/tax-category.ts';
import { addDefaultStep, type ItemInput, nonBlank, type QuantityRange } from './line-item.ts';
import { findStepErrors } from './quantity-price-rules.ts';
import type { Validity } from './validity.ts';

interface Alternative {
  item: ItemInput;
  path: string;
}

/** Checks rules that span several fields or items. Skips rules whose fields are invalid by themselves. */
export function findLineErrors(items: readonly ItemInput[], validity: Validity): FieldError[] {
  const errors: FieldError[] = [];
  const ids = new Set<string>();
  const choices = new Map<string, Alternative[]>();
  for (const [line, item] of items.entries()) {
    const path = `/items/${line}`;
    if (!validity.isReadable(path)) continue;
    errors.push(
      ...findDiscountErrors(item, path, validity),
      ...findTaxErrors(item, path, validity),
      ...findRangeErrors(item, path, validity),
      ...findStepErrors(item, path, validity),
    );
    if (item.id != null && validity.isValid(`${path}/id`)) {
      if (ids.has(item.id))
        errors.push({ path: `${path}/id`, message: 'is already the id of an earlier item' });
      ids.add(item.id);
    }
    if (!validity.isValid(`${path}/choice`) || !validity.isValid(`${path}/optional`)) continue;
    const choice = nonBlank(item.choice);
    if (choice !== undefined) {
      const others = choices.get(choice);
      if (others) others.push({ item, path });
      else choices.set(choice, [{ item, path }]);
    } else if (item.selected === false && !item.optional) {
      errors.push({ path: `${path}/selected`, message: 'must be true for an item that is not optional' });
    }
  }
  for (const alternatives of choices.values()) errors.push(...findChoiceErrors(alternatives, validity));
  return errors;
}

/** Checks the discount of a quote (with an empty path) or of an item. */
export function findDiscountErrors(
  { discountType, discountValue }: { discountType?: DiscountType | null; discountValue?: number | null },
  path: string,
  validity: Validity,
): FieldError[] {
  const [type, value] = [`${path}/discountType`, `${path}/discountValue`];
  if (discountType != null && discountValue == null) {
    return [{ path: value, message: 'is required with discountType' }];
  }
  if (discountType == null && discountValue != null) {
    return [{ path: type, message: 'is required with discountValue' }];
  }
  if (discountType !== 'percentage' || discountValue == null || discountValue <= 100) return [];
  return validity.isValid(value) ? [{ path: value, message: 'must be 100 or less for a percentage' }] : [];
}

/** Checks the category of an item or of a catalogue item (with an empty path) against its rate. */
export function findTaxErrors(
  { taxRate, taxCategory }: { taxRate?: number | null; taxCategory?: TaxCategory | null },
  path: string,
  validity: Validity,
): FieldError[] {
  if (taxCategory == null) return [];
  const [rate, category] = [`${path}/taxRate`, `${path}/taxCategory`];
  if (!validity.isValid(rate) || !validity.isValid(category)) return [];
  const hasTax = (taxRate ?? 0) > 0;
  if (isUntaxed(taxCategory) !== hasTax) return [];
  const needed = hasTax ? 'a taxRate of 0' : 'a taxRate above 0';
  return [{ path: category, message: `must not be ${taxCategory} here: it needs ${needed}` }];
}

function findRangeErrors(
  { quantity, quantityRange: range }: ItemInput,
  path: string,
  validity: Validity,
): FieldError[] {
  if (range == null || !validity.isReadable(`${path}/quantityRange`)) return [];
  const [min, max] = [`${path}/quantityRange/min`, `${path}/quantityRange/max`];
  if (range.max < range.min && validity.isValid(min) && validity.isValid(max)) {
    return [{ path: max, message: `must be min (${range.min}) or more` }];
  }
  if (!validity.isValid(`${path}/quantityRange`) || !validity.isValid(`${path}/quantity`)) return [];
  const message = findQuantityError(quantity, addDefaultStep(range));
  return message === undefined ? [] : [{ path: `${path}/quantity`, message }];
}

/** Checks a quantity against its range. Steps are counted from `min`. */
export function findQuantityError(quantity: number, { min, max, step }: QuantityRange): string | undefined {
  if (quantity < min || quantity > max) return `must be from ${min} to ${max}, as quantityRange says`;
  const above = toTenThousandths(quantity) - toTenThousandths(min);
  return above % toTenThousandths(step) === 0n
    ? undefined
    : `must be ${min} plus any number of steps of ${step}, as quantityRange says`;
}

function findChoiceErrors(alternatives: readonly Alternative[], validity: Validity): FieldError[] {
  const isOptional = Boolean(alternatives[0]?.item.optional);
  const mixed = alternatives
    .filter(({ item }) => Boolean(item.optional) !== isOptional)
    .map(({ path }) => ({
      path: `${path}/optional`,
      message: `must be ${isOptional} like that of the first item of the same choice: a choice is optional as a whole or not at all`,
    }));
  const isValid = ({ path }: Alternative) => validity.isValid(`${path}/selected`);
  const [, ...more] = alternatives.filter((each) => isValid(each) && each.item.selected);
  const message = 'must be false: another item of the same choice is selected';
  const errors = [...mixed, ...more.map(({ path }) => ({ path: `${path}/selected`, message }))];
  const isNone = alternatives.every((each) => isValid(each) && each.item.selected === false);
  if (!isOptional && mixed.length === 0 && isNone) {
    const first = alternatives[0]?.path ?? '';
    errors.push({ path: `${first}/selected`, message: 'must be true for one item of the choice' });
  }
  return errors;
}
