import { isChangeable, isSelectable, type LineItem } from '../../../domain/quote/line/line-item.ts';
import { findQuantityError } from '../../../domain/quote/line/line-rules.ts';
import type { LineChoice } from '../../../domain/quote/line/selection.ts';
import { isOpen, type Quote } from '../../../domain/quote/quote.ts';
import type { Form } from '../../form-fields.ts';
import { FIELDS, findFirstLines } from './offer.ts';
import { selectionQuery } from './selection-query.ts';

export interface ChosenItems {
  choices: LineChoice[];
  /** Invalid quantities as they were typed, by the index of their item. */
  typed: Record<number, string>;
}

/** A selection, with the query string that preserves it in the URL of the page. */
export interface Selection extends ChosenItems {
  query: string;
}

/** Reads the selection from a form or a URL. It refers to items by index, so it is valid only for its own revision. */
export function readSelection(form: Form, quote: Quote): Selection {
  const isThisRevision = isOpen(quote) && Number(form.revision) === quote.revision;
  if (!isThisRevision) return { choices: [], typed: {}, query: '' };
  return { ...readChosenItems(form, quote.items), query: selectionQuery(Object.entries(form)) };
}

/** Reads the chosen items and quantities. A form without choices changes nothing. */
export function readChosenItems(form: Form, items: readonly LineItem[]): ChosenItems {
  const chosen: ChosenItems = { choices: [], typed: {} };
  if (form[FIELDS.choosing] === undefined) return chosen;
  const first = findFirstLines(items);
  for (const [line, item] of items.entries()) {
    if (!isChangeable(item)) continue;
    const choice: LineChoice = { id: item.id };
    if (isSelectable(item)) choice.selected = isItemSelected(form, item, line, first);
    const text = form[FIELDS.quantity(line)];
    if (item.quantityRange && text !== undefined) {
      const quantity = readQuantity(text);
      if (quantity === undefined || findQuantityError(quantity, item.quantityRange) !== undefined) {
        chosen.typed[line] = text.slice(0, MAX_TYPED_LENGTH);
      } else choice.quantity = quantity;
    }
    chosen.choices.push(choice);
  }
  return chosen;
}

/** Whether the item is selected. If the form names none of its alternatives, they stay as they are. */
function isItemSelected(
  form: Form,
  { choice, selected }: LineItem,
  line: number,
  first: Map<string, number>,
): boolean | undefined {
  if (choice === undefined) return form[FIELDS.taken(line)] !== undefined;
  const wanted = form[FIELDS.choice(first.get(choice) ?? line)];
  return wanted === undefined ? selected : wanted === String(line);
}

/** Parses a number in the format of browsers, with at most four decimals. */
function readQuantity(text: string): number | undefined {
  return /^\d{1,10}(\.\d{1,4}0*)?$/.test(text.trim()) ? Number(text) : undefined;
}

const MAX_TYPED_LENGTH = 30;
