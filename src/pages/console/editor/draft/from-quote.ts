import type { Account } from '../../../../domain/account/account.ts';
import { toCalendarDate } from '../../../../domain/calendar.ts';
import type { QuoteTemplate } from '../../../../domain/catalogue/template.ts';
import type { QuoteInput } from '../../../../domain/quote/compose-quote.ts';
import type { ItemInput } from '../../../../domain/quote/line/line-item.ts';
import { mapTexts, TEXT_NAMES } from '../../../../domain/quote/quote-texts.ts';
import type { StageInput } from '../../../../domain/quote/schedule/payment-schedule.ts';
import { formatAmountInput, formatNumberInput } from '../../../../i18n/format-input.ts';
import { type Draft, EMPTY_LINE, EMPTY_STAGE, type LineRow, type StageRow, toRows } from './draft.ts';
import { toRecurrenceTexts, toStepTexts } from './from-item.ts';

/** The locale and account defaults of the person who edits. */
export interface Writer {
  /** BCP 47 tag that decides the number format */
  tag: string;
  timeZone: string;
  seesCosts?: boolean;
}

/** A stored quote, or the defaults from a template. */
export type WrittenQuote = Partial<Omit<QuoteInput, 'items' | 'templateId'>> & {
  items?: readonly ItemInput[];
};

export function toDraft(quote: WrittenQuote, customerName: string, currency: string, writer: Writer): Draft {
  const { items = [], paymentSchedule, discountType, discountValue, validUntil } = quote;
  const money = { ...writer, currency: quote.currency ?? currency };
  return {
    name: '',
    validityDays: '',
    customerId: quote.customerId ?? '',
    customerName,
    title: quote.title ?? '',
    ...mapTexts(TEXT_NAMES, (name) => quote[name] ?? ''),
    validUntil: validUntil ? lastDay(validUntil, writer.timeZone) : '',
    currency: money.currency,
    ...formatDiscount(discountType, discountValue, money),
    rows: toRows(
      items.map((item, at) => ({ line: toLineRow(item, at, money), section: item.section ?? '' })),
    ),
    stages: (paymentSchedule ?? []).map((stage, at) => toStageRow(stage, at, money)),
    pricesIncludeTax: quote.pricesIncludeTax ?? false,
    invoiceOnAcceptance: quote.invoiceOnAcceptance ?? false,
    hidesLinePrices: quote.show?.linePrices === false,
    hidesQuantities: quote.show?.quantities === false,
    recurringFrom: quote.recurringFrom ?? '',
  };
}

/** A stored template. A rate that it leaves to the account stays empty. */
export function toTemplateDraft(
  template: Partial<QuoteTemplate>,
  defaults: Pick<Account, 'currency' | 'pricesIncludeTax' | 'invoiceOnAcceptance'>,
  writer: Writer,
): Draft {
  const { name, validityDays, pricesIncludeTax, invoiceOnAcceptance, items = [] } = template;
  const draft = toDraft(omitNulls(template), '', defaults.currency, writer);
  const isOpen = new Set(
    items.flatMap((item, at) => (item.taxRate == null ? [item.id ?? `line-${at}`] : [])),
  );
  return {
    ...draft,
    name: name ?? '',
    validityDays: validityDays == null ? '' : formatNumberInput(validityDays, writer.tag),
    pricesIncludeTax: pricesIncludeTax ?? defaults.pricesIncludeTax,
    invoiceOnAcceptance: invoiceOnAcceptance ?? defaults.invoiceOnAcceptance,
    rows: draft.rows.map((row) => (row.kind === 'line' && isOpen.has(row.key) ? { ...row, tax: '' } : row)),
  };
}

/** The content of a template that is stated. */
export function omitNulls(template: Partial<QuoteTemplate>): WrittenQuote {
  return Object.fromEntries(Object.entries(template).filter(([, value]) => value !== null));
}

/** The last calendar day on which the quote is valid. */
function lastDay(instant: string, timeZone: string): string {
  return toCalendarDate(Date.parse(instant) - 1, timeZone);
}

interface Money {
  tag: string;
  currency: string;
  seesCosts?: boolean;
}

function formatDiscount(
  type: QuoteInput['discountType'],
  value: number | null | undefined,
  { tag, currency }: Money,
): Pick<Draft, 'discountType' | 'discountValue'> {
  if (type == null || value == null) return { discountType: 'percentage', discountValue: '' };
  const text = type === 'fixed' ? formatAmountInput(value, currency, tag) : formatNumberInput(value, tag);
  return { discountType: type, discountValue: text };
}

function toLineRow(item: ItemInput, at: number, money: Money): LineRow {
  const number = (value: number | undefined | null) =>
    value == null ? '' : formatNumberInput(value, money.tag);
  const { quantityRange } = item;
  return {
    ...EMPTY_LINE,
    key: item.id ?? `line-${at}`,
    id: item.id ?? '',
    description: item.description,
    quantity: number(item.quantity),
    unit: item.unit ?? '',
    price: formatAmountInput(item.unitPrice, money.currency, money.tag),
    tax: number(item.taxRate ?? 0),
    taxCategory: item.taxCategory ?? '',
    taxReason: item.taxReason ?? '',
    ...formatDiscount(item.discountType, item.discountValue, money),
    optional: item.optional ?? false,
    choice: item.choice ?? '',
    selected: item.selected ?? false,
    sku: item.sku ?? '',
    catalogueItemId: item.catalogueItemId ?? '',
    // A new line says nothing, so that it takes the cost of its catalogue item.
    ...(money.seesCosts &&
      (item.id != null || item.cost != null) && {
        cost: item.cost == null ? '' : formatAmountInput(item.cost, money.currency, money.tag),
      }),
    ...(quantityRange && {
      min: number(quantityRange.min),
      max: number(quantityRange.max),
      step: number(quantityRange.step),
    }),
    ...toRecurrenceTexts(item.recurring, money.tag),
    ...toStepTexts(item.quantityPrices, money.currency, money.tag),
  };
}

function toStageRow({ label, type, value, due }: StageInput, at: number, { tag, currency }: Money): StageRow {
  const size =
    type === 'fixed' ? formatAmountInput(value ?? 0, currency, tag) : formatNumberInput(value ?? 0, tag);
  return {
    ...EMPTY_STAGE,
    key: `stage-${at}`,
    label,
    type,
    value: type === 'rest' ? '' : size,
    when: due.when,
    days: due.days ? formatNumberInput(due.days, tag) : '',
    date: due.date ?? '',
  };
}
