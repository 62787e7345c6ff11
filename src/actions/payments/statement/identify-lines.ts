import { createHash } from 'node:crypto';
import type { BankLine, StatementLine } from '../../../domain/invoice/statement/bank-line.ts';
import { type LineMarks, markLine } from '../../../domain/invoice/statement/line-marks.ts';
import { inSteps } from './in-steps.ts';

/** A line with what it is recognized by. */
export interface IdentifiedLine {
  line: BankLine;
  id: string;
  marks: LineMarks;
  /** Whether another entry of the file has the same reference of the bank and the same content. */
  isRepeated: boolean;
}

function hash(text: string, length = 40): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** Hashes what makes each line unique. Equal lines are distinguished by their position among the equal ones. */
export function identifyLines(lines: readonly StatementLine[], accountId: string): Promise<IdentifiedLine[]> {
  const equals = new Map<string, { count: number; entry: number }>();
  return inSteps(lines, (each) => {
    const { iban, bankReference, entry, ...line } = each;
    const { date, amount, currency, reference, text, payer } = line;
    const content = JSON.stringify([iban, date, amount, currency, bankReference, reference, text, payer]);
    const first = equals.get(content) ?? { count: 0, entry };
    equals.set(content, { ...first, count: first.count + 1 });
    const id = hash(`${content} ${first.count}`);
    return {
      ...{ line: { id, ...line }, id },
      marks: markLine(each, accountId, (part) => hash(part, 24)),
      // The transactions of one entry are different payments, even if they are equal.
      isRepeated: bankReference !== null && first.count > 0 && first.entry !== entry,
    };
  });
}
