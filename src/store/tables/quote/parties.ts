import { createHash } from 'node:crypto';
import type { Parties } from '../../../domain/document.ts';
import { upgradeWithin } from '../../../domain/stored-shape.ts';
import type { Sql } from '../../database.ts';

/**
 * Stores seller and customer, identical content once. The rows stay locked until the transaction ends, so that they are
 * not deleted as unused in the meantime.
 */
export async function storeParties(tx: Sql, accountId: string, parties: Parties): Promise<string> {
  const seller = JSON.stringify(parties.account);
  const sellerSha256 = hashText(seller);
  const customer = JSON.stringify(parties.customer);
  const sha256 = hashText(sellerSha256 + customer);
  if (await lockStored(tx, 'parties', accountId, sha256)) return sha256;
  if (!(await lockStored(tx, 'sellers', accountId, sellerSha256))) {
    await tx.run(
      `INSERT INTO sellers (account_id, sha256, doc) VALUES (?, ?, ?)
       ON CONFLICT (account_id, sha256) DO UPDATE SET doc = excluded.doc`,
      accountId,
      sellerSha256,
      seller,
    );
  }
  await tx.run(
    `INSERT INTO parties (account_id, sha256, seller_sha256, customer) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, sha256) DO UPDATE SET customer = excluded.customer`,
    accountId,
    sha256,
    sellerSha256,
    customer,
  );
  return sha256;
}

export async function findParties(sql: Sql, accountId: string, sha256: string): Promise<Parties | undefined> {
  const row = await sql.get<{ seller: string; customer: string }>(
    `SELECT sellers.doc AS seller, parties.customer FROM parties
     JOIN sellers ON sellers.account_id = parties.account_id AND sellers.sha256 = parties.seller_sha256
     WHERE parties.account_id = ? AND parties.sha256 = ?`,
    accountId,
    sha256,
  );
  return row && upgradeWithin({ account: JSON.parse(row.seller), customer: JSON.parse(row.customer) });
}

/** Deletes those without a reference, in the transaction. */
export async function deleteUnusedParties(
  tx: Sql,
  accountId: string,
  hashes: Iterable<string | null>,
): Promise<void> {
  for (const sha256 of new Set(hashes)) {
    if (sha256 === null) continue;
    const row = await tx.get<{ seller_sha256: string }>(
      `SELECT seller_sha256 FROM parties WHERE account_id = ? AND sha256 = ? ${tx.forUpdate}`,
      accountId,
      sha256,
    );
    if (!row) continue;
    const named = NAMING.map(
      (table) => `AND NOT EXISTS (SELECT 1 FROM ${table} WHERE account_id = ? AND parties_sha256 = ?)`,
    );
    const deleted = await tx.run(
      `DELETE FROM parties WHERE account_id = ? AND sha256 = ? ${named.join(' ')}`,
      ...[...NAMING, 'itself'].flatMap(() => [accountId, sha256]),
    );
    if (deleted > 0) await dropUnusedSeller(tx, accountId, row.seller_sha256);
  }
}

const NAMING = ['quotes', 'revisions', 'decisions', 'invoices'];

async function dropUnusedSeller(tx: Sql, accountId: string, sha256: string): Promise<void> {
  await lockStored(tx, 'sellers', accountId, sha256);
  await tx.run(
    `DELETE FROM sellers WHERE account_id = ? AND sha256 = ?
       AND NOT EXISTS (SELECT 1 FROM parties WHERE account_id = ? AND seller_sha256 = ?)`,
    accountId,
    sha256,
    accountId,
    sha256,
  );
}

async function lockStored(
  tx: Sql,
  table: 'parties' | 'sellers',
  accountId: string,
  sha256: string,
): Promise<boolean> {
  const row = await tx.get(
    `SELECT 1 FROM ${table} WHERE account_id = ? AND sha256 = ? ${tx.forUpdate}`,
    accountId,
    sha256,
  );
  return row !== undefined;
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
