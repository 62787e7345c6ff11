import { addDays, toCalendarDate } from '../calendar.ts';
import type { Invoice, InvoiceSummary } from '../invoice/invoice.ts';
import { createLineId, priceLines } from '../line/compose-lines.ts';
import { isSelected, removeOptions } from '../line/line-item.ts';
import { type RateShare, splitIntoStages, sumShares } from '../money/stages.ts';
import { isConverted, type Quote } from '../quote/quote.ts';
import { type Stage, toStageSize } from './payment-schedule.ts';

/** The part of a quote that one invoice covers. */
export interface InvoicePart {
  /** `null` for everything that is left. */
  stage: InvoiceSummary['stage'];
  /** Used in the description of its items. */
  label: string;
  /** The amounts per tax rate that are above 0; `null` for the whole quote, item by item. */
  taxes: RateShare[] | null;
  /** Whether nothing is left to invoice after it. */
  isLast: boolean;
}

type Invoiced = Pick<Quote, 'status' | 'invoices'>;

/** Whether some of the quote is invoiced and some is not. Its content can no longer change then. */
export function isPartlyInvoiced(quote: Invoiced): boolean {
  return quote.invoices.length > 0 && !isConverted(quote);
}

export function findStageInvoice({ invoices }: Invoiced, index: number): InvoiceSummary | undefined {
  return invoices.find(({ stage }) => stage?.index === index);
}

/** Returns the part for a stage, which must exist and not be invoiced yet, or for `null` everything that is left. */
export function getInvoicePart(quote: Quote, index: number | null): InvoicePart {
  const open = listOpenStages(quote);
  if (index !== null) {
    const stage = quote.paymentSchedule?.[index];
    if (!stage) throw new Error('the schedule has no such stage');
    return {
      stage: { index, label: stage.label },
      label: stage.label,
      taxes: sumStageShares(quote, [index]),
      isLast: open.every((other) => other === index),
    };
  }
  if (quote.invoices.length === 0) return { stage: null, label: quote.title, taxes: null, isLast: true };
  const [first = -1, ...others] = open;
  const only = others.length === 0 ? quote.paymentSchedule?.[first] : undefined;
  return { stage: null, label: only?.label ?? quote.title, taxes: sumStageShares(quote, open), isLast: true };
}

/** Items and sums of an invoice. */
export type InvoiceContent = Pick<
  Invoice,
  | 'items'
  | 'sections'
  | 'discountType'
  | 'discountValue'
  | 'subtotal'
  | 'discountAmount'
  | 'taxAmount'
  | 'total'
  | 'taxes'
>;

/** Computes the content of an invoice. `lineBase` is the base for identifiers of new items. */
export function computeInvoiceContent(
  quote: Quote,
  { label, taxes }: InvoicePart,
  lineBase: string,
): InvoiceContent {
  return taxes === null
    ? computeWholeContent(quote)
    : computePartContent(`${label} – ${quote.number}`, taxes, lineBase);
}

function computeWholeContent(quote: Quote): InvoiceContent {
  const { discountType, discountValue, subtotal, discountAmount, taxAmount, total, taxes } = quote;
  const { items, sections } = priceLines(quote.items.filter(isSelected).map(removeOptions), quote);
  return {
    ...{ items, sections, discountType, discountValue },
    ...{ subtotal, discountAmount, taxAmount, total, taxes },
  };
}

/** Creates one item per tax rate. Uses the tax of the split, because recomputing it could differ by a unit. */
function computePartContent(description: string, taxes: RateShare[], lineBase: string): InvoiceContent {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const subtotal = sum(taxes.map(({ net }) => net));
  const taxAmount = sum(taxes.map(({ tax }) => tax));
  return {
    items: taxes.map(({ rate, net }, index) => ({
      id: createLineId(lineBase, index),
      ...{ description, quantity: 1, unitPrice: net, taxRate: rate, amount: net },
    })),
    ...{ sections: [], discountType: null, discountValue: null },
    ...{ subtotal, discountAmount: 0, taxAmount, total: subtotal + taxAmount, taxes },
  };
}

/** Returns the due date of a stage that is invoiced today, in the account's time zone. */
export function computeStageDueDate(
  { due }: Stage,
  { acceptedAt }: Pick<Quote, 'acceptedAt'>,
  { today, timeZone }: { today: string; timeZone: string },
): string {
  if (due.when === 'date' && due.date !== null) return due.date;
  const isFromAcceptance = due.when === 'acceptance' && acceptedAt !== null;
  return addDays(isFromAcceptance ? toCalendarDate(Date.parse(acceptedAt), timeZone) : today, due.days);
}

/** Returns the indexes of stages that are not invoiced and have an amount above 0. */
function listOpenStages(quote: Quote): number[] {
  const stages: readonly Stage[] = quote.paymentSchedule ?? [];
  return stages.flatMap(({ amount }, index) =>
    amount > 0 && !findStageInvoice(quote, index) ? [index] : [],
  );
}

/** Sums the parts of these stages per tax rate. They do not depend on earlier invoices. */
function sumStageShares({ taxes, paymentSchedule }: Quote, wanted: readonly number[]): RateShare[] {
  const parts = splitIntoStages(taxes, (paymentSchedule ?? []).map(toStageSize));
  const sums = taxes.map(({ rate }, at) => {
    const shares = wanted.map((index) => parts[index]?.[at] ?? { rate, net: 0, tax: 0 });
    return {
      rate,
      net: shares.reduce((sum, { net }) => sum + net, 0),
      tax: shares.reduce((sum, { tax }) => sum + tax, 0),
    };
  });
  return sums.filter((share) => sumShares([share]) > 0);
}
