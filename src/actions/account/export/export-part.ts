import type { Account } from '../../../domain/account/account.ts';
import type { Database } from '../../../store/database.ts';
import type { ZipEntry } from '../../invoices/archive/zip.ts';
import type { Manifest } from './manifest.ts';

/** A file of the export before it has its final name. */
export type ExportPart = Omit<ZipEntry, 'date'>;

/** The sources of an export while its snapshot is open. */
export interface ExportSource {
  /** Reads the snapshot alone. */
  db: Database;
  account: Account;
  manifest: Manifest;
}
