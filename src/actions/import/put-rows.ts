import type { Actor } from '../../domain/quote/history.ts';
import type { Database } from '../../store/database.ts';

export type ImportOutcome = 'created' | 'updated' | 'unchanged';
export type ImportRecord = Record<string, unknown>;

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

/** Writes rows in one transaction, and skips those that change nothing. */
export type PutRows<Row> = (
  deps: { db: Database },
  target: ImportTarget,
  rows: readonly Row[],
  options: PutOptions,
) => Promise<ImportOutcome[]>;
