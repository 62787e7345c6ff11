import type { Acceptance } from '../../../domain/quote/acceptance.ts';
import type { Revision } from '../../../domain/quote/revision.ts';
import type { Sql } from '../../database.ts';

/** Rows that an export contains as they are stored, by the quote or invoice that they belong to. */
const TABLES = {
  messages: { key: 'quote_id', columns: 'id, side, author, words AS text, created_at, read_at, via, quoted' },
  sent_mails: { key: 'document_id', columns: 'message_id, recipient, kind, at, state, status, response' },
  links: { key: 'document_id', columns: 'id, recipient, created_at, revoked_at' },
  payments: {
    key: 'invoice_id',
    columns: 'id, amount, paid_on, method, reference, recorded_at, removed_at, kind',
  },
} as const;

export function listExportRows(
  sql: Sql,
  table: keyof typeof TABLES,
  accountId: string,
  documentId: string,
): Promise<object[]> {
  const { key, columns } = TABLES[table];
  return sql.all(
    `SELECT ${columns} FROM ${table} WHERE account_id = ? AND ${key} = ?`,
    ...[accountId, documentId],
  );
}

/** The stored PDFs of a quote and its invoices. */
export function listPdfs(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<{ source_sha256: string; sha256: string; file_name: string }[]> {
  return sql.all(
    'SELECT source_sha256, sha256, file_name FROM documents WHERE account_id = ? AND quote_id = ? AND kept = 1 ORDER BY used_at',
    ...[accountId, quoteId],
  );
}

/** The attachments of all revisions of a quote. */
export async function listAttachmentHashes(sql: Sql, accountId: string, quoteId: string): Promise<string[]> {
  const rows = await sql.all<{ sha256: string }>(
    'SELECT DISTINCT sha256 FROM attachment_uses WHERE account_id = ? AND quote_id = ? ORDER BY sha256',
    ...[accountId, quoteId],
  );
  return rows.map(({ sha256 }) => sha256);
}

/** The decisions about a quote and its revisions whose frozen parties, by their hashes, name a customer. */
export async function listEvidence(
  sql: Sql,
  accountId: string,
  quoteId: string,
  hashes: readonly string[],
): Promise<{ decisions: Acceptance[]; revisions: Revision[] }> {
  const list = async <Doc>(table: 'answers' | 'revisions') => {
    const rows = await sql.all<{ doc: string; parties: string | null }>(
      `SELECT doc, parties_sha256 AS parties FROM ${table} WHERE account_id = ? AND quote_id = ?`,
      ...[accountId, quoteId],
    );
    return rows
      .filter(({ parties }) => hashes.includes(parties ?? ''))
      .map(({ doc }) => JSON.parse(doc) as Doc);
  };
  return { decisions: await list<Acceptance>('answers'), revisions: await list<Revision>('revisions') };
}

/** Captured emails about a quote or an invoice, without those to an earlier customer. */
export async function listCapturedAbout(sql: Sql, accountId: string, documentId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM captured_mails WHERE account_id = ? AND message_id IN
       (SELECT message_id FROM sent_mails WHERE account_id = ? AND document_id = ? AND is_former = 0)`,
    ...[accountId, accountId, documentId],
  );
  return rows.map(({ id }) => id);
}

/** Captured emails that were sent to an address. */
export async function listCapturedTo(sql: Sql, accountId: string, address: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM captured_mails WHERE account_id = ? AND lower(doc) LIKE ? ESCAPE '\\' ORDER BY id`,
    ...[accountId, `%"address":"${address.replaceAll(/[\\%_]/g, '\\$&')}"%`],
  );
  return rows.map(({ id }) => id);
}
