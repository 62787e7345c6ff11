import type { Proposal, ProposalState } from '../../domain/quote/proposal/proposal.ts';
import { formatLimit, type Sql } from '../database.ts';
import type { PageSlice, PageTotal } from '../lists/list-total.ts';
import type { ThreadKey } from './quote/messages.ts';

interface Row {
  state: ProposalState;
  doc: string;
}

/** Adds an open proposal in place of the one of the same link. Its message awaits no answer of its own. */
export async function addProposal(
  tx: Sql,
  { accountId, quoteId }: ThreadKey,
  linkId: string,
  { state, ...proposal }: Proposal,
  messageId: string,
): Promise<void> {
  await tx.run(
    'UPDATE messages SET awaits = 0 WHERE account_id = ? AND quote_id = ? AND id = ?',
    ...[accountId, quoteId, messageId],
  );
  await tx.run(
    `UPDATE quote_proposals SET state = 'replaced'
     WHERE account_id = ? AND quote_id = ? AND link_id = ? AND state = 'open'`,
    ...[accountId, quoteId, linkId],
  );
  await tx.run(
    'INSERT INTO quote_proposals (account_id, quote_id, id, link_id, state, doc) VALUES (?, ?, ?, ?, ?, ?)',
    ...[accountId, quoteId, proposal.id, linkId, state, JSON.stringify(proposal)],
  );
  await countOpen(tx, { accountId, quoteId });
}

/** Stores how the account has decided. */
export async function storeProposal(
  tx: Sql,
  { accountId, quoteId }: ThreadKey,
  { state, ...proposal }: Proposal,
): Promise<void> {
  await tx.run(
    'UPDATE quote_proposals SET state = ?, doc = ? WHERE account_id = ? AND quote_id = ? AND id = ?',
    ...[state, JSON.stringify(proposal), accountId, quoteId, proposal.id],
  );
  await countOpen(tx, { accountId, quoteId });
}

async function countOpen(tx: Sql, { accountId, quoteId }: ThreadKey): Promise<void> {
  await tx.run(
    `UPDATE quotes SET open_proposals = (SELECT count(*) FROM quote_proposals
       WHERE account_id = ? AND quote_id = ? AND state = 'open') WHERE account_id = ? AND id = ?`,
    ...[accountId, quoteId, accountId, quoteId],
  );
}

/** Closes the open proposals of a quote, whose row the caller stores. */
export async function closeProposals(tx: Sql, accountId: string, quoteId: string): Promise<void> {
  await tx.run(
    `UPDATE quote_proposals SET state = 'closed' WHERE account_id = ? AND quote_id = ? AND state = 'open'`,
    ...[accountId, quoteId],
  );
}

export async function findProposal(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  id: string,
): Promise<Proposal | undefined> {
  const row = await sql.get<Row>(
    'SELECT state, doc FROM quote_proposals WHERE account_id = ? AND quote_id = ? AND id = ?',
    ...[accountId, quoteId, id],
  );
  return row && toProposal(row);
}

/** Real times are in the identifiers. Returns the n-th last proposal of a link; `undefined` if there are fewer. */
export async function findNthLastProposal(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  linkId: string,
  n: number,
): Promise<string | undefined> {
  const page = formatLimit(1, n - 1);
  const row = await sql.get<{ id: string }>(
    `SELECT id FROM quote_proposals WHERE account_id = ? AND quote_id = ? AND link_id = ?
     ORDER BY id DESC ${page.sql}`,
    ...[accountId, quoteId, linkId, ...page.values],
  );
  return row?.id;
}

/** The open proposals of a quote, latest first, each with its link. */
export async function listOpenOfQuote(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
): Promise<{ linkId: string; proposal: Proposal }[]> {
  const rows = await sql.all<Row & { link_id: string }>(
    `SELECT link_id, state, doc FROM quote_proposals
     WHERE account_id = ? AND quote_id = ? AND state = 'open' ORDER BY id DESC`,
    ...[accountId, quoteId],
  );
  return rows.map((row) => ({ linkId: row.link_id, proposal: toProposal(row) }));
}

/** A page of the proposals of a quote, oldest first. */
export async function listProposals(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  { limit, offset, after = '' }: PageSlice,
): Promise<PageTotal & { proposals: Proposal[] }> {
  const page = formatLimit(limit + 1, offset);
  const [rows, count] = await Promise.all([
    sql.all<Row>(
      `SELECT state, doc FROM quote_proposals
       WHERE account_id = ? AND quote_id = ? AND id > ? ORDER BY id ${page.sql}`,
      ...[accountId, quoteId, after, ...page.values],
    ),
    sql.get<{ n: number }>(
      'SELECT count(*) AS n FROM quote_proposals WHERE account_id = ? AND quote_id = ?',
      ...[accountId, quoteId],
    ),
  ]);
  const proposals = rows.slice(0, limit).map(toProposal);
  return { proposals, total: count?.n ?? 0, isExact: true, hasMore: rows.length > limit };
}

/** The open proposals of an account, latest first, up to a limit. */
export async function listOpenProposals(
  sql: Sql,
  accountId: string,
  limit: number,
): Promise<{ quoteId: string; proposal: Proposal }[]> {
  const rows = await sql.all<Row & { quote_id: string }>(
    `SELECT quote_id, state, doc FROM quote_proposals WHERE account_id = ? AND state = 'open'
     ORDER BY id DESC ${formatLimit(limit).sql}`,
    accountId,
  );
  return rows.map((row) => ({ quoteId: row.quote_id, proposal: toProposal(row) }));
}

function toProposal({ state, doc }: Row): Proposal {
  const { id, ...proposal } = JSON.parse(doc) as Omit<Proposal, 'state'>;
  return { id, state, ...proposal };
}
