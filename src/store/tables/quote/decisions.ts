import type { Parties, QuoteSource } from '../../../domain/document.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import { upgradeQuoteIn } from '../../../domain/stored-shape.ts';
import type { Sql } from '../../database.ts';
import { addFileUses } from './attachment-files.ts';

/** Accepted content with its record, and the parties by hash. It never changes, whatever happens to the quote. */
export type AcceptedContent = Omit<QuoteSource, keyof Parties> & { partiesSha256: string };

export async function addDecision(
  tx: Sql,
  accountId: string,
  id: string,
  decision: DecisionRecord,
  accepted: AcceptedContent | null,
): Promise<void> {
  const { partiesSha256 = null, ...source } = accepted ?? {};
  await tx.run(
    'INSERT INTO answers (account_id, quote_id, id, doc, source, parties_sha256) VALUES (?, ?, ?, ?, ?, ?)',
    accountId,
    decision.quoteId,
    id,
    JSON.stringify(decision),
    accepted && JSON.stringify(source),
    partiesSha256,
  );
  await addFileUses(tx, accountId, decision.quoteId, 'answer', decision.attachments);
}

/**
 * The content of the last decision; `undefined` if that was a decline or there is none. Earlier versions stored the
 * parties with each content.
 */
export async function findAcceptedContent(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<AcceptedContent | QuoteSource | undefined> {
  const row = await sql.get<{ source: string | null; parties_sha256: string | null }>(
    'SELECT source, parties_sha256 FROM answers WHERE account_id = ? AND quote_id = ? ORDER BY id DESC LIMIT 1',
    accountId,
    quoteId,
  );
  if (!row?.source) return undefined;
  const source = upgradeQuoteIn(JSON.parse(row.source) as QuoteSource);
  return row.parties_sha256 === null ? source : { ...source, partiesSha256: row.parties_sha256 };
}

export async function findLastDecision(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<DecisionRecord | undefined> {
  const row = await sql.get<DecisionRow>(
    'SELECT doc, source FROM answers WHERE account_id = ? AND quote_id = ? ORDER BY id DESC LIMIT 1',
    accountId,
    quoteId,
  );
  return row && completeDecision(row);
}

/** All decisions, oldest first. */
export async function listDecisions(sql: Sql, accountId: string, quoteId: string): Promise<DecisionRecord[]> {
  const rows = await sql.all<DecisionRow>(
    'SELECT doc, source FROM answers WHERE account_id = ? AND quote_id = ? ORDER BY id',
    accountId,
    quoteId,
  );
  return rows.map(completeDecision);
}

interface DecisionRow {
  doc: string;
  source: string | null;
}

/** Before options existed, a document was accepted as offered, without attachments. */
function completeDecision({ doc, source }: DecisionRow): DecisionRecord {
  const stored = JSON.parse(doc) as DecisionRecord;
  const decision = stored.attachments === undefined ? { ...stored, attachments: [] } : stored;
  if (decision.selection !== undefined) return decision;
  const accepted = source === null ? null : (JSON.parse(source) as QuoteSource).quote;
  return {
    ...decision,
    selection: accepted && [],
    total: accepted?.total ?? null,
    offerSha256: decision.documentSha256,
  };
}
