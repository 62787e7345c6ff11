import { isCreditNote } from '../../../domain/invoice/invoice.ts';
import { listPrintedTaxes, listTaxNotes } from '../../../domain/money/printed-taxes.ts';
import type { Totals } from '../../../domain/money/totals.ts';
import { formatAmountInWords } from '../../../i18n/amount-in-words.ts';
import { formatCalendarDate, formatMoney, formatPercent } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { listLaterSums } from '../../../i18n/quote/recurring.ts';
import { getTaxSentence } from '../../../i18n/tax/tax-sentences.ts';
import { getTaxName } from '../../../i18n/tax-labels.ts';
import {
  composeText,
  isolate,
  isolateFormatted,
  isolateLabel,
  joinParts,
  keepWhole,
  toPlainText,
} from './compose.ts';
import { flow, getContent, getPrintedNames, translateLabel, type ViewContext } from './context.ts';
import type { DocumentData, Isolated, Text } from './document-view.ts';
import { estimateWidth, measureLine } from './text-width.ts';

/** Builds the part from the subtotal to the notes about the taxes. */
export function buildTotals(context: ViewContext, taxes: Totals['taxes']) {
  const { source, locale, customs } = context;
  const { currency, total, pricesIncludeTax } = getContent(source);
  const isPaid = source.kind === 'invoice' && !isCreditNote(source.invoice);
  const amount = formatAmount(total, currency, locale);
  const rows = buildTaxRows(context, taxes);
  const sums = [...buildSums(context, rows.length > 0), ...(pricesIncludeTax ? [] : rows)];
  const included = [...(pricesIncludeTax ? rows : []), ...buildLaterRows(context)];
  const hasLater = source.kind === 'quote' && source.quote.recurring !== undefined;
  const label = translateLabel(context, (t) => (isPaid ? t.amountDue : hasLater ? t.dueNow : t.total), '\n');
  const due = { label, value: amount, size: chooseTotalSize(label, amount) };
  const inWords = customs.totalInWords ? formatAmountInWords(total, currency, locale.language) : null;
  return {
    sums,
    total: due,
    included,
    'tax-notes': [...buildBegin(context), ...buildTaxNotes(context, taxes)],
    'total-in-words': inWords,
    'totals-fit-lines': included.length === 0 && doTotalsFit(sums, due),
  };
}

/**
 * Formats an amount without direction marks, since it is printed separately and should be copied as the plain amount.
 * Only a minus needs its mark to stay in front.
 */
export function formatAmount(minor: number, currency: string, locale: Locale): string {
  const amount = formatMoney(minor, currency, locale);
  return minor < 0 ? amount : amount.replace(/[\u200e\u200f\u061c]/g, '');
}

function buildSums(context: ViewContext, isTaxed: boolean): DocumentData['sums'] {
  const { source, locale } = context;
  const content = getContent(source);
  const { currency, subtotal, discountAmount, discountType, discountValue, pricesIncludeTax } = content;
  const money = (minor: number) => formatAmount(minor, currency, locale);
  const rows: DocumentData['sums'] = [];
  if ((isTaxed && !pricesIncludeTax) || discountAmount > 0)
    rows.push([translateLabel(context, (t) => t.subtotal), null, money(subtotal)]);
  if (discountAmount > 0) {
    const percent = discountType === 'percentage' && discountValue !== null;
    rows.push([
      translateLabel(context, (t) => t.discount),
      percent
        ? composeText('{rate}', { rate: isolateFormatted(context, formatPercent(discountValue, locale)) })
        : null,
      money(-discountAmount),
    ]);
  }
  return rows;
}

/** What follows the start of a quote with recurring items. */
function buildLaterRows({ source, locale, messages }: ViewContext): DocumentData['sums'] {
  if (source.kind !== 'quote' || !source.quote.recurring) return [];
  const { currency } = source.quote;
  return listLaterSums(source.quote, locale, messages).map(({ label, amount }) => [
    label,
    null,
    formatAmount(amount, currency, locale),
  ]);
}

