import type { DocumentSource } from '../../../domain/document.ts';
import { parseProse } from '../../../domain/markup/prose.ts';
import { type RateSum, sumSectionRates } from '../../../domain/money/section-rates.ts';
import type { Section } from '../../../domain/money/totals.ts';
import { isSelectable, isSelected, type LineItem } from '../../../domain/quote/line/line-item.ts';
import { areStepsShown, isQuantityShown } from '../../../domain/quote/line/show.ts';
import { isAccepted, isConverted } from '../../../domain/quote/quote.ts';
import { formatPercent, formatQuantity } from '../../../i18n/format.ts';
import { listSteps } from '../../../i18n/quote/list-steps.ts';
import { formatPeriod, formatRecurrence } from '../../../i18n/quote/recurring.ts';
import { getTaxName } from '../../../i18n/tax-labels.ts';
import { breakLongWords, cleanText, hasRightToLeft, runsRightToLeft } from './clean-text.ts';
import {
  composeText,
  isolate,
  isolateFormatted,
  isolateLabel,
  joinParts,
  keepWhole,
  toPlainText,
} from './compose.ts';
import {
  estimateItemLines,
  flow,
  getContent,
  getShow,
  toDirectedText,
  toOneLine,
  type ViewContext,
} from './context.ts';
import type { Group, Isolated, ItemText, Text } from './document-view.ts';
import { estimateWidth } from './text-width.ts';
import { formatAmount } from './totals.ts';

/** A longer row may exceed a page. Only such rows may break, because breaking takes longer to typeset. */
const MAX_UNBROKEN_LINES = 34;

/** Formats the description of an item, with its details on a line below. */
export function formatItem(context: ViewContext, item: LineItem): Text | ItemText {
  const text = formatDescription(context, item.description);
  const remarks = listRemarks(context, item);
  const steps = listItemSteps(context, item);
  if (remarks.length === 0 && steps.length === 0) return text;
  const between = remarks.flatMap((remark, index) => (index === 0 ? [remark] : [' · ', remark]));
  const details = joinParts(between.flatMap((part) => toParts(part)));
  const isTall = typeof text !== 'string' && 'tall' in text && text.tall;
  const tall = isTall || estimateItemLines(item.description) + steps.length > MAX_UNBROKEN_LINES;
  return { item: text, details, ...(steps.length > 0 && { steps }), off: !isSelected(item), tall };
}

/** The prices by quantity, unless prices or quantities are hidden. */
function listItemSteps(context: ViewContext, item: LineItem): NonNullable<ItemText['steps']> {
  const { source, locale, messages } = context;
  if (!item.quantityPrices || !areStepsShown(getShow(source), item)) return [];
  const steps = listSteps(item.quantityPrices, getContent(source).currency, locale, messages);
  return steps.map(({ quantity, price }) => [flow(context, quantity), price]);
}

function formatDescription(context: ViewContext, description: string): Text {
  const text = breakLongWords(cleanText(description, context.missing));
  const directedText = toDirectedText(context, text, estimateItemLines(text) > MAX_UNBROKEN_LINES);
  if (!text.includes('\n- ')) return directedText;
  const [name = '', ...rest] = text.split('\n');
  const whole =
    typeof directedText === 'string' || 'parts' in directedText
      ? { rtl: context.locale.direction === 'rtl', tall: false }
      : directedText;
  return { ...whole, text: name, details: parseProse(rest.join('\n')) };
}

/** A unit that would take too much of the description's width goes below the quantity. A hidden quantity is empty. */
export function formatItemQuantity(context: ViewContext, item: LineItem): Text {
  if (!isQuantityShown(getShow(context.source), item)) return '';
  const { quantity, unit } = item;
  const figure = formatQuantity(quantity, context.locale);
  if (unit === undefined) return figure;
  const quantityPart = isolateFormatted(context, figure);
  if (estimateWidth(`${figure} ${unit}`) <= MAX_QUANTITY_WIDTH)
    return composeText('{quantity} {unit}', { quantity: quantityPart, unit: isolate(context, unit) });
  const text = toOneLine(context, unit);
  const unitPart = { text, rtl: runsRightToLeft(text) ?? false };
  return { parts: [quantityPart, '\n', breakAnywhere(unitPart)] };
}

/** Lets a text break after a few letters, unless breaking would change the form of its letters. */
function breakAnywhere<Part extends string | Isolated>(part: Part): Part;
function breakAnywhere(part: string | Isolated): string | Isolated {
  if (typeof part !== 'string') return { ...part, text: breakAnywhere(part.text) };
  if (part.length <= MAX_UNBROKEN_LETTERS || hasRightToLeft(part)) return part;
  const letters = [...new Intl.Segmenter().segment(part)].map(({ segment }) => segment);
  return letters
    .map((letter, index) => (index > 0 && index % MAX_UNBROKEN_LETTERS === 0 ? `\u200b${letter}` : letter))
    .join('');
}

