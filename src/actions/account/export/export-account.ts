import { createHash } from 'node:crypto';
import type { Deps } from '../../../app/deps.ts';
import { readVersion } from '../../../app/telemetry/manifest.ts';
import { Problem } from '../../../domain/errors.ts';
import { listTables } from '../../../store/catalog.ts';
import type { Database } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { makeUnique, startZip, type ZipEntry } from '../../invoices/archive/zip.ts';
import { markOverdueIfAny } from '../../invoices/mark-overdue.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { expireQuotes } from '../../quotes/expire-quotes.ts';
import { endWhenIdle } from './end-when-idle.ts';
import { exportFiles } from './export-files.ts';
import type { ExportPart, ExportSource } from './export-part.ts';
import { exportTables } from './export-tables.ts';
import { formatManifest, type Manifest } from './manifest.ts';
import { exportMissingPdfs, findMissingPdfs, type RenderPdf } from './missing-pdfs.ts';
import { EXPORT_README } from './readme.ts';

interface ExportOptions {
  /** Time of the account. */
  now: number;
  /** Makes the PDFs that nobody has asked for yet; without it they are listed as missing. */
  renderPdf?: RenderPdf;
}

const acquireSlot = limitConcurrency(
  1,
  () =>
    new Problem('rate_limited', 'This account is being exported already. Wait until that has ended.', {
      headers: { 'Retry-After': '30' },
    }),
);

/**
 * Streams all data of an account as a ZIP, from one snapshot and with one file in memory at a time. An error before the
 * first bytes rejects the promise, a later one aborts the stream. The manifest comes last, so that what was cut off is
 * recognized.
 */
export async function exportAccount(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  options: ExportOptions,
): Promise<AsyncIterable<Uint8Array>> {
  return endWhenIdle(await startZip(listEntries(deps, accountId, options)));
}

async function* listEntries(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  options: ExportOptions,
): AsyncGenerator<ZipEntry> {
  const release = acquireSlot(accountId);
  try {
    const createdAt = new Date(db.read.clock()).toISOString();
    const manifest: Manifest = {
      ...{ format: 'proffer-account', formatVersion: 1, proffer: readVersion(), createdAt },
      ...{ account: { id: accountId, name: '' }, counts: {}, missing: [], files: [] },
    };
    const names = new Set<string>();
    for await (const part of listParts(db, manifest, options)) {
      const name = makeUnique(names, part.name);
      yield { name, date: createdAt.slice(0, 10), content: record(manifest, name, part.content) };
    }
    yield { name: 'manifest.json', date: createdAt.slice(0, 10), content: formatManifest(manifest) };
  } finally {
    release();
  }
}

async function* listParts(
  db: Database,
  manifest: Manifest,
  { now, renderPdf }: ExportOptions,
): AsyncGenerator<ExportPart> {
  const { id } = manifest.account;
  await expireQuotes(db, now, id);
  await markOverdueIfAny(db, now, id);
  // The catalog is of the engine, not of the snapshot.
  const tables = await listTables(db);
  const snapshot = await db.openSnapshot();
  const missing = [];
  try {
    const { readers: _, ...rest } = db;
    const stored = await findAccount(snapshot.sql, id);
    if (!stored) throw new Problem('not_found', 'There is no such account.');
    const { account } = stored;
    manifest.account.name = account.name;
    const source: ExportSource = { db: { ...rest, read: snapshot.sql }, account, manifest };
    yield { name: 'README.txt', content: Buffer.from(EXPORT_README) };
    yield { name: 'account.json', content: Buffer.from(`${JSON.stringify(account, null, 2)}\n`) };
    yield* exportTables(source, tables);
    yield* exportFiles(source, tables);
    missing.push(...(await findMissingPdfs(source, tables)));
  } finally {
    await snapshot.close();
  }
  // Typesetting may take long, and writes: it needs no snapshot.
  yield* exportMissingPdfs(db, manifest, missing, renderPdf);
}

/** Adds the file to the manifest when it has been read. */
function record(manifest: Manifest, name: string, content: ZipEntry['content']): ZipEntry['content'] {
  const hash = createHash('sha256');
  const add = (bytes: number) => manifest.files.push({ name, bytes, sha256: hash.digest('hex') });
  if (content instanceof Uint8Array) {
    hash.update(content);
    add(content.length);
    return content;
  }
  return (async function* () {
    let bytes = 0;
    for await (const part of content) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
    add(bytes);
  })();
}
