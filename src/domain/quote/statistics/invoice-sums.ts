import { type Invoice, isCreditNote, isDraftInvoice } from '../../invoice/invoice.ts';
import { computeTally, type Tally } from './tally.ts';

const INVOICE_SUM_KINDS = ['invoiced', 'credited', 'paid', 'open', 'overdue'] as const;
type InvoiceSumKind = (typeof INVOICE_SUM_KINDS)[number];

/** An amount that a counter of a month includes. */
export interface InvoiceSum {
  kind: InvoiceSumKind;
  month: string;
  currency: string;
  amount: number;
}

/**
 * Lists how an invoice counts, by the month in which it was issued: as invoiced or credited, and with what is due as open
 * and overdue. Drafts do not count. Payments count by themselves, in the month in which they were received.
 */
export function classifyInvoice(invoice: Invoice): InvoiceSum[] {
  if (isDraftInvoice(invoice)) return [];
  const common = { month: invoice.issueDate.slice(0, 7), currency: invoice.currency };
  if (isCreditNote(invoice)) return [{ kind: 'credited', ...common, amount: invoice.total }];
  const due = { ...common, amount: invoice.amountDue };
  return [
    { kind: 'invoiced', ...common, amount: invoice.total },
    ...(invoice.status === 'ISSUED' ? [{ kind: 'open' as const, ...due }] : []),
    ...(invoice.overdue ? [{ kind: 'overdue' as const, ...due }] : []),
  ];
}

/** A counter: so many invoices or payments of a month, and their sum in one currency. */
export interface CountedSum extends Omit<InvoiceSum, 'amount'> {
  n: number;
  total: bigint;
}

/** Statistics of invoices. What is open and overdue counts in the month in which it was invoiced. */
export interface InvoiceStatistics {
  open: Tally;
  overdue: Tally;
  /** Oldest first, without gaps. */
  months: ({ month: string } & Record<InvoiceSumKind, Tally>)[];
}

export function computeInvoiceStatistics(
  sums: readonly CountedSum[],
  months: readonly string[],
): InvoiceStatistics {
  const tally = (wanted: InvoiceSumKind, own: readonly CountedSum[]) =>
    computeTally(own.filter(({ kind }) => kind === wanted));
  const byMonth = Map.groupBy(sums, ({ month }) => month);
  return {
    open: tally('open', sums),
    overdue: tally('overdue', sums),
    months: months.map((month) => {
      const own = byMonth.get(month) ?? [];
      const tallies = INVOICE_SUM_KINDS.map((kind) => [kind, tally(kind, own)]);
      return { month, ...(Object.fromEntries(tallies) as Record<InvoiceSumKind, Tally>) };
    }),
  };
}
