import { formatLimit, type Sql } from '../../database.ts';

/** A file in chunks. It gets its hash when the upload is complete; within the account the hash is then unique. */
export interface FileKey {
  accountId: string;
  id: string;
}

/** Use of a file: the current quote, a sent revision, or a decision on one. */
export type FileUse = 'quote' | 'revision' | 'decision';

/** Creates an unused file; files that stay unused are deleted. */
export async function insertFile(tx: Sql, { accountId, id }: FileKey, now: number): Promise<void> {
  await tx.run(
    'INSERT INTO attachment_files (account_id, id, size, unused_since) VALUES (?, ?, 0, ?)',
    accountId,
    id,
    now,
  );
}

export async function insertChunk(
  tx: Sql,
  { accountId, id }: FileKey,
  n: number,
  bytes: Uint8Array,
): Promise<void> {
  await tx.run(
    'INSERT INTO attachment_pieces (account_id, file_id, n, bytes) VALUES (?, ?, ?, ?)',
    accountId,
    id,
    n,
    bytes,
  );
}

/** Completes a file. If the account already has the same bytes, the existing file stays and this one is deleted. */
export async function completeFile(
  tx: Sql,
  key: FileKey,
  { sha256, size }: { sha256: string; size: number },
): Promise<void> {
  const known = await tx.run(
    'UPDATE attachment_files SET unused_since = NULL WHERE account_id = ? AND sha256 = ?',
    key.accountId,
    sha256,
  );
  if (known > 0) return deleteFile(tx, key);
  await tx.run(
    'UPDATE attachment_files SET sha256 = ?, size = ?, unused_since = NULL WHERE account_id = ? AND id = ?',
    sha256,
    size,
    key.accountId,
    key.id,
  );
}

export async function deleteFile(tx: Sql, { accountId, id }: FileKey): Promise<void> {
  await tx.run('DELETE FROM attachment_pieces WHERE account_id = ? AND file_id = ?', accountId, id);
  await tx.run('DELETE FROM attachment_files WHERE account_id = ? AND id = ?', accountId, id);
}

export async function findFile(sql: Sql, accountId: string, sha256: string): Promise<FileKey | undefined> {
  const row = await sql.get<{ id: string }>(
    'SELECT id FROM attachment_files WHERE account_id = ? AND sha256 = ?',
    accountId,
    sha256,
  );
  return row && { accountId, id: row.id };
}

export async function readChunk(
  sql: Sql,
  { accountId, id }: FileKey,
  n: number,
): Promise<Uint8Array | undefined> {
  const row = await sql.get<{ bytes: Uint8Array }>(
    'SELECT bytes FROM attachment_pieces WHERE account_id = ? AND file_id = ? AND n = ?',
    accountId,
    id,
    n,
  );
  return row?.bytes;
}

/** Streams a file in its chunks. */
export async function* readChunks(sql: Sql, key: FileKey): AsyncGenerator<Uint8Array> {
  for (let n = 0; ; n++) {
    const chunk = await readChunk(sql, key, n);
    if (!chunk) return;
    yield chunk;
  }
}

/** Also accepts a recently released file: a concurrent send or copy may still use it. */
export async function addFileUses(
  tx: Sql,
  accountId: string,
  quoteId: string,
  use: FileUse,
  files: readonly { sha256: string }[],
): Promise<void> {
  for (const { sha256 } of files) {
    await tx.run(
      `INSERT INTO attachment_uses (account_id, quote_id, kind, sha256) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, quote_id, kind, sha256) DO NOTHING`,
      accountId,
      quoteId,
      use,
      sha256,
    );
    await tx.run(
      'UPDATE attachment_files SET unused_since = NULL WHERE account_id = ? AND sha256 = ?',
      accountId,
      sha256,
    );
  }
}

/** Sets the files of the current quote. */
export async function replaceQuoteFileUses(
  tx: Sql,
  accountId: string,
  quoteId: string,
  { before, after }: Record<'before' | 'after', readonly { sha256: string }[]>,
  now: number,
): Promise<void> {
  const gone = before.filter(({ sha256 }) => !after.some((file) => file.sha256 === sha256));
  for (const { sha256 } of gone) {
    await tx.run(
      `DELETE FROM attachment_uses WHERE account_id = ? AND quote_id = ? AND kind = 'quote' AND sha256 = ?`,
      accountId,
      quoteId,
      sha256,
    );
  }
  await addFileUses(tx, accountId, quoteId, 'quote', after);
  await releaseFiles(tx, accountId, gone, now);
}

/** A deleted quote keeps the files of its decisions, as evidence of what was accepted. */
export async function deleteQuoteFileUses(
  tx: Sql,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<void> {
  const condition = `account_id = ? AND quote_id = ? AND kind <> 'decision'`;
  const files = await tx.all<{ sha256: string }>(
    `SELECT DISTINCT sha256 FROM attachment_uses WHERE ${condition}`,
    accountId,
    quoteId,
  );
  if (files.length === 0) return;
  await tx.run(`DELETE FROM attachment_uses WHERE ${condition}`, accountId, quoteId);
  await releaseFiles(tx, accountId, files, now);
}

async function releaseFiles(
  tx: Sql,
  accountId: string,
  files: readonly { sha256: string }[],
  now: number,
): Promise<void> {
  for (const { sha256 } of files) {
    await tx.run(
      `UPDATE attachment_files SET unused_since = ? WHERE account_id = ? AND sha256 = ? AND NOT EXISTS
         (SELECT 1 FROM attachment_uses WHERE account_id = ? AND sha256 = ?)`,
      now,
      accountId,
      sha256,
      accountId,
      sha256,
    );
  }
}

/** Files without a use since that time: released, or left by an aborted upload. */
export async function findUnusedFiles(sql: Sql, before: number, limit: number): Promise<FileKey[]> {
  const rows = await sql.all<{ account_id: string; id: string }>(
    `SELECT account_id, id FROM attachment_files WHERE unused_since < ? ORDER BY unused_since ${formatLimit(limit).sql}`,
    before,
  );
  return rows.map(({ account_id: accountId, id }) => ({ accountId, id }));
}

/** Deletes the file unless it has been used in the meantime. */
export async function deleteUnusedFile(tx: Sql, key: FileKey, before: number): Promise<void> {
  const row = await tx.get(
    `SELECT id FROM attachment_files WHERE account_id = ? AND id = ? AND unused_since < ? ${tx.forUpdate}`,
    key.accountId,
    key.id,
    before,
  );
  if (row) await deleteFile(tx, key);
}

/** Finds the uses of a file in any account by the hash of its bytes. */
export function findUsesByHash(
  sql: Sql,
  sha256: string,
): Promise<{ account_id: string; quote_id: string; kind: FileUse }[]> {
  return sql.all('SELECT account_id, quote_id, kind FROM attachment_uses WHERE sha256 = ?', sha256);
}
