import type { BookPeriod } from '../../../domain/books/datev.ts';
import { formatLimit, type Sql } from '../../database.ts';

export type DownloadKind = 'datev' | 'xero';

/** The last download of a period. */
export interface BookDownload extends BookPeriod {
  kind: DownloadKind;
  at: number;
}

export async function rememberDownload(
  tx: Sql,
  accountId: string,
  { kind, from, to, at }: BookDownload,
): Promise<void> {
  await tx.run(
    `INSERT INTO book_downloads (account_id, kind, first_day, last_day, downloaded_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, kind, first_day, last_day) DO UPDATE SET downloaded_at = excluded.downloaded_at`,
    ...[accountId, kind, from, to, at],
  );
}

const COLUMNS = 'kind, first_day AS "from", last_day AS "to", downloaded_at AS at';

/** Finds the last download of a period that contains the day. */
export function findDownload(sql: Sql, accountId: string, day: string): Promise<BookDownload | undefined> {
  return sql.get(
    `SELECT ${COLUMNS} FROM book_downloads WHERE account_id = ? AND first_day <= ? AND last_day >= ?
     ORDER BY downloaded_at DESC LIMIT 1`,
    ...[accountId, day, day],
  );
}

/** The latest downloads, the newest first. */
export function listDownloads(sql: Sql, accountId: string, limit: number): Promise<BookDownload[]> {
  return sql.all(
    `SELECT ${COLUMNS} FROM book_downloads WHERE account_id = ?
     ORDER BY downloaded_at DESC, kind, first_day ${formatLimit(limit).sql}`,
    accountId,
  );
}
