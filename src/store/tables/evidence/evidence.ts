import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Sql } from '../../database.ts';

/** What signs a decision. Nothing of it ever changes. */
export interface SignedRecord {
  /** The decision as canonical JSON. */
  record: string;
  /** `null` if there was no secret to protect a key with. */
  jws: string | null;
  kid: string | null;
  signed_at: number;
  /** Whether it was made when somebody asked for it, and not with the decision. */
  is_late: 0 | 1;
}

/** When the time stamp server is asked; both `null` without one. */
export interface StampTimes {
  stamp_due_at: number | null;
  stamp_until: number | null;
}

/** The evidence of a decision, as far as there is any yet. */
export interface EvidenceRow extends StampTimes {
  id: string;
  doc: string;
  record: string | null;
  jws: string | null;
  kid: string | null;
  signed_at: number | null;
  is_late: 0 | 1 | null;
  confirmation: string | null;
  readme: string | null;
  time_stamp: Uint8Array | null;
}

const COLUMNS = `id, doc, record, jws, kid, signed_at, is_late, stamp_due_at, stamp_until, confirmation, readme,
  time_stamp`;

/** Finds that of the last decision on a quote. In a transaction that will change it, it is locked. */
export function findLastEvidence(
  sql: Sql,
  accountId: string,
  quoteId: string,
  lock: '' | Sql['forUpdate'] = '',
): Promise<EvidenceRow | undefined> {
  return sql.get<EvidenceRow>(
    `SELECT ${COLUMNS} FROM decisions WHERE account_id = ? AND quote_id = ? ORDER BY id DESC LIMIT 1 ${lock}`,
    accountId,
    quoteId,
  );
}

/** Finds the evidence of a decision by its record, in whichever account. */
export async function findEvidenceByRecord(
  sql: Sql,
  { quoteId }: Pick<DecisionRecord, 'quoteId'>,
  record: string,
): Promise<(EvidenceRow & { account_id: string }) | undefined> {
  // By account, as the key of decisions begins with it.
  return sql.get(
    `SELECT accounts.id AS account_id, ${COLUMNS.replaceAll(/\w+/g, 'decisions.$&')}
     FROM accounts JOIN decisions ON decisions.account_id = accounts.id AND decisions.quote_id = ?
     WHERE decisions.record = ?`,
    quoteId,
    record,
  );
}

export async function storeEvidence(
  tx: Sql,
  accountId: string,
  quoteId: string,
  { id, ...evidence }: Omit<EvidenceRow, 'doc' | 'time_stamp'>,
): Promise<void> {
  const columns = Object.keys(evidence);
  await tx.run(
    `UPDATE decisions SET ${columns.map((column) => `${column} = ?`).join(', ')}
     WHERE account_id = ? AND quote_id = ? AND id = ?`,
    ...Object.values(evidence),
    ...[accountId, quoteId, id],
  );
}
