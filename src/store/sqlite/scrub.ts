import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Sql } from '../database.ts';

/*
 * Deleted rows leave traces in three places: entries of the search indexes, free pages of the file, and the log. SQLite
 * zeroes what it deletes within pages, and pages that become free (`secure_delete`): with `FAST`, a page that is used again
 * in the same transaction keeps the end of the deleted row. Free pages of earlier versions are overwritten here. A VACUUM
 * would do all of this, but it would block the writes for its whole duration, and shrink the file. Copies of rows that
 * SQLite moved between pages in use only go with a VACUUM, see docs/privacy.md.
 */

/** Pages that one transaction rewrites: merging a page takes longer than filling one. */
const MERGED_PAGES = 40;
const FILLED_PAGES = 500;
const INDEXES = ['quote_grams', 'customer_grams', 'invoice_grams'];
const FILLER = 'filler ';
const BULK = { isBulk: true };
const MAX_ATTEMPTS = 40;
const PAUSE_MS = 50;

/** Rewrites the search indexes in short transactions: until then, they keep the entries of deleted rows. */
export async function mergeIndexes(write: Database['write']): Promise<void> {
  for (const index of INDEXES) {
    // The first call takes all of the index into the merge, and the others continue it.
    for (
      let pages = -MERGED_PAGES;
      await write((tx) => mergePages(tx, index, pages), BULK);
      pages = MERGED_PAGES
    );
  }
}

/** Returns whether something is left to merge. */
async function mergePages(tx: Sql, index: string, pages: number): Promise<boolean> {
  const count = async () => (await tx.get<{ n: number }>('SELECT total_changes() AS n'))?.n ?? 0;
  const before = await count();
  await tx.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, pages);
  return (await count()) - before > 1;
}

/** Overwrites the free pages in short transactions: they are filled with zeros, and become free again together. */
export async function overwriteFreePages(write: Database['write']): Promise<void> {
  // A process that died may have left some.
  await deleteFiller(write);
  try {
    for (let n = 0; await write((tx) => fillPages(tx, n), BULK); n++);
  } finally {
    await deleteFiller(write);
  }
}

/**
 * Deletes one row per transaction: each is as long as one that fills pages. What another process adds in the meantime
 * stays: both would go on forever.
 */
async function deleteFiller(write: Database['write']): Promise<void> {
  const list = `SELECT name FROM settings WHERE name LIKE '${FILLER}%'`;
  for (const { name } of await write((tx) => tx.all<{ name: string }>(list))) {
    await write((tx) => tx.run('DELETE FROM settings WHERE name = ?', name), BULK);
  }
}

/** Returns whether free pages are left. */
async function fillPages(tx: Sql, n: number): Promise<boolean> {
  const row = await tx.get<{ free: number; size: number }>(
    'SELECT freelist_count AS free, page_size AS size FROM pragma_freelist_count, pragma_page_size',
  );
  const { free = 0, size = 0 } = row ?? {};
  if (free === 0) return false;
  await tx.run(
    `INSERT INTO settings (name, value) VALUES (?, printf('%.*c', ?, '0'))
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    ...[`${FILLER}${n}`, Math.min(free, FILLED_PAGES) * (size - 4)],
  );
  return true;
}

/**
 * Empties the log. Readers end their transactions soon, but new ones begin all the time. Returns `false` if one lasts
 * longer, such as a backup.
 */
export async function emptyLog(move: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (await move()) return true;
    await delay(PAUSE_MS);
  }
  return false;
}

/** Moves the log into the file and empties it, unless somebody reads it. Throws inside a transaction of the connection. */
export function moveLog(writer: DatabaseSync): boolean {
  const { busy } = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  return busy === 0;
}