/** In em; a sixth of the narrower paper. */
const MAX_QUANTITY_WIDTH = 9;
const MAX_UNBROKEN_LETTERS = 8;

/** The customer has chosen the quantity. */
function isChosen(source: DocumentSource): boolean {
  return source.kind === 'quote' && (isAccepted(source.quote) || isConverted(source.quote));
}

function listRemarks(context: ViewContext, item: LineItem): Text[] {
  const { locale, messages, customs, source } = context;
  const { sku, choice, quantityRange: range } = item;
  const remarks: Text[] = [];
  const numbered = (source.kind === 'invoice' && customs.itemCode) || messages.itemNumber;
  if (sku !== undefined) remarks.push(composeText(numbered, { sku: breakAnywhere(isolate(context, sku)) }));
  if (item.discountType !== undefined && getShow(source).linePrices)
    remarks.push(formatDiscount(context, item));
  if (item.recurring) remarks.push(flow(context, formatRecurrence(item.recurring, locale, messages)));
  if (item.quantityPrices?.kind === 'graduated' && areStepsShown(getShow(source), item))
    remarks.push(messages.stepParts);
  if (item.period) {
    const [first, last] = formatPeriod(item.period, locale);
    remarks.push(joinParts([keepWhole(context, first), ' ', keepWhole(context, last)]));
  }
  if (choice !== undefined) remarks.push(composeText(messages.choice, { choice: isolate(context, choice) }));
  if (item.optional) remarks.push(messages.optionalItem);
  if (isSelectable(item)) remarks.push(isSelected(item) ? messages.selected : messages.notSelected);
  if (range && !isChosen(source)) {
    const number = (figure: number) => isolateFormatted(context, formatQuantity(figure, locale));
    const message = range.step === 1 ? messages.quantityRange : messages.quantitySteps;
    remarks.push(
      composeText(message, { min: number(range.min), max: number(range.max), step: number(range.step) }),
    );
  }
  return remarks;
}

function formatDiscount(context: ViewContext, item: LineItem): Text {
  const { source, locale, messages } = context;
  const amount = formatAmount(-(item.discountAmount ?? 0), getContent(source).currency, locale);
  return item.discountType === 'percentage'
    ? composeText('{discount} {rate} {amount}', {
        discount: messages.discount,
        rate: isolateFormatted(context, formatPercent(item.discountValue ?? 0, locale)),
        amount: isolateFormatted(context, amount),
      })
    : composeText('{discount} {amount}', {
        discount: messages.discount,
        amount: isolateFormatted(context, amount),
      });
}

/** Finds the items that start a section. An entry without a name ends the previous section. */
export function groupItems(
  context: ViewContext,
  items: readonly LineItem[],
  sections: readonly Section[],
): Map<number, Group> {
  const { source, locale } = context;
  const groups = new Map<number, Group>();
  const rates = getShow(source).linePrices ? [] : sumSectionRates(items);
  let next = 0;
  for (const [line, { section }] of items.entries()) {
    const before = items[line - 1]?.section;
    if (section === before) continue;
    if (section === undefined) {
      groups.set(line, { name: null, subtotal: '', rates: [] });
      continue;
    }
    const { subtotal = 0 } = sections[next] ?? {};
    groups.set(line, {
      name: flow(context, section),
      subtotal: formatAmount(subtotal, getContent(source).currency, locale),
      rates: (rates[next] ?? []).map((sum) => formatRateSum(context, sum)),
    });
    next++;
  }
  return groups;
}

function formatRateSum(context: ViewContext, { rate, amount }: RateSum): Group['rates'][number] {
  const { source, locale, messages } = context;
  const label = composeText(messages.itemsAtRate, {
    tax: isolateLabel(context, getTaxName(source.account, locale.language)),
    rate: isolateFormatted(context, formatPercent(rate, locale)),
  });
  return [label, formatAmount(amount, getContent(source).currency, locale)];
}

/** Returns the text without its structure. */
export function itemToPlainText(text: Text | ItemText): string {
  return toPlainText(typeof text === 'object' && 'item' in text ? text.item : text);
}

function toParts(text: Text): (string | Isolated)[] {
  if (typeof text === 'string') return [text];
  return 'parts' in text ? text.parts : [{ text: text.text, rtl: text.rtl }];
}
