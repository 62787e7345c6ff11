import type { QuoteApproval } from '../../domain/quote/approval/approval.ts';
import type { ShownContent } from '../../domain/quote/changes.ts';
import { formatLimit, type Sql } from '../database.ts';

/** The approval of one content of a quote. */
export interface StoredApproval {
  approval: QuoteApproval;
  /** Users who were asked; `null` for all who may approve. */
  asked: readonly string[] | null;
}

interface ApprovalRow {
  quote_id: string;
  asked: string | null;
  doc: string;
}

export async function findApproval(
  sql: Sql,
  accountId: string,
  quoteId: string,
  sha256: string,
): Promise<StoredApproval | undefined> {
  const row = await sql.get<ApprovalRow>(
    `SELECT quote_id, asked, doc FROM approvals
     WHERE account_id = ? AND quote_id = ? AND content_sha256 = ?`,
    ...[accountId, quoteId, sha256],
  );
  return row && parse(row);
}

export async function storeApproval(
  tx: Sql,
  accountId: string,
  quoteId: string,
  { approval, asked }: StoredApproval,
  content: ShownContent | null,
): Promise<void> {
  await tx.run(
    `INSERT INTO approvals (account_id, quote_id, content_sha256, state, asked, doc, content)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, quote_id, content_sha256)
     DO UPDATE SET state = excluded.state, asked = excluded.asked, doc = excluded.doc,
       content = excluded.content`,
    ...[accountId, quoteId, approval.sha256, approval.state],
    asked && JSON.stringify(asked),
    JSON.stringify(approval),
    content && JSON.stringify(content),
  );
}

/** Finds the content that was approved last, without costs. */
export async function findApprovedContent(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<ShownContent | undefined> {
  const rows = await sql.all<{ doc: string; content: string }>(
    `SELECT doc, content FROM approvals
     WHERE account_id = ? AND quote_id = ? AND state = 'approved' AND content IS NOT NULL`,
    ...[accountId, quoteId],
  );
  const approved = rows.map(({ doc, content }) => ({ at: decidedAt(doc), content }));
  const [last] = approved.sort((one, other) => (one.at < other.at ? 1 : -1));
  return last && (JSON.parse(last.content) as ShownContent);
}

function decidedAt(doc: string): string {
  return (JSON.parse(doc) as QuoteApproval).decidedAt ?? '';
}

/** Deletes the requests about content that the quote no longer has. */
export async function deleteOldRequests(
  tx: Sql,
  accountId: string,
  quoteId: string,
  sha256: string,
): Promise<void> {
  await tx.run(
    `DELETE FROM approvals
     WHERE account_id = ? AND quote_id = ? AND state = 'requested' AND content_sha256 <> ?`,
    ...[accountId, quoteId, sha256],
  );
}

/** Lists the quotes with a request that nobody has decided on and that are not agreed on, latest first, at most `limit`. */
export async function listRequestedQuotes(sql: Sql, accountId: string, limit: number): Promise<string[]> {
  const rows = await sql.all<{ quote_id: string }>(
    `SELECT DISTINCT a.quote_id FROM approvals AS a
     JOIN quotes AS q ON q.account_id = a.account_id AND q.id = a.quote_id
     WHERE a.account_id = ? AND a.state = 'requested' AND q.status NOT IN ('ACCEPTED', 'CONVERTED')
     ORDER BY a.quote_id DESC ${formatLimit(limit).sql}`,
    accountId,
  );
  return rows.map((row) => row.quote_id);
}

function parse({ asked, doc }: ApprovalRow): StoredApproval {
  return {
    approval: JSON.parse(doc) as QuoteApproval,
    asked: asked === null ? null : (JSON.parse(asked) as string[]),
  };
}
