import { composeGroupContent, type InvoiceContent } from '../../invoice/group-lines.ts';
import type { InvoiceSummary } from '../../invoice/invoice-summary.ts';
import { sumGross, type TaxGroup } from '../../money/tax-group.ts';
import { priceLines } from '../line/compose-lines.ts';
import { isSelected } from '../line/line-item.ts';
import { isAccepted, isConverted, type Quote } from '../quote.ts';
import { toInvoiced } from '../recurring/invoiced-periods.ts';
import { describePart } from './describe-part.ts';
import type { Stage } from './payment-schedule.ts';
import type { StageSplit } from './stage-split.ts';

/** The part of a quote that one invoice covers. */
export interface InvoicePart {
  /** `null` for everything that is left. */
  stage: InvoiceSummary['stage'];
  /** Used in the description of its items. */
  label: string;
  /** The tax groups with amounts above 0; `null` for the whole quote, item by item. */
  taxes: TaxGroup[] | null;
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

/** Sums what an accepted quote has left to invoice; 0 for a quote of any other status. */
export function computeToInvoice(quote: Pick<Quote, 'status' | 'total' | 'invoices'>): number {
  if (!isAccepted(quote)) return 0;
  return quote.invoices.reduce((left, { total }) => left - total, quote.total);
}

/** The first stage that is not invoiced yet and has an amount. */
export function findNextStage(
  quote: Pick<Quote, 'paymentSchedule' | 'invoices' | 'status'>,
): { index: number; label: string; amount: number } | undefined {
  const [index] = listOpenStages(quote);
  const stage = index === undefined ? undefined : quote.paymentSchedule?.[index];
  return stage && index !== undefined ? { index, label: stage.label, amount: stage.amount } : undefined;
}

/**
 * Finds what acceptance invoices: the first stage that is due at acceptance, or the whole quote (`stage: null`) without a
 * payment schedule. Returns `null` if that is nothing.
 */
export function findAcceptanceInvoice({
  invoiceOnAcceptance,
  paymentSchedule,
  total,
  recurring,
}: Pick<Quote, 'invoiceOnAcceptance' | 'paymentSchedule' | 'total' | 'recurring'>): {
  stage: number | null;
  amount: number;
} | null {
  if (!invoiceOnAcceptance) return null;
  const stage = paymentSchedule && findAcceptanceStage(paymentSchedule);
  const amount = stage === null ? total : (paymentSchedule?.[stage]?.amount ?? 0);
  // A start of 0 is invoiced too if it begins a series.
  return amount > 0 || (recurring && recurring.length > 0) ? { stage, amount } : null;
}

/** Index of the first stage that is due at acceptance; -1 if there is none. */
export function findAcceptanceStage(stages: readonly Pick<Stage, 'due'>[]): number {
  return stages.findIndex(({ due }) => due.when === 'acceptance');
}

/** Returns the part for a stage, which must exist and not be invoiced yet, or for `null` everything that is left. */
export function getInvoicePart(quote: Quote, split: StageSplit | null, index: number | null): InvoicePart {
  const open = listOpenStages(quote);
  if (index !== null) {
    const stage = quote.paymentSchedule?.[index];
    if (!stage) throw new Error('the schedule has no such stage');
    return {
      stage: { index, label: stage.label },
      label: stage.label,
      taxes: sumStages(quote, split, [index]),
      isLast: open.every((other) => other === index),
    };
  }
  if (quote.invoices.length === 0) return { stage: null, label: quote.title, taxes: null, isLast: true };
  const [first = -1, ...others] = open;
  const only = others.length === 0 ? quote.paymentSchedule?.[first] : undefined;
  const taxes = sumStages(quote, split, open);
  return { stage: null, label: only?.label ?? quote.title, taxes, isLast: true };
}

/** The whole quote, or what is left of it. */
export const WHOLE_QUOTE: Omit<InvoicePart, 'label'> = { stage: null, taxes: null, isLast: true };

/**
 * Computes the content of an invoice. `lineBase` is the base for identifiers of new items, and `first` the first day of
 * recurring ones.
 */
export function computeInvoiceContent(
  quote: Quote,
  { label, taxes }: InvoicePart,
  lineBase: string,
  first: string,
): InvoiceContent {
  return taxes === null
    ? computeWholeContent(quote, first)
    : composeGroupContent(
        (group) => describePart(quote, label, group),
        taxes,
        quote.pricesIncludeTax,
        lineBase,
      );
}

function computeWholeContent(quote: Quote, first: string): InvoiceContent {
  const { discountType, discountValue, subtotal, discountAmount, taxAmount, total, taxes } = quote;
  const lines = quote.items.filter(isSelected).map((item) => toInvoiced(item, first));
  const { items, sections } = priceLines(lines, quote);
  return {
    ...{ items, sections, discountType, discountValue },
    ...{ subtotal, discountAmount, taxAmount, total, taxes },
  };
}

/** Returns the indexes of stages that are not invoiced and have an amount above 0. */
function listOpenStages(quote: Pick<Quote, 'paymentSchedule' | 'invoices' | 'status'>): number[] {
  const stages: readonly Stage[] = quote.paymentSchedule ?? [];
  return stages.flatMap(({ amount }, index) =>
    amount > 0 && !findStageInvoice(quote, index) ? [index] : [],
  );
}

/** Sums the parts of these stages per tax group. They do not depend on earlier invoices. */
function sumStages({ taxes }: Quote, split: StageSplit | null, wanted: readonly number[]): TaxGroup[] {
  const sums = taxes.map((group, at) => {
    const shares = wanted.flatMap((index) => split?.[index]?.[at] ?? []);
    return {
      ...group,
      net: shares.reduce((sum, { net }) => sum + net, 0),
      tax: shares.reduce((sum, { tax }) => sum + tax, 0),
    };
  });
  return sums.filter((group) => sumGross([group]) > 0);
}
