import type { Pricing } from '../../../domain/money/quantity-prices.ts';
import { hasSignatures } from '../../../domain/quote/acceptance/signers.ts';
import { isChangeable, type LineItem } from '../../../domain/quote/line/line-item.ts';
import { isQuantityShown } from '../../../domain/quote/line/show.ts';
import { isOpen, type Quote } from '../../../domain/quote/quote.ts';
import { type Stage, toStageSize } from '../../../domain/quote/schedule/payment-schedule.ts';
import { findConventions } from '../../../i18n/conventions.ts';
import { announceInvoice } from '../../../i18n/invoice/announced-invoice.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { formatDue } from '../../../i18n/quote/due.ts';
import { formatBegin } from '../../../i18n/quote/recurring.ts';
import { getTaxNames } from '../../../i18n/tax/tax-names.ts';
import { getTaxSentence } from '../../../i18n/tax/tax-sentences.ts';
import type { Offer, PricedOffer, ScheduleView, TotalsView } from './totals.ts';
import type { DocumentPage, QuotePage } from './view.ts';

/** Whether the customer can choose anything now. */
export function isChoosing({ quote, isPreview }: Pick<QuotePage, 'quote' | 'isPreview'>): boolean {
  return !isPreview && isOpen(quote) && !hasSignatures(quote) && quote.items.some(isChangeable);
}

/** Collects the figures of the items. A hidden quantity is part of the unit price. */
export function buildOffer(page: QuotePage): Offer {
  const { items, show } = page.quote;
  const offered = items.map((item) => {
    const { taxRate, taxCategory, taxReason, discountType, discountValue, section, selected } = item;
    const { quantity, unitPrice, quantityPrices } = isQuantityShown(show, item) ? item : toSingleUnit(item);
    return {
      ...{ quantity, unitPrice, quantityPrices, taxRate, taxCategory, taxReason },
      ...{ discountType, discountValue, section, selected },
      ...(item.recurring && { recurring: item.recurring }),
    };
  });
  return { items: offered, view: toTotalsView(page) };
}

/** Only what a total takes, because every open quote carries it: a field without a value is left out. */
export function buildPricedOffer({ quote, locale }: QuotePage): PricedOffer {
  const items = quote.items.map((item) => ({
    ...(isQuantityShown(quote.show, item) ? pickPrices(item) : toSingleUnit(item)),
    taxRate: item.taxRate,
    taxCategory: item.taxCategory ?? undefined,
    discountType: item.discountType ?? undefined,
    discountValue: item.discountValue ?? undefined,
    selected: item.selected === false ? false : undefined,
  }));
  const { discountType, discountValue, currency, pricesIncludeTax } = quote;
  return { items, view: { discountType, discountValue, currency, pricesIncludeTax, locale } };
}

function pickPrices({ quantity, unitPrice, quantityPrices }: LineItem): Pricing & { quantity: number } {
  return { quantity, unitPrice, quantityPrices: quantityPrices ?? undefined };
}

function toSingleUnit({
  amount,
  discountAmount = 0,
}: LineItem): Pick<LineItem, 'quantity' | 'unitPrice' | 'quantityPrices'> {
  return { quantity: 1, unitPrice: amount + discountAmount };
}

export function toTotalsView(page: QuotePage): TotalsView {
  const { quote, locale, t } = page;
  const { paymentSchedule, taxes } = quote;
  const schedule = paymentSchedule && toScheduleView(paymentSchedule, taxes, locale, t);
  const view = {
    ...buildTotalsView(page, quote, schedule),
    announced: announceInvoice(quote, locale),
  };
  if (!quote.recurring) return view;
  const { perWeek, perMonth, perQuarter, perYear, then, untilCancelled, contractTotal, beginsOn } = t;
  const { payStart, payLater, payContract } = t;
  const intervals = { perWeek, perMonth, perQuarter, perYear };
  const words = { then, untilCancelled, contractTotal, beginsOn, payStart, payLater, payContract };
  const later = { t: { ...intervals, ...words }, begin: formatBegin(quote, locale, t) };
  return { ...view, t: { ...view.t, total: t.dueNow }, later };
}

/** Collects what the totals of any document need. */
export function buildTotalsView(
  { account, customer, locale, t }: DocumentPage,
  content: Pick<
    Quote,
    'items' | 'discountType' | 'discountValue' | 'currency' | 'pricesIncludeTax' | 'taxes'
  > & { kind?: string },
  schedule: ScheduleView | null,
): TotalsView {
  const { discountType, discountValue, currency, pricesIncludeTax } = content;
  const { subtotal, discount, taxBase, taxIncluded, total } = t;
  return {
    ...{ discountType, discountValue, pricesIncludeTax, currency, locale },
    totalInWords: Boolean(findConventions(account).totalInWords),
    taxNames: getTaxNames(content, { account, customer }, locale.language),
    t: { subtotal, discount, taxBase, taxIncluded, total },
    taxSentences: listTaxSentences(content.items, account, locale),
    schedule,
    announced: null,
  };
}

/** Returns the sentences for all categories of the items, because the customer may choose others than are selected now. */
function listTaxSentences(
  items: QuotePage['quote']['items'],
  { country }: QuotePage['account'],
  { language }: Locale,
): TotalsView['taxSentences'] {
  const categories = new Set(items.flatMap(({ taxCategory }) => taxCategory ?? []));
  const sentences = [...categories].map(
    (category) => [category, getTaxSentence(category, country, language)] as const,
  );
  return Object.fromEntries(sentences.filter(([, sentence]) => sentence !== null));
}

function toScheduleView(
  stages: readonly Stage[],
  taxes: ScheduleView['taxes'],
  locale: Locale,
  t: QuotePage['t'],
): ScheduleView {
  const { paymentSchedule, description, dueDate, amount } = t;
  return {
    stages: stages.map((stage) => ({
      label: stage.label,
      size: toStageSize(stage),
      due: formatDue(stage.due, locale, t),
      amount: stage.amount,
    })),
    taxes: taxes.map(({ parts: _, ...group }) => group),
    t: { paymentSchedule, description, dueDate, amount },
  };
}

/** Field names of the accept form; lines are numbered by their index in the revision. */
export const FIELDS = {
  /** Present only if something can be chosen. */
  choosing: 'choosing',
  taken: (line: number) => `take${line}`,
  choice: (firstLine: number) => `choice${firstLine}`,
  quantity: (line: number) => `quantity${line}`,
} as const;

/** Index of the first line of each choice, by name. */
export function findFirstLines(items: readonly { choice?: string }[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [line, { choice }] of items.entries()) {
    if (choice !== undefined && !first.has(choice)) first.set(choice, line);
  }
  return first;
}
