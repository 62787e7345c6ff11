import type { Sql } from '../../database.ts';

export interface LogoBitmap {
  /** Of the logo as the account has it. */
  logo_sha256: string;
  /** `null`: it cannot be drawn. */
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

/** Of a new logo, in place of all before; one that a quote was sent with is drawn again when a mail needs it. */
export async function replaceLogoBitmaps(tx: Sql, accountId: string, bitmap: LogoBitmap): Promise<void> {
  await tx.run(
    'DELETE FROM logo_bitmaps WHERE account_id = ? AND logo_sha256 <> ?',
    accountId,
    bitmap.logo_sha256,
  );
  await keepLogoBitmap(tx, accountId, bitmap);
}

export async function keepLogoBitmap(
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
