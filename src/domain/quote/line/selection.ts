import type { FieldError } from '../../errors.ts';
import { isChangeable, isSelectable, isSelected, type LineItem, type UnpricedLine } from './line-item.ts';
import { findQuantityError } from './line-rules.ts';
import { isQuantityShown, SHOW_ALL, type Show } from './show.ts';
import { createValidity, type Validity } from './validity.ts';

/** The customer's choice for one item. Absent fields stay unchanged. */
export interface LineChoice {
  id: string;
  selected?: boolean | null;
  quantity?: number | null;
}

/** The current choice for an item that the customer may change. */
export interface ChosenLine {
  id: string;
  selected: boolean;
  quantity: number;
}

/** Lists the current choices for the items that the customer may change. */
export function listSelection(items: readonly UnpricedLine[]): ChosenLine[] {
  return items
    .filter(isChangeable)
    .map((item) => ({ id: item.id, selected: isSelected(item), quantity: item.quantity }));
}

export function hasSelectedItem(items: readonly UnpricedLine[]): boolean {
  return items.some(isSelected);
}

/** Applies the choices to the items. Does not compute amounts. */
export function applySelection(
  items: readonly UnpricedLine[],
  choices: readonly LineChoice[],
): UnpricedLine[] {
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return items.map((item) => {
    const choice = byId.get(item.id);
    if (!choice) return item;
    const line = { ...item, quantity: choice.quantity ?? item.quantity };
    if (isSelectable(item)) line.selected = choice.selected ?? isSelected(item);
    return line;
  });
}

/** Removes everything that the customer may choose, and what is computed from it, so that offers can be compared. */
export function removeChoices(items: readonly LineItem[]): Pick<LineItem, 'id'>[] {
  return items.map(({ amount, discountAmount, selected, quantity, unitPrice, ...item }) => ({
    ...item,
    ...(!item.quantityPrices && { unitPrice }),
    ...(!item.quantityRange && { quantity }),
  }));
}

/**
 * Lists all errors of a selection. That of a customer may name no quantity that `show` hides from them, not even the
 * right one: the response would say that it is.
 */
export function findSelectionErrors(
  items: readonly UnpricedLine[],
  choices: readonly LineChoice[],
  { validity = createValidity([]), show = SHOW_ALL }: { validity?: Validity; show?: Show } = {},
): FieldError[] {
  const errors: FieldError[] = [];
  const byId = new Map(items.map((item) => [item.id, item]));
  const positions = new Map<string, number>();
  for (const [index, choice] of choices.entries()) {
    const path = `/selection/${index}`;
    if (!validity.isReadable(path) || !validity.isValid(`${path}/id`)) continue;
    const item = byId.get(choice.id);
    if (!item) errors.push({ path: `${path}/id`, message: 'does not match any item of this quote' });
    else if (positions.has(choice.id))
      errors.push({ path: `${path}/id`, message: 'is the same item a second time' });
    else errors.push(...findChoiceErrors(item, choice, path, { validity, show }));
    positions.set(choice.id, index);
  }
  // Rules for the selection as a whole need all of its entries to be valid.
  if (errors.length > 0 || !validity.isValid('/selection')) return errors;
  const selected = applySelection(items, choices);
  errors.push(...findAlternativeErrors(selected, (id) => positions.get(id)));
  if (errors.length === 0 && !hasSelectedItem(selected)) {
    errors.push({ path: '/selection', message: 'selects nothing: at least one item must be selected' });
  }
  return errors;
}

function findChoiceErrors(
  item: UnpricedLine,
  { selected, quantity }: LineChoice,
  path: string,
  { validity, show }: { validity: Validity; show: Show },
): FieldError[] {
  const errors: FieldError[] = [];
  if (selected === false && !isSelectable(item)) {
    errors.push({ path: `${path}/selected`, message: 'must be true for an item that is not optional' });
  }
  if (quantity != null && validity.isValid(`${path}/quantity`)) {
    const message = item.quantityRange
      ? findQuantityError(quantity, item.quantityRange)
      : quantity === item.quantity && isQuantityShown(show, item)
        ? undefined
        : 'cannot be chosen: the item has no quantityRange';
    if (message !== undefined) errors.push({ path: `${path}/quantity`, message });
  }
  return errors;
}

/** A choice needs exactly one selected item, or at most one if it is optional. */
function findAlternativeErrors(
  items: readonly UnpricedLine[],
  indexOf: (id: string) => number | undefined,
): FieldError[] {
  const choices = Map.groupBy(
    items.filter((item) => item.choice !== undefined),
    (item) => item.choice,
  );
  const errors: FieldError[] = [];
  for (const alternatives of choices.values()) {
    const count = alternatives.filter(isSelected).length;
    const minimum = alternatives[0]?.optional ? 0 : 1;
    if (count >= minimum && count <= 1) continue;
    const positions = alternatives.map(({ id }) => indexOf(id)).filter((index) => index !== undefined);
    errors.push({
      path: `/selection/${positions.at(-1) ?? ''}/selected`,
      message:
        count > 1
          ? 'must be false for all but one item of the same choice: list the other with "selected": false'
          : 'must be true for one item of the same choice',
    });
  }
  return errors;
}
