import { type DocumentKind, getDocumentKind } from '../../domain/document.ts';
import { isSameAddress } from '../../domain/quote/acceptance/signers.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../database.ts';

/** Table of a document, whose row names the link that its owner is shown and counts the revocations. */
const TABLES: Record<DocumentKind, string> = { quote: 'quotes', invoice: 'invoices' };

export interface Link {
  account_id: string;
  document_id: string;
  id: string;
  recipient: string;
  created_at: number;
  revoked_at: number | null;
  /** When a person first opened its page. */
  opened_at: number | null;
  /** The content that its page showed last, and the one before. */
  shown: string | null;
  shown_before: string | null;
}

export async function insertLink(
  tx: Sql,
  link: Omit<Link, 'revoked_at' | 'opened_at' | 'shown' | 'shown_before'> & { token_hash: string },
): Promise<void> {
  await tx.run(
    `INSERT INTO links (account_id, document_id, id, token_hash, recipient, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
    link.account_id,
    link.document_id,
    link.id,
    link.token_hash,
    link.recipient,
    link.created_at,
  );
}

export function findLink(sql: Sql, tokenHash: string): Promise<Link | undefined> {
  return sql.get<Link>('SELECT * FROM links WHERE token_hash = ? AND revoked_at IS NULL', tokenHash);
}

/** Deletes a link whose email was not delivered. */
export async function deleteLink(tx: Sql, accountId: string, documentId: string, id: string): Promise<void> {
  await tx.run(
    'DELETE FROM links WHERE account_id = ? AND document_id = ? AND id = ?',
    accountId,
    documentId,
    id,
  );
}

/** Names the link that the owner is shown. */
export async function setShownLink(
  tx: Sql,
  accountId: string,
  documentId: string,
  linkId: string,
): Promise<void> {
  await tx.run(
    `UPDATE ${TABLES[getDocumentKind(documentId)]} SET link_id = ? WHERE account_id = ? AND id = ?`,
    linkId,
    accountId,
    documentId,
  );
}

/** Revokes all links of the document and its PDF URLs. */
export async function revokeDocumentLinks(
  tx: Sql,
  accountId: string,
  documentId: string,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE ${TABLES[getDocumentKind(documentId)]} SET link_id = NULL, revocations = revocations + 1
     WHERE account_id = ? AND id = ?`,
    accountId,
    documentId,
  );
  await tx.run(
    'UPDATE links SET revoked_at = ? WHERE account_id = ? AND document_id = ? AND revoked_at IS NULL',
    now,
    accountId,
    documentId,
  );
}

/** Number of revocations; `undefined` if the document no longer exists. */
export async function countRevocations(
  sql: Sql,
  accountId: string,
  documentId: string,
): Promise<number | undefined> {
  const row = await sql.get<{ revocations: number }>(
    `SELECT revocations FROM ${TABLES[getDocumentKind(documentId)]} WHERE account_id = ? AND id = ?`,
    accountId,
    documentId,
  );
  return row?.revocations;
}

export async function findLinkRecipient(
  sql: Sql,
  accountId: string,
  documentId: string,
  id: string,
): Promise<string | undefined> {
  const row = await sql.get<{ recipient: string }>(
    `SELECT recipient FROM links WHERE account_id = ? AND document_id = ? AND id = ? AND revoked_at IS NULL`,
    accountId,
    documentId,
    id,
  );
  return row?.recipient;
}

/** Lists the open links to some documents, oldest first. */
export function listOpenLinks(
  sql: Sql,
  accountId: string,
  documentIds: readonly string[],
): Promise<Pick<Link, 'document_id' | 'id' | 'recipient'>[]> {
  const named = padToFixedSize(documentIds);
  return sql.all(
    `SELECT document_id, id, recipient FROM links
     WHERE account_id = ? AND document_id IN ${formatPlaceholders(1, named.length)} AND revoked_at IS NULL
     ORDER BY created_at, id`,
    ...[accountId, ...named],
  );
}

/** An open link of a signer. */
export interface SignerLink {
  id: string;
  email: string;
}

/** The last open link of each signer of a quote. */
export async function listSignerLinks(
  sql: Sql,
  accountId: string,
  { id: quoteId, signers = [] }: Pick<Quote, 'id' | 'signers'>,
): Promise<SignerLink[]> {
  const open = await listOpenLinks(sql, accountId, [quoteId]);
  return signers.flatMap(({ email }) => {
    const link = open.findLast(({ recipient }) => isSameAddress(recipient, email));
    return link ? [{ id: link.id, email }] : [];
  });
}

/** Revokes the links of everybody but the signers: who does not sign must not accept. */
export async function revokeOtherLinks(
  tx: Sql,
  accountId: string,
  { id: documentId, signers = [] }: Pick<Quote, 'id' | 'signers'>,
  now: number,
): Promise<void> {
  const open = await listOpenLinks(tx, accountId, [documentId]);
  for (const { id, recipient } of open) {
    if (signers.some(({ email }) => isSameAddress(email, recipient))) continue;
    await tx.run(
      'UPDATE links SET revoked_at = ? WHERE account_id = ? AND document_id = ? AND id = ?',
      ...[now, accountId, documentId, id],
    );
    await tx.run(
      'UPDATE quotes SET link_id = NULL WHERE account_id = ? AND id = ? AND link_id = ?',
      ...[accountId, documentId, id],
    );
  }
}

export async function isLinkOpen(
  sql: Sql,
  accountId: string,
  documentId: string,
  id: string,
): Promise<boolean> {
  return (await findLinkRecipient(sql, accountId, documentId, id)) !== undefined;
}

/** Whether such a link ever existed. */
export async function hasLink(sql: Sql, accountId: string, documentId: string, id: string): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 FROM links WHERE account_id = ? AND document_id = ? AND id = ?',
    accountId,
    documentId,
    id,
  );
  return row !== undefined;
}

export async function markLinkOpened(
  tx: Sql,
  { account_id: accountId, document_id: documentId, id }: Link,
  now: number,
): Promise<void> {
  await tx.run(
    'UPDATE links SET opened_at = ? WHERE account_id = ? AND document_id = ? AND id = ? AND opened_at IS NULL',
    ...[now, accountId, documentId, id],
  );
}

/** Records the shown content; the previous one is kept for comparison. */
export async function storeShownContent(
  tx: Sql,
  { account_id: accountId, document_id: documentId, id }: Link,
  shown: string,
): Promise<void> {
  await tx.run(
    'UPDATE links SET shown_before = shown, shown = ? WHERE account_id = ? AND document_id = ? AND id = ?',
    shown,
    accountId,
    documentId,
    id,
  );
}
