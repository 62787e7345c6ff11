import type { Sql } from '../../database.ts';

export interface LogoBitmap {
  /** Hash of the logo as the account has it. */
  logo_sha256: string;
  /** `null` if the logo cannot be rendered. */
  png: Uint8Array | null;
}

export function findLogoBitmap(
  sql: Sql,
  accountId: string,
  logoSha256: string,
): Promise<LogoBitmap | undefined> {
  return sql.get<LogoBitmap>(
    'SELECT logo_sha256, png FROM logo_bitmaps WHERE account_id = ? AND logo_sha256 = ?',
    accountId,
    logoSha256,
  );
}

/**
 * Replaces all earlier bitmaps of the account. An old logo that a sent quote uses is rendered again when an email needs
 * it.
 */
export async function replaceLogoBitmaps(tx: Sql, accountId: string, bitmap: LogoBitmap): Promise<void> {
  await tx.run(
    'DELETE FROM logo_bitmaps WHERE account_id = ? AND logo_sha256 <> ?',
    accountId,
    bitmap.logo_sha256,
  );
  await storeLogoBitmap(tx, accountId, bitmap);
}

export async function storeLogoBitmap(
  tx: Sql,
  accountId: string,
  { logo_sha256, png }: LogoBitmap,
): Promise<void> {
  await tx.run(
    'INSERT INTO logo_bitmaps (account_id, logo_sha256, png) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    accountId,
    logo_sha256,
    png,
  );
}
