import { addDays } from '../../calendar.ts';
import { type Invoice, isCreditNote, isDraftInvoice } from '../../invoice/invoice.ts';
import { computeTally, type Tally } from './tally.ts';

/** How long something is overdue: between two numbers of days, both included. */
export interface Age {
  from: number;
  to: number | null;
}

export const AGES: readonly Age[] = [
  { from: 1, to: 30 },
  { from: 31, to: 60 },
  { from: 61, to: 90 },
  { from: 91, to: null },
];

/** What an invoice adds to a sum: what is due, by its due date, or what was invoiced, by its year. */
export interface Receivable {
  kind: 'due' | 'invoiced';
  period: string;
  currency: string;
  amount: number;
}

/** Drafts count nowhere. A credit note takes away what was invoiced, and counts in its own year. */
export function classifyReceivable(invoice: Invoice): Receivable[] {
  if (isDraftInvoice(invoice)) return [];
  const { currency, issueDate, dueDate, total, amountDue } = invoice;
  const isCredit = isCreditNote(invoice);
  const invoiced = { period: issueDate.slice(0, 4), currency, amount: isCredit ? -total : total };
  return [
    { kind: 'invoiced', ...invoiced },
    ...(invoice.status === 'ISSUED' && dueDate !== null
      ? [{ kind: 'due' as const, period: dueDate, currency, amount: amountDue }]
      : []),
  ];
}

/** So many invoices of a period, with their sum in one currency. */
export interface ReceivableSum extends Omit<Receivable, 'amount'> {
  n: number;
  total: bigint;
}

/** What customers owe. */
export interface Receivables {
  open: Tally;
  overdue: Tally;
  ages: (Age & Tally)[];
}

export function computeReceivables(sums: readonly ReceivableSum[], today: string): Receivables {
  const due = sums.filter(({ kind }) => kind === 'due');
  const within = (age: Age) => {
    const { from = '', to } = toDueRange(age, today);
    return due.filter(({ period }) => period >= from && period <= to);
  };
  return {
    open: computeTally(due),
    overdue: computeTally(due.filter(({ period }) => period < today)),
    ages: AGES.map((age) => ({ ...age, ...computeTally(within(age)) })),
  };
}

/** The due dates of what is overdue for so long. */
export function toDueRange({ from, to }: Age, today: string): { from: string | undefined; to: string } {
  return { from: to === null ? undefined : addDays(today, -to), to: addDays(today, -from) };
}
