import { addDays, calendarDate } from '../calendar.ts';
import type { Invoice, InvoiceSummary } from '../invoice.ts';
import { lineId, priceLines } from '../line/compose-lines.ts';
import { isSelected, withoutOptions } from '../line/line-item.ts';
import { amountOf, type RateShare, splitIntoStages } from '../money/stages.ts';
import { isConverted, type Quote } from '../quote/quote.ts';
import { type Stage, sizeOf } from './payment-schedule.ts';

/** What one invoice takes of a quote. */
export interface InvoicePart {
  /** `null` for all that is left */
  stage: InvoiceSummary['stage'];
  /** what its lines are named after */
  label: string;
  /** by rate, without those of which nothing is left; `null` where it is the whole quote, line by line */
  taxes: RateShare[] | null;
  /** nothing is left after it */
  isLast: boolean;
}

type Invoiced = Pick<Quote, 'status' | 'invoices'>;

/** Some of it is invoiced and some is not: what both sides have agreed on cannot be changed any more. */
export function isPartlyInvoiced(quote: Invoiced): boolean {
  return quote.invoices.length > 0 && !isConverted(quote);
}

/** The invoice of a stage, if there is one. */
export function invoiceOfStage({ invoices }: Invoiced, index: number): InvoiceSummary | undefined {
  return invoices.find(({ stage }) => stage?.index === index);
}

/** The stage with this number, which is there and not invoiced yet; or all that is left, for `null`. */
export function partOf(quote: Quote, index: number | null): InvoicePart {
  const open = openStages(quote);
  if (index !== null) {
    const stage = quote.paymentSchedule?.[index];
    if (!stage) throw new Error('a stage that the schedule does not have');
    return {
      stage: { index, label: stage.label },
      label: stage.label,
      taxes: sharesOf(quote, [index]),
      isLast: open.every((other) => other === index),
    };
  }
  if (quote.invoices.length === 0) return { stage: null, label: quote.title, taxes: null, isLast: true };
  const [first = -1, ...others] = open;
  const only = others.length === 0 ? quote.paymentSchedule?.[first] : undefined;
  return { stage: null, label: only?.label ?? quote.title, taxes: sharesOf(quote, open), isLast: true };
}

/** Lines and sums of the invoice that takes this part. */
export type InvoicedContent = Pick<
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

/** `lineBase` is what the identifiers of new lines are made from. */
export function invoicedContent(
  quote: Quote,
  { label, taxes }: InvoicePart,
  lineBase: string,
): InvoicedContent {
  return taxes === null ? wholeContent(quote) : partContent(`${label} – ${quote.number}`, taxes, lineBase);
}

function wholeContent(quote: Quote): InvoicedContent {
  const { discountType, discountValue, subtotal, discountAmount, taxAmount, total, taxes } = quote;
  const { items, sections } = priceLines(quote.items.filter(isSelected).map(withoutOptions), quote);
  return {
    ...{ items, sections, discountType, discountValue },
    ...{ subtotal, discountAmount, taxAmount, total, taxes },
  };
}

/** One line for each rate. The tax is the stored one: that of the amount may be off by a unit. */
function partContent(description: string, taxes: RateShare[], lineBase: string): InvoicedContent {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const subtotal = sum(taxes.map(({ net }) => net));
  const taxAmount = sum(taxes.map(({ tax }) => tax));
  return {
    items: taxes.map(({ rate, net }, index) => ({
      id: lineId(lineBase, index),
      ...{ description, quantity: 1, unitPrice: net, taxRate: rate, amount: net },
    })),
    ...{ sections: [], discountType: null, discountValue: null },
    ...{ subtotal, discountAmount: 0, taxAmount, total: subtotal + taxAmount, taxes },
  };
}

/** The day on which a stage is to be paid that is invoiced today, in the account's time zone. */
export function stageDueDate(
  { due }: Stage,
  { acceptedAt }: Pick<Quote, 'acceptedAt'>,
  { today, timeZone }: { today: string; timeZone: string },
): string {
  if (due.when === 'date' && due.date !== null) return due.date;
  const isFromAcceptance = due.when === 'acceptance' && acceptedAt !== null;
  return addDays(isFromAcceptance ? calendarDate(Date.parse(acceptedAt), timeZone) : today, due.days);
}

/** Neither invoiced nor empty. */
function openStages(quote: Quote): number[] {
  const stages: readonly Stage[] = quote.paymentSchedule ?? [];
  return stages.flatMap(({ amount }, index) => (amount > 0 && !invoiceOfStage(quote, index) ? [index] : []));
}

/** The parts of these stages together, which are the same whatever was invoiced before. */
function sharesOf({ taxes, paymentSchedule }: Quote, wanted: readonly number[]): RateShare[] {
  const parts = splitIntoStages(taxes, (paymentSchedule ?? []).map(sizeOf));
  const sums = taxes.map(({ rate }, at) => {
    const shares = wanted.map((index) => parts[index]?.[at] ?? { rate, net: 0, tax: 0 });
    return {
      rate,
      net: shares.reduce((sum, { net }) => sum + net, 0),
      tax: shares.reduce((sum, { tax }) => sum + tax, 0),
    };
  });
  return sums.filter((share) => amountOf([share]) > 0);
}
