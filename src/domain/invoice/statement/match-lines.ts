import type { Invoice } from '../invoice.ts';
import { findInvoiceIdRange, getInvoiceSerial, type InvoiceIdRange } from '../payment/invoice-serial.ts';
import { parseReference } from '../payment/payment-reference.ts';
import { type BankLine, MAX_TEXT_LENGTH, type StatementLine } from './bank-line.ts';
import { type FoundNumbers, findNumbers, type NumberPattern } from './find-numbers.ts';

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

export type PayableInvoice = Pick<
  Invoice,
  'id' | 'number' | 'currency' | 'amountDue' | 'customer' | 'status' | 'kind'
>;

/** References and numbers in a line that invoices are looked up by. */
export interface LineClues extends FoundNumbers {
  ranges: InvoiceIdRange[];
  /** Whether the text may be longer, so that it may name more invoices. */
  isCut: boolean;
}

const MAX_PROPOSALS = 5;

/** What of a line may name an invoice. */
type NamingLine = Pick<StatementLine, 'reference' | 'text' | 'payer' | 'bankReference'>;

/** Finds what in a line may be a reference or a number of an invoice. */
export function findClues(
  { reference, text, payer, bankReference }: NamingLine,
  patterns: readonly NumberPattern[],
): LineClues {
  const said = [reference, text, payer, bankReference].filter(Boolean).join('     ');
  const written = said.toUpperCase().match(/RF\d{2}[A-Z0-9 ]{1,30}|(?:\d ?){27}/g) ?? [];
  const ranges = [reference ?? '', ...written.flatMap(listReferenceForms)].flatMap(
    (form) => parseReference(form) ?? [],
  );
  return { ranges, isCut: text.length >= MAX_TEXT_LENGTH, ...findNumbers(said, patterns) };
}

/** A creditor reference in a text has no end: ours have 16 characters. */
function listReferenceForms(text: string): string[] {
  const compact = text.replaceAll(' ', '');
  return compact.startsWith('RF') ? [compact, compact.slice(0, 16)] : [compact];
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

/**
 * Proposes invoices for a line. Those of another currency are never proposed, and none by its amount alone if the line names
 * something that may be an invoice: whichever it is, it is not this one.
 */
export function proposeInvoices(
  line: Pick<BankLine, 'amount' | 'currency'>,
  { ranges, numbers, hasLike, isCut }: LineClues,
  { byReference, byNumber, byAmount }: PayableIndex,
): Proposal[] {
  const referred = ranges.flatMap((range) => byReference.get(getRangeKey(range)) ?? []);
  const named = numbers.flatMap((number) => byNumber.get(number) ?? []);
  const found = new Map<string, Proposal>();
  const add = (invoices: readonly PayableInvoice[], reason: MatchReason) => {
    for (const { id, number, currency, amountDue, customer, status, kind } of invoices) {
      const isPayable = kind === 'INVOICE' && status === 'ISSUED' && amountDue > 0;
      if (!isPayable || currency !== line.currency || found.has(id)) continue;
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
  const namesNothing = !hasLike && ranges.length === 0 && named.length === 0;
  if (namesNothing) add(byAmount.get(line.amount) ?? [], 'amount');
  const exact = [...found.values()].filter((proposal) => proposal.exact);
  const others = [...found.values()].filter((proposal) => !proposal.exact);
  // Two that agree are a question for a person, also if one of them is not among those that are shown.
  const isUnique = exact.length === 1 && !isCut;
  return [...exact, ...others]
    .slice(0, MAX_PROPOSALS)
    .map((proposal) => ({ ...proposal, exact: proposal.exact && isUnique }));
}
