import type { Invoice } from '../invoice/invoice.ts';
import type { InvoiceIdRange } from '../payment/invoice-serial.ts';
import { parseReference } from '../payment/payment-reference.ts';
import type { BankLine } from './bank-line.ts';

/** Why an invoice is proposed: its reference or its number is in the line, or just the amount is what is due. */
export const MATCH_REASONS = ['reference', 'number', 'amount'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

export interface Proposal {
  invoiceId: string;
  number: string;
  customerName: string;
  reason: MatchReason;
  /** What the line pays of it: at most what is due. */
  amount: number;
  amountDue: number;
  /** Reference or number and amount agree, and no other invoice does. */
  exact: boolean;
}

export type PayableInvoice = Pick<Invoice, 'id' | 'number' | 'currency' | 'amountDue' | 'customer'>;

/** What is looked up for a line. */
export interface LineClues {
  ranges: InvoiceIdRange[];
  numbers: string[];
}

const MAX_NUMBERS = 60;
const MAX_PROPOSALS = 5;

/** Finds what in a line may be a reference or a number of an invoice. */
export function findClues({ reference, text }: Pick<BankLine, 'reference' | 'text'>): LineClues {
  const said = [reference ?? '', text].join(' ');
  const written = said.toUpperCase().match(/RF\d{2}[A-Z0-9 ]{1,30}|(?:\d ?){27}/g) ?? [];
  const ranges = [reference ?? '', ...written.flatMap(listReferenceForms)].flatMap(
    (form) => parseReference(form) ?? [],
  );
  return { ranges, numbers: listNumbers(said) };
}

/** A creditor reference in a text has no end: ours have 16 characters. */
function listReferenceForms(text: string): string[] {
  const compact = text.replaceAll(' ', '');
  return compact.startsWith('RF') ? [compact, compact.slice(0, 16)] : [compact];
}

/** Lists words and up to three words in a row, since numbers may contain spaces. */
function listNumbers(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = new Set<string>();
  for (const [index] of words.entries()) {
    for (const count of [1, 2, 3]) {
      const joined = words.slice(index, index + count).join(' ');
      for (const form of [joined, joined.replace(/^[(["'/:#]+|[)\]"'.:/!?]+$/g, ''), joined.toUpperCase()]) {
        if (/\d/.test(form) && form.length <= 100 && numbers.size < MAX_NUMBERS) numbers.add(form);
      }
    }
  }
  return [...numbers];
}

/** Proposes invoices for a line. Those of another currency are never proposed. */
export function proposeInvoices(
  line: Pick<BankLine, 'amount' | 'currency'>,
  { ranges, numbers }: LineClues,
  payable: {
    byId: readonly PayableInvoice[];
    byNumber: ReadonlyMap<string, PayableInvoice>;
    byAmount: readonly PayableInvoice[];
  },
): Proposal[] {
  const referred = payable.byId.filter(({ id }) =>
    ranges.some(({ from, to, ending }) => from <= id && id < to && id.endsWith(ending)),
  );
  const named = numbers.flatMap((number) => payable.byNumber.get(number) ?? []);
  const found = new Map<string, Proposal>();
  const add = (invoices: readonly PayableInvoice[], reason: MatchReason) => {
    for (const { id, number, currency, amountDue, customer } of invoices) {
      if (currency !== line.currency || amountDue <= 0 || found.has(id)) continue;
      const amount = Math.min(line.amount, amountDue);
      const isExact = reason !== 'amount' && line.amount === amountDue;
      found.set(id, {
        ...{ invoiceId: id, number, customerName: customer.name, reason },
        ...{ amount, amountDue, exact: isExact },
      });
    }
  };
  add(referred, 'reference');
  add(named, 'number');
  if (found.size === 0)
    add(
      payable.byAmount.filter(({ amountDue }) => amountDue === line.amount),
      'amount',
    );
  const proposals = [...found.values()].slice(0, MAX_PROPOSALS);
  // Two that agree are a question for a person.
  const isUnique = proposals.filter(({ exact }) => exact).length === 1;
  return proposals.map((proposal) => ({ ...proposal, exact: proposal.exact && isUnique }));
}
