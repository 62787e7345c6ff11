import type { Parties, QuoteSource } from '../../../domain/document.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import { upgradeWithin } from '../../../domain/stored-shape.ts';
import type { Sql } from '../../database.ts';
import type { SignedRecord, StampTimes } from '../evidence/evidence.ts';
import { addFileUses } from './attachment-files.ts';

/** Accepted content with its record, and the parties by hash. It never changes, whatever happens to the quote. */
export type AcceptedContent = Omit<QuoteSource, keyof Parties> & { partiesSha256: string };

export async function addDecision(
  tx: Sql,
  accountId: string,
  id: string,
  decision: DecisionRecord,
  accepted: AcceptedContent | null,
  signed: SignedRecord & StampTimes,
): Promise<void> {
  const { partiesSha256 = null, ...source } = accepted ?? {};
  await tx.run(
    `INSERT INTO decisions (account_id, quote_id, id, doc, source, parties_sha256, record, jws, kid, signed_at, is_late,
       stamp_due_at, stamp_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    decision.quoteId,
    id,
    JSON.stringify(decision),
    accepted && JSON.stringify(source),
    partiesSha256,
    ...[signed.record, signed.jws, signed.kid, signed.signed_at, signed.is_late],
    ...[signed.stamp_due_at, signed.stamp_until],
  );
  await addFileUses(tx, accountId, decision.quoteId, 'decision', decision.attachments);
}

/** The content of the last decision; `undefined` if that was a decline or there is none. */
export async function findAcceptedContent(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<AcceptedContent | undefined> {
  const row = await sql.get<{ source: string | null; parties_sha256: string | null }>(
    'SELECT source, parties_sha256 FROM decisions WHERE account_id = ? AND quote_id = ? ORDER BY id DESC LIMIT 1',
    accountId,
    quoteId,
  );
  if (!row?.source || row.parties_sha256 === null) return undefined;
  const source = upgradeWithin(JSON.parse(row.source) as Omit<QuoteSource, keyof Parties>);
  return { ...source, partiesSha256: row.parties_sha256 };
}

export async function findLastDecision(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<DecisionRecord | undefined> {
  const row = await sql.get<{ doc: string }>(
    'SELECT doc FROM decisions WHERE account_id = ? AND quote_id = ? ORDER BY id DESC LIMIT 1',
    accountId,
    quoteId,
  );
  return row && parseDecision(row.doc);
}

/** Parses a record. One of an earlier version has no answers, and does not say how the customer decided. */
export function parseDecision(doc: string): DecisionRecord {
  return { answers: {}, via: null, ...JSON.parse(doc) };
}

/** All decisions, oldest first. */
export async function listDecisions(sql: Sql, accountId: string, quoteId: string): Promise<DecisionRecord[]> {
  const rows = await sql.all<{ doc: string }>(
    'SELECT doc FROM decisions WHERE account_id = ? AND quote_id = ? ORDER BY id',
    accountId,
    quoteId,
  );
  return rows.map(({ doc }) => parseDecision(doc));
}
