import { Problem } from '../../domain/errors.ts';

/** A file that is no bank statement, or one that is too large. */
export function unreadableStatement(detail: string): Problem {
  return new Problem('statement_unreadable', detail);
}
