import type { StatementLine } from '../../../domain/invoice/statement/bank-line.ts';
import { compilePatterns } from '../../../domain/invoice/statement/find-numbers.ts';
import {
  findClues,
  indexPayable,
  type PayableIndex,
  type Proposal,
  proposeInvoices,
} from '../../../domain/invoice/statement/match-lines.ts';
import type { ImportedLine, LinePayment } from '../../../domain/invoice/statement/payment-import.ts';
import { recognizeLines } from '../../../domain/invoice/statement/recognize-lines.ts';
import type { Sql } from '../../../store/database.ts';
import * as table from '../../../store/tables/invoice/bank-lines.ts';
import {
  findInvoicesByNumber,
  findPayableByAmount,
  findPayableByRange,
  listGivenSeries,
} from '../../../store/tables/invoice/payable-invoices.ts';
import { type IdentifiedLine, identifyLines } from './identify-lines.ts';
import { inSteps } from './in-steps.ts';

/** The lines of a statement with what they are recognized by. */
export interface MatchedLine extends Pick<IdentifiedLine, 'id' | 'marks'> {
  line: ImportedLine;
}

/** Finds out which lines were recorded before, and which invoices the others may pay. */
export async function matchStatement(
  sql: Sql,
  accountId: string,
  lines: readonly StatementLine[],
): Promise<MatchedLine[]> {
  const identified = await identifyLines(lines, accountId);
  const known = await table.findBankLines(
    sql,
    accountId,
    identified.map(({ id }) => id),
  );
  const money = [...new Set(identified.map(({ marks }) => marks.money))];
  const recognized = recognizeLines(identified, await table.findRecordedLines(sql, accountId, money));
  const described = await inSteps(identified, ({ line, id, isRepeated }, at) => {
    const { same, similar } = recognized[at] ?? {};
    const payments = same?.payments ?? known.get(id) ?? [];
    return {
      ...line,
      id: same?.id ?? id,
      seenBefore: known.has(id) || same !== undefined,
      perhapsRecorded: payments.length === 0 && (similar !== undefined || isRepeated),
      ...describePayments(line.amount, payments),
    };
  });
  const proposals = await propose(sql, accountId, described, lines);
  return described.map((line, at) => ({
    id: line.id,
    marks: (identified[at] as IdentifiedLine).marks,
    line: { ...line, proposals: proposals[at] ?? [] },
  }));
}

/** Describes what was recorded for a line. */
export function describePayments(amount: number, payments: readonly LinePayment[]) {
  const [first] = payments;
  return {
    status: first ? ('recorded' as const) : ('new' as const),
    paymentId: first?.paymentId ?? null,
    invoiceId: first?.invoiceId ?? null,
    payments: [...payments],
    amountLeft: amount - payments.reduce((sum, payment) => sum + payment.amount, 0),
  };
}

type DescribedLine = Omit<ImportedLine, 'proposals'>;

async function propose(
  sql: Sql,
  accountId: string,
  lines: readonly DescribedLine[],
  read: readonly StatementLine[],
): Promise<Proposal[][]> {
  const patterns = compilePatterns(await listGivenSeries(sql, accountId));
  const clues = await inSteps(read, (line, at) =>
    (lines[at]?.amountLeft ?? 0) > 0 ? findClues(line, patterns) : undefined,
  );
  const all = clues.filter((each) => each !== undefined);
  const referred = await findPayableByRange(
    sql,
    accountId,
    all.flatMap(({ ranges }) => ranges),
  );
  const numbers = [...new Set(all.flatMap((each) => each.numbers))];
  const named = await findInvoicesByNumber(sql, accountId, numbers);
  const proposeFor = (line: DescribedLine, at: number, index: PayableIndex) => {
    const found = clues[at];
    const open = { ...line, amount: line.amountLeft };
    return found ? proposeInvoices(open, found, index) : [];
  };
  const certain = indexPayable(referred, named, []);
  // Only the rest of a line is left that was recorded in part: that it equals what is due elsewhere means nothing.
  const amounts = await inSteps(lines, (line, at) =>
    line.status === 'new' && proposeFor(line, at, certain).length === 0 ? line.amount : 0,
  );
  const sameAmount = await findPayableByAmount(sql, accountId, [...new Set(amounts.filter(Boolean))]);
  const uncertain = indexPayable(referred, named, sameAmount);
  return inSteps(lines, (line, at) => {
    const proposals = proposeFor(line, at, line.status === 'new' ? uncertain : certain);
    return line.perhapsRecorded ? proposals.map((proposal) => ({ ...proposal, exact: false })) : proposals;
  });
}