function buildBegin(context: ViewContext): Text[] {
  const { source, locale, messages } = context;
  if (source.kind !== 'quote' || source.quote.recurringFrom == null) return [];
  const date = keepWhole(context, formatCalendarDate(source.quote.recurringFrom, locale));
  return [composeText(messages.beginsOn, { date })];
}

/** Builds one row per tax rate and category, to be added to the subtotal or contained in the total. */
function buildTaxRows(context: ViewContext, taxes: Totals['taxes']): DocumentData['sums'] {
  const { source, locale, messages } = context;
  const { currency, pricesIncludeTax } = getContent(source);
  const money = (minor: number) => formatAmount(minor, currency, locale);
  const names = getPrintedNames(context);
  const seconds = listPrintedTaxes(taxes, getPrintedNames(context, context.second ?? locale.language));
  return listPrintedTaxes(taxes, names).map(({ name, rate, net, tax }, index) => [
    composeText(pricesIncludeTax && rate > 0 ? messages.taxIncluded : '{tax} {rate}', {
      tax: isolateLabel(context, name),
      rate: isolateFormatted(context, formatPercent(rate, locale)),
    }),
    addSecondName(
      context,
      composeText(messages.taxBase, { base: isolateFormatted(context, money(net)) }),
      seconds[index]?.name ?? name,
      name,
    ),
    money(tax),
  ]);
}

/** Builds the notes in the language of the document, followed by those in the second language. */
function buildTaxNotes(context: ViewContext, taxes: Totals['taxes']): Text[] {
  const { source, locale, second } = context;
  const { country } = source.account;
  const notes = [locale.language, ...(second ? [second] : [])].flatMap((language) =>
    listTaxNotes(taxes, (category) => getTaxSentence(category, country, language)),
  );
  return [...new Set(notes)].map((note) => flow(context, note));
}

/** Returns the name of the tax, followed by that in the second language if there is one and it differs. */
export function listTaxNames(context: ViewContext, between: string): (string | Isolated)[] {
  const { source, locale, second } = context;
  const [name, other] = [locale.language, second ?? locale.language].map((language) =>
    getTaxName(source.account, language),
  );
  const first = isolateLabel(context, name ?? '');
  return other === name ? [first] : [first, between, isolate(context, other ?? '')];
}

/**
 * Adds the name in the second language. It begins a second line together with the remark, because the first has no room for
 * either next to the name and its rate.
 */
function addSecondName(context: ViewContext, remark: Text, second: string, name: string): Text {
  if (second === name) return remark;
  const parts = typeof remark === 'object' && 'parts' in remark ? remark.parts : [String(remark)];
  return joinParts(['\n', isolate(context, second), ' · ', ...parts]);
}

/** Chooses the size of the total, in points, so that it leaves room for its label, which may have a line per language. */
function chooseTotalSize(label: Text, amount: string): number {
  const widest = Math.max(...toPlainText(label).split('\n').map(estimateWidth));
  const width = widest * 10.5 * STRONG + estimateWidth(amount) * LARGE_SIZE * STRONG;
  return amount.length > 16 || width > TOTALS_POINTS ? 13 : LARGE_SIZE;
}

const LARGE_SIZE = 17;
/** The bold face is less than a tenth wider. */
const STRONG = 1.1;
/** The 84 mm of the totals without the gutter of 5 mm. */
const TOTALS_POINTS = 224;

/** Returns whether every sum and the total are known to fit on one line. */
function doTotalsFit(sums: DocumentData['sums'], total: DocumentData['total']): boolean {
  const totalWidth = (sumWidths(total.label) * 10.5 + sumWidths(total.value) * total.size) * (STRONG / 9);
  const widths = [
    totalWidth,
    ...sums.map(([label, remark, amount]) => sumWidths(label, remark ?? '', amount)),
  ];
  return widths.every((width) => width < MAX_TOTALS_WIDTH);
}

function sumWidths(...texts: Text[]): number {
  const widths = texts.map((text) =>
    typeof text === 'string' ? measureLine(text.replace(/[0-9]/g, '0')) : undefined,
  );
  return widths.reduce<number>((sum, width) => sum + (width ?? Infinity), 0);
}

/** Nine tenths of the 84 mm of the totals, in em at 9 pt. */
const MAX_TOTALS_WIDTH = 23.8;
