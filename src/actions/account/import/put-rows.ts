import type { Actor } from '../../../domain/quote/history.ts';
import type { Database } from '../../../store/database.ts';
import type { RowError } from './source-rows.ts';

type ImportOutcome = 'created' | 'updated' | 'unchanged';
/** The result of a row, or the reason why it does not fit what is stored. */
export type RowOutcome = ImportOutcome | RowError[];

/** An import brings back nobody whose data was erased. */
export const WAS_ERASED: RowError = {
  path: '',
  message: 'was erased and stays so',
  reason: { type: 'erased' },
};

/** The account that rows are written to, and the actor. */
export interface ImportTarget {
  accountId: string;
  actor: Actor;
}

interface PutOptions {
  /** Reports what would be written without writing it. */
  dryRun: boolean;
  /** Clears the fields that a row does not have; without it they keep their values. */
  replace: boolean;
  now: number;
}

/** Writes rows in one transaction, and skips those that change nothing or are wrong. */
export type PutRows<Row> = (
  deps: { db: Database },
  target: ImportTarget,
  rows: readonly Row[],
  options: PutOptions,
) => Promise<RowOutcome[]>;
