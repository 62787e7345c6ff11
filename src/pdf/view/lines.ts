import { isSelectable, isSelected, type LineItem } from '../../domain/line/line-item.ts';
import type { Section } from '../../domain/money/totals.ts';
import { formatPercent, formatQuantity } from '../../i18n/format.ts';
import { proseBlocks } from '../../markup/prose.ts';
import { breakLongWords, cleanText } from './clean-text.ts';
import { composed, formatted, joined, textOf, value } from './compose.ts';
import { content, directed, flow, itemLines, type ViewContext } from './context.ts';
import type { Group, Isolated, ItemText, Text } from './document-view.ts';
import { formatAmount } from './totals.ts';

/** A longer row may exceed a page. Only such rows may break, because breaking takes longer to typeset. */
const TALL_LINES = 34;

/** Formats the description of an item, with its details on a line below. */
export function itemText(context: ViewContext, item: LineItem): Text | ItemText {
  const text = descriptionText(context, item.description);
  const remarks = remarksOf(context, item);
  if (remarks.length === 0) return text;
  const between = remarks.flatMap((remark, index) => (index === 0 ? [remark] : [' · ', remark]));
  const details = joined(between.flatMap((part) => partsOf(part)));
  const tall = typeof text !== 'string' && 'tall' in text && text.tall;
  return { item: text, details, off: !isSelected(item), tall };
}

function descriptionText(context: ViewContext, description: string): Text {
  const text = breakLongWords(cleanText(description, context.missing));
  const directedText = directed(context, text, itemLines(text) > TALL_LINES);
  if (!text.includes('\n- ')) return directedText;
  const [name = '', ...rest] = text.split('\n');
  const whole =
    typeof directedText === 'string' || 'parts' in directedText
      ? { rtl: context.locale.direction === 'rtl', tall: false }
      : directedText;
  return { ...whole, text: name, details: proseBlocks(rest.join('\n')) };
}

export function quantityText(context: ViewContext, { quantity, unit }: LineItem): Text {
  const figure = formatQuantity(quantity, context.locale);
  if (unit === undefined) return figure;
  return composed('{quantity} {unit}', {
    quantity: formatted(context, figure),
    unit: value(context, unit),
  });
}

function remarksOf(context: ViewContext, item: LineItem): Text[] {
  const { locale, messages } = context;
  const { sku, choice, quantityRange: range } = item;
  const remarks: Text[] = [];
  if (sku !== undefined) remarks.push(composed(messages.itemNumber, { sku: value(context, sku) }));
  if (item.discountType !== undefined) remarks.push(discountText(context, item));
  if (choice !== undefined) remarks.push(composed(messages.choice, { choice: value(context, choice) }));
  if (item.optional) remarks.push(messages.optionalItem);
  if (isSelectable(item)) remarks.push(isSelected(item) ? messages.selected : messages.notSelected);
  if (range) {
    const number = (figure: number) => formatted(context, formatQuantity(figure, locale));
    const message = range.step === 1 ? messages.quantityRange : messages.quantitySteps;
    remarks.push(
      composed(message, { min: number(range.min), max: number(range.max), step: number(range.step) }),
    );
  }
  return remarks;
}

function discountText(context: ViewContext, item: LineItem): Text {
  const { source, locale, messages } = context;
  const amount = formatAmount(-(item.discountAmount ?? 0), content(source).currency, locale);
  return item.discountType === 'percentage'
    ? composed('{discount} {rate} {amount}', {
        discount: messages.discount,
        rate: formatted(context, formatPercent(item.discountValue ?? 0, locale)),
        amount: formatted(context, amount),
      })
    : composed('{discount} {amount}', { discount: messages.discount, amount: formatted(context, amount) });
}

/** Finds the items that start a section. An entry without a name ends the previous section. */
export function groupsOf(
  context: ViewContext,
  items: readonly LineItem[],
  sections: readonly Section[],
): Map<number, Group> {
  const { source, locale } = context;
  const groups = new Map<number, Group>();
  let next = 0;
  for (const [line, { section }] of items.entries()) {
    const before = items[line - 1]?.section;
    if (section === before) continue;
    if (section === undefined) {
      groups.set(line, { name: null, subtotal: '' });
      continue;
    }
    const subtotal = sections[next++]?.subtotal ?? 0;
    const amount = formatAmount(subtotal, content(source).currency, locale);
    groups.set(line, { name: flow(context, section), subtotal: amount });
  }
  return groups;
}

/** Returns the text without its structure. */
export function plainOf(text: Text | ItemText): string {
  return textOf(typeof text === 'object' && 'item' in text ? text.item : text);
}

function partsOf(text: Text): (string | Isolated)[] {
  if (typeof text === 'string') return [text];
  return 'parts' in text ? text.parts : [{ text: text.text, rtl: text.rtl }];
}
