import { printedTaxes } from '../../domain/money/printed-taxes.ts';
import type { Totals } from '../../domain/money/totals.ts';
import { amountInWords } from '../../i18n/amount-in-words.ts';
import { formatMoney, formatPercent } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { taxName } from '../../i18n/tax-words.ts';
import { composed, formatted, joined, nameOf, value } from './compose.ts';
import { content, inBoth, type ViewContext } from './context.ts';
import type { DocumentData, Isolated, Text } from './document-view.ts';
import { lineWidth } from './text-width.ts';

/** Builds the part from the subtotal to the total. */
export function totalsOf(context: ViewContext, taxes: Totals['taxes']) {
  const { source, locale, customs } = context;
  const { currency, total } = content(source);
  const amount = formatAmount(total, currency, locale);
  const sums = sumsOf(context, taxes);
  const due = {
    label: inBoth(context, (say) => (source.kind === 'quote' ? say.total : say.amountDue)),
    value: amount,
    size: amount.length > 16 ? 13 : 17,
  };
  const inWords = customs.totalInWords ? amountInWords(total, currency, locale.language) : null;
  return { sums, total: due, 'total-in-words': inWords, 'totals-fit-lines': fitLines(sums, due) };
}

/**
 * Formats an amount without direction marks, since it is printed separately and should be copied as the plain amount.
 * Only a minus needs its mark to stay in front.
 */
export function formatAmount(minor: number, currency: string, locale: Locale): string {
  const amount = formatMoney(minor, currency, locale);
  return minor < 0 ? amount : amount.replace(/[\u200e\u200f\u061c]/g, '');
}

function sumsOf(context: ViewContext, taxes: Totals['taxes']): DocumentData['sums'] {
  const { source, locale, messages } = context;
  const { currency, subtotal, discountAmount, discountType, discountValue } = content(source);
  const money = (minor: number) => formatAmount(minor, currency, locale);
  const printed = printedTaxes(taxes);
  const rows: DocumentData['sums'] = [];
  if (printed.length > 0 || discountAmount > 0)
    rows.push([inBoth(context, (say) => say.subtotal), null, money(subtotal)]);
  if (discountAmount > 0) {
    const percent = discountType === 'percentage' && discountValue !== null;
    rows.push([
      inBoth(context, (say) => say.discount),
      percent ? composed('{rate}', { rate: formatted(context, formatPercent(discountValue, locale)) }) : null,
      money(-discountAmount),
    ]);
  }
  for (const { rate, net, tax } of printed) {
    rows.push([
      composed('{tax} {rate}', {
        tax: nameOf(context, taxName(source.account, locale.language)),
        rate: formatted(context, formatPercent(rate, locale)),
      }),
      withSecondName(context, composed(messages.taxBase, { base: formatted(context, money(net)) })),
      money(tax),
    ]);
  }
  return rows;
}

/** Returns the name of the tax, followed by that in the second language if there is one and it differs. */
export function taxNames(context: ViewContext, between: string): (string | Isolated)[] {
  const { source, locale, second } = context;
  const [name, other] = [locale.language, second ?? locale.language].map((language) =>
    taxName(source.account, language),
  );
  const first = nameOf(context, name ?? '');
  return other === name ? [first] : [first, between, value(context, other ?? '')];
}

/** Adds the second name on a new line, because both names are long together. */
function withSecondName(context: ViewContext, remark: Text): Text {
  const [, ...second] = taxNames(context, '\n');
  const parts = typeof remark === 'object' && 'parts' in remark ? remark.parts : [String(remark)];
  return joined([...parts, ...second]);
}

/** Returns whether every sum and the total are known to fit on one line. */
function fitLines(sums: DocumentData['sums'], total: DocumentData['total']): boolean {
  // The total is larger than 9 pt and bold, which is less than a tenth wider.
  const totalWidth = (widthOf(total.label) * 10.5 + widthOf(total.value) * total.size) * (1.1 / 9);
  const widths = [totalWidth, ...sums.map(([label, remark, amount]) => widthOf(label, remark ?? '', amount))];
  return widths.every((width) => width < TOTALS_WIDTH);
}

function widthOf(...texts: Text[]): number {
  const widths = texts.map((text) =>
    typeof text === 'string' ? lineWidth(text.replace(/[0-9]/g, '0')) : undefined,
  );
  return widths.reduce<number>((sum, width) => sum + (width ?? Infinity), 0);
}

/** Nine tenths of the 84 mm of the totals, in em at 9 pt. */
const TOTALS_WIDTH = 23.8;
