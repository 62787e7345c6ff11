import { Problem } from '../../domain/errors.ts';
import { MAX_STATEMENT_LINES } from '../../domain/invoice/statement/bank-line.ts';

/** A file that is no bank statement, or one that is too large. */
export function unreadableStatement(detail: string): Problem {
  return new Problem('statement_unreadable', detail);
}

export function tooManyLines(): Problem {
  const most = MAX_STATEMENT_LINES.toLocaleString('en');
  return unreadableStatement(`The statement has more than ${most} payments. Export shorter periods.`);
}
