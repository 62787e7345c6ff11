import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { DocumentSource, RenderedDocument } from '../../domain/document.ts';
import { fileNameOf } from '../../pdf/file-name.ts';
import {
  type DocumentRow,
  findDocument,
  insertDocument,
  touchDocument,
} from '../../store/tables/documents.ts';
import {
  type DocumentRecord,
  findShownDocument,
  keepShownDocument,
} from '../../store/tables/quote/shown-documents.ts';

export interface HostedDocument {
  sourceSha256: string;
  /** SHA-256 of the file. */
  sha256: string;
  fileName: string;
}

const TOUCH_AFTER_MS = 86_400_000;

const underWay = new Map<string, Promise<HostedDocument>>();

/** Finds the document by the hash of its source, or renders and stores it. */
export async function ensureDocument(
  deps: Deps,
  accountId: string,
  source: DocumentSource,
): Promise<HostedDocument> {
  const sourceSha256 = hashSource(deps.renderer.version, source);
  const name = `${accountId}/${sourceSha256}`;
  // This comes before the read: a document in the database may not be on disk yet.
  const underWayNow = underWay.get(name);
  if (underWayNow) return underWayNow;
  const found =
    (await findDocument(deps.db.read, accountId, sourceSha256)) ??
    (source.account.logo === null
      ? undefined
      : await findDocument(deps.db.read, accountId, hashWithoutLogo(sourceSha256)));
  if (found) return useDocument(deps, accountId, found);
  let making = underWay.get(name);
  if (!making) {
    making = makeDocument(deps, accountId, source, sourceSha256).finally(() => underWay.delete(name));
    underWay.set(name, making);
  }
  return making;
}

async function useDocument(deps: Deps, accountId: string, found: DocumentRow): Promise<HostedDocument> {
  const now = deps.clock();
  if (now - found.used_at > TOUCH_AFTER_MS) {
    await deps.db.write((tx) => touchDocument(tx, accountId, found.source_sha256, now), {
      account: accountId,
    });
  }
  return hosted(found);
}

/** Renders a document without storing it, and updates metrics and log. */
export async function renderDocument(
  { log, metrics, renderer }: Deps,
  accountId: string,
  source: DocumentSource,
): Promise<RenderedDocument> {
  let rendered: RenderedDocument;
  try {
    rendered = await renderer.render(source);
  } catch (error) {
    metrics.documents.inc({ outcome: (error as { reason?: string }).reason ?? 'failed' });
    throw error;
  }
  metrics.documents.inc({ outcome: rendered.standard });
  if (rendered.warnings.length > 0)
    log.warn({ warnings: rendered.warnings }, 'document rendered with warnings');
  const { logoLeftOut } = rendered;
  if (logoLeftOut !== null) {
    metrics.logosLeftOut.inc();
    log.warn({ accountId, reason: logoLeftOut }, 'document rendered without the logo');
  }
  return rendered;
}

async function makeDocument(
  deps: Deps,
  accountId: string,
  source: DocumentSource,
  wholeSha256: string,
): Promise<HostedDocument> {
  const { db } = deps;
  const rendered = await renderDocument(deps, accountId, source);
  const { logoLeftOut, sha256 } = rendered;
  const sourceSha256 = logoLeftOut === null ? wholeSha256 : hashWithoutLogo(wholeSha256);
  const fileName = fileNameOf(source);
  const acceptedAt = (source.kind === 'quote' && source.acceptance?.at) || null;
  const isOurs = await db.write(
    (tx) =>
      insertDocument(tx, accountId, {
        source_sha256: sourceSha256,
        sha256,
        quote_id: source.kind === 'quote' ? source.quote.id : source.invoice.quoteId,
        accepted_at: acceptedAt,
        file_name: fileName,
        standard: rendered.standard,
        pdf: rendered.pdf,
        kept: acceptedAt === null ? 0 : 1,
        used_at: deps.clock(),
      }),
    { account: accountId, isRemakeable: true },
  );
  // Another process may have been faster: the stored document wins.
  const stored = isOurs ? undefined : await findDocument(db.read, accountId, sourceSha256);
  return { sourceSha256, sha256: stored?.sha256 ?? sha256, fileName: stored?.file_name ?? fileName };
}

/**
 * Returns the document of record: a document that was shown once never changes, even with a newer version of the service.
 * `earlier` finds the document that a version before records had shown.
 */
export async function ensureShownDocument(
  deps: Deps,
  accountId: string,
  record: DocumentRecord,
  source: DocumentSource,
  earlier: () => Promise<DocumentRow | undefined> = async () => undefined,
): Promise<HostedDocument> {
  const { read } = deps.db;
  const found = await findShownDocument(read, accountId, record);
  if (found) return hosted(found);
  const before = await earlier();
  const made = before ? hosted(before) : await ensureDocument(deps, accountId, source);
  await deps.db.write((tx) => keepShownDocument(tx, accountId, record, made.sourceSha256), {
    account: accountId,
  });
  // Another process may have been faster: its document is the one of record.
  const kept = await findShownDocument(read, accountId, record);
  return kept ? hosted(kept) : made;
}

export function hosted({
  source_sha256: sourceSha256,
  sha256,
  file_name: fileName,
}: DocumentRow): HostedDocument {
  return { sourceSha256, sha256, fileName };
}

function hashSource(version: string, source: DocumentSource): string {
  return createHash('sha256').update(version).update(JSON.stringify(source)).digest('hex');
}

/** Key of a document without its logo, which could not be drawn in time: the document with the logo keeps its own key. */
function hashWithoutLogo(wholeSha256: string): string {
  return createHash('sha256').update(wholeSha256).update('without the logo').digest('hex');
}
