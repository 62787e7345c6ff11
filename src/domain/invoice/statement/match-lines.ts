import type { Invoice } from '../invoice.ts';
import { findInvoiceIdRange, getInvoiceSerial, type InvoiceIdRange } from '../payment/invoice-serial.ts';
import { parseReference } from '../payment/payment-reference.ts';
import type { BankLine } from './bank-line.ts';

/** Why an invoice is proposed: its reference or its number is in the line, or just the amount is what is due. */
export const MATCH_REASONS = ['reference', 'number', 'amount'] as const;
type MatchReason = (typeof MATCH_REASONS)[number];

export interface Proposal {
  invoiceId: string;
  number: string;
  customerName: string;
  reason: MatchReason;
  /** The amount that the line pays of it, at most the amount due. */
  amount: number;
  amountDue: number;
  /** Reference or number and amount agree, and no other invoice does. */
  exact: boolean;
}

export type PayableInvoice = Pick<Invoice, 'id' | 'number' | 'currency' | 'amountDue' | 'customer'>;

/** References and numbers in a line that invoices are looked up by. */
export interface LineClues {
  ranges: InvoiceIdRange[];
  numbers: string[];
  /** Whether the text has more words than are looked up, so that it may name more invoices. */
  isCut: boolean;
}

const MAX_WORDS = 60;
const MAX_NUMBERS = 45;
const MAX_NUMBER_LENGTH = 100;
const MAX_PROPOSALS = 5;

/** Finds what in a line may be a reference or a number of an invoice. */
export function findClues({ reference, text }: Pick<BankLine, 'reference' | 'text'>): LineClues {
  const said = [reference ?? '', text].join(' ');
  const written = said.toUpperCase().match(/RF\d{2}[A-Z0-9 ]{1,30}|(?:\d ?){27}/g) ?? [];
  const ranges = [reference ?? '', ...written.flatMap(listReferenceForms)].flatMap(
    (form) => parseReference(form) ?? [],
  );
  return { ranges, ...listNumbers(said) };
}

/** A creditor reference in a text has no end: ours have 16 characters. */
function listReferenceForms(text: string): string[] {
  const compact = text.replaceAll(' ', '');
  return compact.startsWith('RF') ? [compact, compact.slice(0, 16)] : [compact];
}

/** Lists words with digits, then two and three words in a row, since numbers may contain spaces. */
function listNumbers(text: string): Pick<LineClues, 'numbers' | 'isCut'> {
  const all = text.split(/[\s,;]+/).filter((word) => word !== '');
  const words = all.slice(0, MAX_WORDS);
  const numbers = new Set<string>();
  for (const count of [1, 2, 3]) {
    for (const [index] of words.entries()) {
      if (numbers.size >= MAX_NUMBERS) return { numbers: [...numbers], isCut: true };
      const joined = words.slice(index, index + count).join(' ');
      if (!/\d/.test(joined) || joined.length > MAX_NUMBER_LENGTH) continue;
      const bare = joined.replace(/^[(["'/:#]+/, '').replace(/[)\]"'.:/!?]+$/, '');
      for (const form of [joined, bare, bare.toUpperCase()]) numbers.add(form);
    }
  }
  return { numbers: [...numbers], isCut: all.length > words.length };
}

/** Invoices by what a line may say about them. */
export interface PayableIndex {
  byReference: ReadonlyMap<string, readonly PayableInvoice[]>;
  byNumber: ReadonlyMap<string, readonly PayableInvoice[]>;
  byAmount: ReadonlyMap<number, readonly PayableInvoice[]>;
}

/** Indexes invoices, so that the time per line does not grow with their number. */
export function indexPayable(
  referred: readonly PayableInvoice[],
  named: readonly PayableInvoice[],
  sameAmount: readonly PayableInvoice[],
): PayableIndex {
  return {
    byReference: Map.groupBy(referred, ({ id }) => getRangeKey(findInvoiceIdRange(getInvoiceSerial(id)))),
    byNumber: Map.groupBy(named, ({ number }) => number),
    byAmount: Map.groupBy(sameAmount, ({ amountDue }) => amountDue),
  };
}

function getRangeKey({ from, ending }: InvoiceIdRange): string {
  return `${from} ${ending}`;
}

/** Proposes invoices for a line. Those of another currency are never proposed. */
export function proposeInvoices(
  line: Pick<BankLine, 'amount' | 'currency'>,
  { ranges, numbers, isCut }: LineClues,
  { byReference, byNumber, byAmount }: PayableIndex,
): Proposal[] {
  const referred = ranges.flatMap((range) => byReference.get(getRangeKey(range)) ?? []);
  const named = numbers.flatMap((number) => byNumber.get(number) ?? []);
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
  if (found.size === 0) add(byAmount.get(line.amount) ?? [], 'amount');
  const exact = [...found.values()].filter((proposal) => proposal.exact);
  const others = [...found.values()].filter((proposal) => !proposal.exact);
  // Two that agree are a question for a person, also if one of them is not among those that are shown.
  const isUnique = exact.length === 1 && !isCut;
  return [...exact, ...others]
    .slice(0, MAX_PROPOSALS)
    .map((proposal) => ({ ...proposal, exact: proposal.exact && isUnique }));
}
