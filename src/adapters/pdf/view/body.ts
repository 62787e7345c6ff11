import { isPricedInParts } from '../../../domain/money/quantity-prices.ts';
import type { LineItem } from '../../../domain/quote/line/line-item.ts';
import { isQuantityShown } from '../../../domain/quote/line/show.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatPercent, formatQuantity } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { MAIL } from '../../../i18n/messages.ts';
import { joinParts } from './compose.ts';
import {
  estimateDisplayWidth,
  estimateItemLines,
  estimateLines,
  flow,
  getContent,
  getShow,
  toProse,
  translateLabel,
  type ViewContext,
} from './context.ts';
import type { Column, Group, ItemText, Text } from './document-view.ts';
import { arrangeFacts } from './head/facts.ts';
import { buildParties } from './head/parties.ts';
import { formatItem, formatItemQuantity, groupItems, itemToPlainText } from './lines.ts';
import { measureLine } from './text-width.ts';
import { buildTotals, formatAmount, listTaxNames } from './totals.ts';

/** Builds the part from the title to the total. */
export function buildBody(context: ViewContext) {
  const { source, locale, customs } = context;
  const { title, items, taxes, sections } = getContent(source);
  const description = formatIntroduction(context);
  const columns = listColumns(context);
  const rows = items.map((item, line) => [
    formatPosition(line + 1, locale),
    ...columns.map(({ format }) => format(item)),
  ]);
  const groups = groupItems(context, items, sections);
  return {
    headline: {
      text: flow(context, title),
      size: chooseHeadlineSize(title),
      tracking: chooseTracking(title),
    },
    description: description?.trim() ? toProse(context, description) : null,
    'parties-first': estimateLines(description ?? '', INTRODUCTION_LETTERS) > MAX_SHORT_INTRODUCTION_LINES,
    ...buildParties(context),
    ...arrangeFacts(context),
    seal: customs.seal ?? null,
    'total-on-top': customs.totalOnTop ?? false,
    columns: buildColumns(rows, groups, ['#', ...columns.map(({ label }) => label)]),
    items: rows,
    groups: Object.fromEntries(groups),
    'line-widths': rows.flatMap((row, line) => {
      const group = groups.get(line);
      return group ? [null, ...group.rates.map(() => null), measureLines(row)] : [measureLines(row)];
    }),
    'last-is-short': countLines(items.at(-1)) <= MAX_SHORT_ITEM_LINES,
    ...buildTotals(context, taxes),
  };
}

function countLines(item: LineItem | undefined): number {
  return estimateItemLines(item?.description ?? '') + (item?.quantityPrices?.steps.length ?? 0);
}

/** Lists the columns after the position. Without prices of items, the amounts are the sums of sections. */
function listColumns(context: ViewContext): { label: Text; format: (item: LineItem) => Text | ItemText }[] {
  const { source, locale } = context;
  const { currency, items } = getContent(source);
  const show = getShow(source);
  const { linePrices } = show;
  const money = (minor: number) => formatAmount(minor, currency, locale);
  const label = (pick: Parameters<typeof translateLabel>[1]) => translateLabel(context, pick, '\n');
  const columns: ReturnType<typeof listColumns> = [
    { label: label((t) => t.description), format: (item) => formatItem(context, item) },
  ];
  if (items.some((item) => isQuantityShown(show, item)))
    columns.push({ label: label((t) => t.quantity), format: (item) => formatItemQuantity(context, item) });
  if (linePrices)
    columns.push({
      label: label((t) => t.unitPrice),
      format: (item) => (isPricedInParts(item) ? '' : money(item.unitPrice)),
    });
  if (linePrices && items.some(({ taxRate }) => taxRate !== items[0]?.taxRate))
    columns.push({
      label: joinParts(listTaxNames(context, '\n')),
      format: ({ taxRate }) => formatPercent(taxRate, locale),
    });
  if (linePrices || items.some(({ section }) => section !== undefined))
    columns.push({
      label: label((t) => t.amount),
      format: ({ amount }) => (linePrices ? money(amount) : ''),
    });
  return columns;
}

/** Returns the introduction, on a credit note after its reason. */
function formatIntroduction({ source, locale, messages }: ViewContext): string | null {
  const { description } = getContent(source);
  if (source.kind === 'quote') return description;
  const { creditReason } = source.invoice;
  const reason =
    creditReason?.trim() && fill(MAIL[locale.language].pair, { label: messages.reason, value: creditReason });
  return [reason, description].filter((text) => text?.trim()).join('\n\n') || null;
}

/**
 * Returns the widths of the description and its details if the whole row uses the text face. If both fit on one line
 * each, the height of the row is known without measuring.
 */
function measureLines(row: (Text | ItemText)[]): number[] | null {
  const [position = '', item = '', ...numbers] = row;
  if (typeof item === 'object' && 'steps' in item) return null;
  const lines = typeof item === 'object' && 'item' in item ? [item.item, item.details] : [item];
  const widths = [...lines, position, ...numbers].map((text) =>
    typeof text === 'string' ? measureLine(text) : undefined,
  );
  return widths.every((width) => width !== undefined) ? widths.slice(0, lines.length) : null;
}

/** A longer introduction goes below the parties. */
const MAX_SHORT_INTRODUCTION_LINES = 5;
const INTRODUCTION_LETTERS = 80;

const MAX_SHORT_ITEM_LINES = 12;

/** Latin digits have equal widths, so one sample represents all texts of its shape. */
function buildColumns(rows: (Text | ItemText)[][], groups: Map<number, Group>, labels: Text[]): Column[] {
  return labels.map((label, index) => {
    if (index < 2) return { label, widest: [] };
    const isLast = index === labels.length - 1;
    const sums = isLast
      ? [...groups.values()].flatMap(({ subtotal, rates }) => [
          subtotal,
          ...rates.map(([, amount]) => amount),
        ])
      : [];
    const texts = [...rows.map((row) => itemToPlainText(row[index] ?? '')), ...sums].flatMap((text) =>
      text.split(BREAKS),
    );
    const shapes = new Set(texts.map((text) => text.replace(/[0-9]/g, '0')));
    const longest = [...shapes].sort((a, b) => b.length - a.length).slice(0, MAX_SAMPLES);
    return { label, widest: longest };
  });
}

const MAX_SAMPLES = 40;
const BREAKS = /[\n\u200b]/;

function formatPosition(position: number, locale: Locale): string {
  return [...String(position)].map((digit) => formatQuantity(Number(digit), locale)).join('');
}

function chooseHeadlineSize(title: string): number {
  const width = estimateDisplayWidth(title);
  if (width <= 40) return 26;
  return width <= 90 ? 20 : 15;
}

/** Large Latin letters look better with tighter tracking; connected and square scripts must keep theirs. */
function chooseTracking(title: string): number {
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]*$/u.test(title) ? -0.022 : 0;
}
