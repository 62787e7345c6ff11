import { createHash } from 'node:crypto';
import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';

/** A customer that was erased. Identifiers may be names or email addresses: only the hash stays. */
export interface Erasure {
  accountId: string;
  customerSha256: string;
  erasedAt: number;
}

/** An erasure with the hashes of the files that went. */
export interface ErasureRecord extends Erasure {
  documents: string[];
}

export function hashCustomerId(accountId: string, customerId: string): string {
  return createHash('sha256').update(`${accountId}\n${customerId}`).digest('hex');
}

/** An erasure that has begun: a job continues it at `nextAt` if this process dies. */
interface OpenErasure {
  customerId: string;
  nextAt: number;
  /** The details that the job needs, sealed. */
  unfinished: string;
}

export async function putErasure(
  tx: Sql,
  { accountId, customerSha256, erasedAt }: Erasure,
  open?: OpenErasure,
): Promise<void> {
  await tx.run(
    `INSERT INTO erasures (account_id, customer_sha256, customer_id, erased_at, next_at, unfinished)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, customer_sha256) DO UPDATE
       SET customer_id = excluded.customer_id, erased_at = excluded.erased_at, next_at = excluded.next_at,
         unfinished = excluded.unfinished`,
    ...[accountId, customerSha256, open?.customerId ?? null, erasedAt, open?.nextAt ?? null],
    open?.unfinished ?? null,
  );
}

/** Returns when the customer was erased, and what a job needs to finish the work, sealed; `null` if nothing. */
export function findErasure(
  sql: Sql,
  accountId: string,
  customerId: string,
): Promise<{ erased_at: number; unfinished: string | null } | undefined> {
  return sql.get(
    'SELECT erased_at, unfinished FROM erasures WHERE account_id = ? AND customer_sha256 = ?',
    ...[accountId, hashCustomerId(accountId, customerId)],
  );
}

/** Does nothing if another process was first. */
export async function replaceUnfinished(
  tx: Sql,
  accountId: string,
  customerId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await tx.run(
    'UPDATE erasures SET unfinished = ? WHERE account_id = ? AND customer_sha256 = ? AND unfinished = ?',
    ...[after, accountId, hashCustomerId(accountId, customerId), before],
  );
}

/** Deletes what was kept for a job. Returns `false` if another process was first. */
export async function clearUnfinished(tx: Sql, accountId: string, customerId: string): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE erasures SET unfinished = NULL
     WHERE account_id = ? AND customer_sha256 = ? AND unfinished IS NOT NULL`,
    ...[accountId, hashCustomerId(accountId, customerId)],
  );
  return changed > 0;
}

/** Sets when the erasure continues; `null` ends it and forgets the identifier. */
export async function rescheduleErasure(
  tx: Sql,
  accountId: string,
  customerId: string,
  nextAt: number | null,
): Promise<void> {
  const id = nextAt === null ? null : customerId;
  await tx.run(
    'UPDATE erasures SET customer_id = ?, next_at = ? WHERE account_id = ? AND customer_sha256 = ?',
    ...[id, nextAt, accountId, hashCustomerId(accountId, customerId)],
  );
}

export function listDueErasures(
  sql: Sql,
  now: number,
  limit: number,
  accountId?: string,
): Promise<{ account_id: string; customer_id: string }[]> {
  return sql.all(
    `SELECT account_id, customer_id FROM erasures WHERE next_at <= ? AND customer_id IS NOT NULL
       ${accountId === undefined ? '' : 'AND account_id = ?'} ORDER BY next_at ${formatLimit(limit).sql}`,
    ...[now, ...(accountId === undefined ? [] : [accountId])],
  );
}

/** Adds the hashes of files that are about to be deleted. */
export async function addErasedDocuments(
  tx: Sql,
  { accountId, customerSha256 }: Pick<Erasure, 'accountId' | 'customerSha256'>,
  hashes: readonly string[],
): Promise<void> {
  const unique = [...new Set(hashes)];
  for (let start = 0; start < unique.length; start += BATCH) {
    const batch = unique.slice(start, start + BATCH);
    await tx.run(
      `INSERT INTO erased_documents (account_id, customer_sha256, sha256) VALUES ${formatPlaceholders(batch.length, 3)}
       ON CONFLICT DO NOTHING`,
      ...batch.flatMap((sha256) => [accountId, customerSha256, sha256]),
    );
  }
}

const BATCH = 100;

export async function isDocumentErased(sql: Sql, sha256: string): Promise<boolean> {
  const row = await sql.get('SELECT 1 AS found FROM erased_documents WHERE sha256 = ? LIMIT 1', sha256);
  return row !== undefined;
}

/** All erasures of the installation, oldest first. */
export async function listErasures(sql: Sql): Promise<ErasureRecord[]> {
  const [erasures, documents] = await Promise.all([
    sql.all<Erasure>(
      `SELECT account_id AS "accountId", customer_sha256 AS "customerSha256", erased_at AS "erasedAt"
       FROM erasures ORDER BY erased_at, account_id, customer_sha256`,
    ),
    sql.all<{ key: string; sha256: string }>(
      `SELECT account_id || customer_sha256 AS key, sha256 FROM erased_documents ORDER BY sha256`,
    ),
  ]);
  const byErasure = Map.groupBy(documents, ({ key }) => key);
  return erasures.map((erasure) => ({
    ...erasure,
    documents: (byErasure.get(erasure.accountId + erasure.customerSha256) ?? []).map(({ sha256 }) => sha256),
  }));
}

export async function listCustomerIds(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>('SELECT id FROM customers WHERE account_id = ?', accountId);
  return rows.map(({ id }) => id);
}
