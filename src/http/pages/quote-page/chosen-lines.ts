import { isChangeable, isSelectable, type LineItem } from '../../../domain/line/line-item.ts';
import { quantityError } from '../../../domain/line/line-rules.ts';
import type { LineChoice } from '../../../domain/line/selection.ts';
import { isOpen, type Quote } from '../../../domain/quote/quote.ts';
import { FIELDS, firstLines } from '../../../web/quote-page/offer.ts';
import { selectionQuery } from '../../../web/quote-page/selection-query.ts';
import type { Form } from '../form-fields.ts';

export interface ChosenLines {
  choices: LineChoice[];
  /** Quantities that cannot be taken, as they were typed, by the place of their line. */
  typed: Record<number, string>;
}

/** A selection with the query that keeps it in the URL of the page. */
export interface Selection extends ChosenLines {
  query: string;
}

/** The selection in a form or a URL. It names lines by their places, so it counts only for the revision it was made for. */
export function readSelection(form: Form, quote: Quote): Selection {
  const isOfThisText = isOpen(quote) && Number(form.revision) === quote.revision;
  if (!isOfThisText) return { choices: [], typed: {}, query: '' };
  return { ...readChosenLines(form, quote.items), query: selectionQuery(Object.entries(form)) };
}

/** What the form says of the lines of the text that it was made for; a form without choices leaves them as they are. */
export function readChosenLines(form: Form, items: readonly LineItem[]): ChosenLines {
  const chosen: ChosenLines = { choices: [], typed: {} };
  if (form[FIELDS.choosing] === undefined) return chosen;
  const first = firstLines(items);
  for (const [line, item] of items.entries()) {
    if (!isChangeable(item)) continue;
    const choice: LineChoice = { id: item.id };
    if (isSelectable(item)) choice.selected = isTaken(form, item, line, first);
    const text = form[FIELDS.quantity(line)];
    if (item.quantityRange && text !== undefined) {
      const quantity = readQuantity(text);
      if (quantity === undefined || quantityError(quantity, item.quantityRange) !== undefined) {
        chosen.typed[line] = text.slice(0, MAX_TYPED);
      } else choice.quantity = quantity;
    }
    chosen.choices.push(choice);
  }
  return chosen;
}

/** Alternatives of which none was named stay as they are shown. */
function isTaken(
  form: Form,
  { choice, selected }: LineItem,
  line: number,
  first: Map<string, number>,
): boolean | undefined {
  if (choice === undefined) return form[FIELDS.taken(line)] !== undefined;
  const wanted = form[FIELDS.choice(first.get(choice) ?? line)];
  return wanted === undefined ? selected : wanted === String(line);
}

/** As a browser sends a number, at most four decimals. */
function readQuantity(text: string): number | undefined {
  return /^\d{1,10}(\.\d{1,4}0*)?$/.test(text.trim()) ? Number(text) : undefined;
}

const MAX_TYPED = 30;
